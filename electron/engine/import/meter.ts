/** How many bytes of how many were read. */
import { filesBelow, isFolder, sizeOf } from './files';

export interface Meter {
  count(path: string, bytes?: number): void;
  /** A folder or file that was given is done: files in it that nobody reads count as read. */
  finish(path: string): void;
}

export async function createMeter(paths: readonly string[], onRead: (done: number, total: number, file: string) => void): Promise<Meter> {
  const sizes = new Map<string, number>();
  const totals = new Map<string, number>();
  let total = 0;
  for (const path of paths) {
    let sum = 0;
    for (const file of (await isFolder(path)) ? (await filesBelow(path)).map((found) => found.path) : [path]) {
      const size = await sizeOf(file);
      sizes.set(file, size);
      sum += size;
    }
    totals.set(path, sum);
    total += sum;
  }
  let finished = 0;
  let current = 0;
  const read = new Map<string, number>();
  return {
    count(path, bytes = sizes.get(path) ?? 0) {
      current += bytes - (read.get(path) ?? 0);
      read.set(path, bytes);
      onRead(Math.min(finished + current, total), total, path);
    },
    finish(path) {
      finished += totals.get(path) ?? 0;
      current = 0;
      read.clear();
      onRead(finished, total, path);
    },
  };
}

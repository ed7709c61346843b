/** Adds lines to the end of a file so that they are there, all of them, when it returns; or none is, and the file is as before. */
import { existsSync } from 'node:fs';
import { appendFile, type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './jsonFile';

const LF = 0x0a;
const CHUNK = 1 << 16;

/** @param isWhole whether a last line without its end is complete all the same */
export async function appendLines(path: string, lines: readonly string[], isWhole: (line: string) => boolean): Promise<void> {
  const isNew = !existsSync(path);
  const file = await open(path, 'a+');
  try {
    const end = await mendEnd(file, path, isWhole);
    try {
      await file.writeFile(lines.map((line) => `${line}\n`).join(''));
      await file.sync();
    } catch (error) {
      // A full disk takes a part of what is written: that part goes again.
      await file.truncate(end).catch(() => {});
      throw error;
    }
  } finally {
    await file.close();
  }
  if (isNew) await syncFolder(dirname(path));
}

/** A line whose writer was stopped is ended where it is whole, else set aside. @returns the file's length */
async function mendEnd(file: FileHandle, path: string, isWhole: (line: string) => boolean): Promise<number> {
  const { size } = await file.stat();
  const tail = await lastLine(file, size);
  if (tail.length === 0) return size;
  if (isWhole(tail.toString('utf8'))) {
    await file.writeFile('\n');
    return size + 1;
  }
  await appendFile(`${path}.torn`, Buffer.concat([tail, Buffer.from('\n')]), { flush: true });
  await file.truncate(size - tail.length);
  return size - tail.length;
}

/** What follows the last line end. */
async function lastLine(file: FileHandle, size: number): Promise<Buffer> {
  let tail = Buffer.alloc(0);
  while (tail.length < size) {
    const length = Math.min(CHUNK, size - tail.length);
    const chunk = Buffer.alloc(length);
    await file.read(chunk, 0, length, size - tail.length - length);
    const at = chunk.lastIndexOf(LF);
    tail = Buffer.concat([chunk.subarray(at + 1), tail]);
    if (at >= 0) break;
  }
  return tail;
}

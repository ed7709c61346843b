/** Small JSON files that are replaced as a whole: written beside their place, flushed, renamed. */
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../../shared/errors';

export async function readJsonFile(path: string): Promise<Record<string, unknown> | undefined> {
  const raw = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (raw === undefined) return undefined;
  try {
    const json = JSON.parse(raw) as unknown;
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as Record<string, unknown>;
  } catch {
    // told below
  }
  throw new AppError('BAD_INPUT', `${path} is not the JSON that Pepita wrote.`, 'Was it changed by hand? Restore it from a copy.');
}

/** Readers see the old content or the new one, never a part; nor does a loss of power leave a part. `indent`: for files that people read. */
export const replaceJsonFile = (path: string, value: unknown, indent = 0): Promise<void> =>
  replaceFile(path, JSON.stringify(value, null, indent));

/** As replaceJsonFile, for a file of any content. */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${path}.part`;
  try {
    const file = await open(temporary, 'w');
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await renameOver(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** On Windows a virus scanner may hold the target for a moment. */
export async function renameOver(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (attempt === 5 || !['EPERM', 'EACCES', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      await pause(20 * attempt);
    }
  }
}

/** Makes the renaming itself last; folders can't be opened on Windows, where it isn't needed. */
export async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir, 'r').catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

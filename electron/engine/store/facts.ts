/** Small facts of the workspace in one JSON file, replaced as a whole: written beside it, flushed, renamed. */
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../shared/errors';

export async function readJsonFile(path: string): Promise<Record<string, unknown> | undefined> {
  const raw = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (raw === undefined) return undefined;
  try {
    return JSON.parse(raw) as Record<string, unknown>;
  } catch {
    throw new AppError('BAD_INPUT', `${path} is not JSON.`, 'The file was changed by hand? Restore it from a copy.');
  }
}

export async function replaceJsonFile(path: string, value: unknown): Promise<void> {
  const temporary = `${path}.part`;
  const file = await open(temporary, 'w');
  try {
    await file.writeFile(JSON.stringify(value));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}

export function openFacts(dir: string) {
  const path = join(dir, 'facts.json');
  return {
    async get(key: string): Promise<unknown> {
      return (await readJsonFile(path))?.[key];
    },
    async put(key: string, value: unknown): Promise<void> {
      await replaceJsonFile(path, { ...(await readJsonFile(path)), [key]: value });
    },
  };
}

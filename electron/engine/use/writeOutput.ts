/** Files where the user wants them. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile } from '../store/jsonFile';

/** A file where the user wants it: its folder is made, and it is there as a whole or not at all. */
export async function writeOutput(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await replaceFile(path, content);
}

/** Written beside its place and moved there when whole, so that no half file is ever seen. */
export async function writeLines(path: string, lines: AsyncIterable<string>): Promise<number> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.part`;
  let rows = 0;
  try {
    const out = createWriteStream(temporary, { flags: 'w' });
    const failed = once(out, 'error').then(([error]) => Promise.reject(error));
    failed.catch(() => {});
    for await (const line of lines) {
      if (!out.write(`${line}\n`)) await Promise.race([once(out, 'drain'), failed]);
      rows++;
    }
    out.end();
    await Promise.race([once(out, 'finish'), failed]);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return rows;
}

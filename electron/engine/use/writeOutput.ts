import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile } from '../store/jsonFile';

/** A file where the user wants it: its folder is made, and it is there as a whole or not at all. */
export async function writeOutput(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await replaceFile(path, content);
}

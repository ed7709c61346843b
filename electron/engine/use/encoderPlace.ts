/** Where an encoder lies, and that its id is its own. */
import { mkdir, readdir, realpath, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../shared/errors';
import type { EngineConfig } from './context';
import { findEncoders } from './openEncoders';

/** @throws USAGE where another folder's encoder has the id */
export async function refuseTakenId(config: EngineConfig, id: string, dir: string): Promise<void> {
  const other = (await findEncoders(config)).find((encoder) => encoder.id === id);
  if (!other || (await realpath(other.dir)) === (await realpath(dir).catch(() => dir))) return;
  throw new AppError('USAGE', `The id "${id}" belongs to the encoder in ${other.dir}.`, 'Choose another with --id.');
}

/** Encoders are looked for one level below the model folders. @returns the link that was made, or null where none was needed */
export async function makeFindable(config: EngineConfig, id: string, dir: string): Promise<string | null> {
  if ((await findEncoders(config)).some((encoder) => encoder.id === id)) return null;
  const folder = config.modelFolders[0]!;
  await mkdir(folder, { recursive: true });
  const taken = new Set(await readdir(folder));
  let name = id;
  for (let n = 2; taken.has(name); n++) name = `${id}-${n}`;
  const link = join(folder, name);
  // On Windows a junction needs no rights; elsewhere the kind is ignored.
  await symlink(dir, link, 'junction').catch((error: unknown) => {
    throw new AppError(
      'BAD_INPUT',
      `The manifest is written, but ${link} could not be made: ${error instanceof Error ? error.message : String(error)}`,
      `Move ${dir} into ${folder}, or name the folder above it in PEPITA_MODELS.`,
    );
  });
  return link;
}

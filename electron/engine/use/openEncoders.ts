/** Encoders by id, opened at first use and kept: those that come along, then those in the user's folders. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../shared/errors';
import { openBagEncoder } from '../embed/bagEncoder';
import { openEncoder } from '../embed/encoder';
import { type EncoderManifest, isGguf, readEncoderManifest, takesBags } from '../embed/manifest';
import { identityOf } from '../embed/modelFiles';
import type { Encoder } from '../ports';
import type { EngineConfig } from './context';
import { openGgufEncoder } from './ggufEncoder';
import { nearest } from './nearest';

export const DEFAULT_ENCODER = 'e5-small-pten';

export interface EncoderFolder {
  readonly id: string;
  readonly dir: string;
  readonly manifest: EncoderManifest;
}

/** Folders with a manifest of an encoder, the product's own first; an id that comes twice is taken once. */
export async function findEncoders(config: EngineConfig): Promise<EncoderFolder[]> {
  const found: EncoderFolder[] = [];
  for (const dir of await modelFolders(config)) {
    const manifest = await readEncoderManifest(dir).catch(() => undefined);
    if (manifest && !found.some(({ id }) => id === manifest.id)) found.push({ id: manifest.id, dir, manifest });
  }
  return found;
}

/** Folders that may hold an encoder: those one level below the model folders. */
export async function modelFolders(config: EngineConfig): Promise<string[]> {
  const all = [config.models, ...config.modelFolders].map(async (folder) =>
    (await readdir(folder).catch(() => [])).sort().map((name) => join(folder, name)),
  );
  return (await Promise.all(all)).flat();
}

/** The identity of each encoder, by id: what their vectors must carry to be of use. */
export async function encoderIdentities(folders: readonly EncoderFolder[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const { id, dir, manifest } of folders) {
    const identity = await identityOf(dir, manifest).catch(() => undefined);
    if (identity !== undefined) found.set(id, identity);
  }
  return found;
}

export interface OpenEncoders {
  get(id?: string): Promise<Encoder>;
  /** Its files have changed: the next `get` opens them anew. What still uses the old one may go on. */
  reopen(id: string): void;
  dispose(): Promise<void>;
}

export function openEncoders(config: EngineConfig, threads: number): OpenEncoders {
  const open = new Map<string, Promise<Encoder>>();
  const retired: Promise<Encoder>[] = [];

  async function find(id: string): Promise<Encoder> {
    const known = await findEncoders(config);
    const folder = known.find((candidate) => candidate.id === id);
    if (folder && isGguf(folder.manifest)) return openGgufEncoder(folder.dir, folder.manifest, config.threads);
    if (folder) return (takesBags(folder.manifest) ? openBagEncoder : openEncoder)(folder.dir, { threads });
    const ids = known.map((candidate) => candidate.id);
    const near = nearest(id, ids);
    throw new AppError(
      'MODEL_MISSING',
      `There is no encoder "${id}" on this machine.`,
      near.length > 0
        ? `Did you mean "${near[0]}"?`
        : `Known: ${ids.join(', ') || 'none'}. Add a folder with a graph and its tokenizer, or a GGUF: pepita models add PATH.`,
      { known: ids },
    );
  }

  return {
    get(id = DEFAULT_ENCODER) {
      const kept = open.get(id);
      if (kept) return kept;
      const opening = find(id).catch((error: unknown) => {
        open.delete(id);
        throw error;
      });
      open.set(id, opening);
      return opening;
    },
    reopen(id) {
      const opening = open.get(id);
      if (opening) retired.push(opening);
      open.delete(id);
    },
    async dispose() {
      for (const opening of [...open.values(), ...retired]) await (await opening.catch(() => undefined))?.dispose();
      open.clear();
    },
  };
}

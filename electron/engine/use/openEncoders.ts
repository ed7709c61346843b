/** Encoders by id, opened at first use and kept: those that come along, then those in the user's folders. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../shared/errors';
import { openBagEncoder } from '../embed/bagEncoder';
import { type EncoderManifest, readEncoderManifest, takesBags } from '../embed/manifest';
import { openEncoder } from '../embed/onnx';
import type { Encoder } from '../ports';
import type { EngineConfig } from './context';
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
  for (const folder of [config.models, ...config.modelFolders]) {
    const names = await readdir(folder).catch(() => []);
    for (const name of names.sort()) {
      const dir = join(folder, name);
      const manifest = await readEncoderManifest(dir).catch(() => undefined);
      if (manifest && !found.some(({ id }) => id === manifest.id)) found.push({ id: manifest.id, dir, manifest });
    }
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
    if (folder) return (takesBags(folder.manifest) ? openBagEncoder : openEncoder)(folder.dir, { threads });
    const ids = known.map((candidate) => candidate.id);
    const near = nearest(id, ids);
    throw new AppError(
      'MODEL_MISSING',
      `There is no encoder "${id}" on this machine.`,
      near.length > 0
        ? `Did you mean "${near[0]}"?`
        : `Known: ${ids.join(', ') || 'none'}. Put a folder with model.onnx, tokenizer.json and manifest.json into ${config.modelFolders[0]}.`,
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

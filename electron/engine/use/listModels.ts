/** The models on this machine, each with what keeps it from use. */
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ModelEntry, Output } from '../../../shared/contract';
import { AppError, toAppError } from '../../../shared/errors';
import { graphFile, readEncoderManifest } from '../embed/manifest';
import { identityOf } from '../embed/modelFiles';
import type { Store } from '../ports';
import { type ChatGguf, chatGgufs } from './chatGgufs';
import type { EngineConfig } from './context';
import { abilities } from './measureAbility';
import { modelSha256 } from './modelHash';
import { type EncoderFolder, findEncoders, modelFolders } from './openEncoders';

export async function listModels(store: Store, config: EngineConfig): Promise<Output<'models'>> {
  const known = await findEncoders(config);
  const encoders = [...(await Promise.all(known.map(encoderEntry))), ...(await unfinishedEncoders(config, known))];
  const llms = await Promise.all((await chatGgufs(config, known)).map((file) => ggufEntry(store, file)));
  return { encoders, llms, folders: [...config.modelFolders], abilities: await abilities(store) };
}

async function encoderEntry({ dir, manifest }: EncoderFolder): Promise<ModelEntry> {
  const model = graphFile(manifest);
  const missing: string[] = [];
  let bytes = 0;
  for (const file of manifest.files) {
    const found = await stat(join(dir, file.path)).catch(() => undefined);
    if (!found) missing.push(`${file.path} is not there`);
    else if (found.size !== file.bytes) missing.push(`${file.path} has ${found.size} of ${file.bytes} bytes`);
    bytes += found?.size ?? 0;
  }
  return {
    id: manifest.id,
    name: manifest.name,
    path: dir,
    bytes,
    sha256: model?.sha256 ?? '',
    licence: manifest.licence,
    ready: missing.length === 0 && model !== undefined,
    reason: missing.join('; '),
    encoder: {
      dimensions: manifest.dimensions,
      max_tokens: manifest.max_tokens,
      pooling: manifest.pooling,
      long_texts: manifest.long_texts,
      identity: await identityOf(dir, manifest).catch(() => ''),
      fitted_to: manifest.fitted?.collection ?? null,
    },
  };
}

/** Folders with a graph and a tokenizer that are no encoder yet: their manifest is missing, broken, or names an id that another has. */
async function unfinishedEncoders(config: EngineConfig, known: readonly EncoderFolder[]): Promise<ModelEntry[]> {
  const entries: ModelEntry[] = [];
  for (const dir of await modelFolders(config)) {
    const names = await readdir(dir).catch((): string[] => []);
    const looksLikeOne = names.includes('tokenizer.json') && names.some((name) => name === 'onnx' || name.endsWith('.onnx'));
    if (!looksLikeOne || known.some((encoder) => encoder.dir === dir)) continue;
    const reason = await readEncoderManifest(dir).then(
      ({ id }) => `the id ${id} belongs to another folder`,
      (thrown: unknown) => `${toAppError(thrown).message} ${toAppError(thrown).remedy}`,
    );
    const id = basename(dir);
    entries.push({ id, name: id, path: dir, bytes: 0, sha256: '', licence: '', ready: false, reason, encoder: null });
  }
  return entries;
}

async function ggufEntry(store: Store, { path, bytes, facts }: ChatGguf): Promise<ModelEntry> {
  const entry = {
    id: basename(path, '.gguf'),
    name: basename(path),
    path,
    bytes,
    sha256: '',
    licence: '',
    ready: false,
    reason: '',
    encoder: null,
  };
  if (facts instanceof AppError) return { ...entry, reason: facts.message };
  try {
    return { ...entry, name: facts.name || entry.name, licence: facts.licence, sha256: await modelSha256(store, path), ready: true };
  } catch (thrown) {
    return { ...entry, reason: toAppError(thrown).message };
  }
}

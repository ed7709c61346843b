/** The models on this machine, each with what keeps it from use. */
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ModelEntry, Output } from '../../../shared/contract';
import { toAppError } from '../../../shared/errors';
import { readEncoderManifest } from '../embed/manifest';
import { findGgufs } from '../extract/findGgufs';
import { inspectGguf } from '../extract/llama';
import type { Store } from '../ports';
import type { EngineConfig } from './context';
import { modelSha256 } from './modelHash';
import { type EncoderFolder, findEncoders } from './openEncoders';

export async function listModels(store: Store, config: EngineConfig): Promise<Output<'models'>> {
  const encoders = await Promise.all((await findEncoders(config)).map(encoderEntry));
  const llms = await Promise.all(
    (await findGgufs([config.models, ...config.modelFolders])).map(({ path, bytes }) => ggufEntry(store, path, bytes)),
  );
  return { encoders, llms, folders: [...config.modelFolders] };
}

async function encoderEntry({ dir }: EncoderFolder): Promise<ModelEntry> {
  const manifest = await readEncoderManifest(dir);
  const model = manifest.files.find((file) => file.path.endsWith('.onnx'));
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
  };
}

async function ggufEntry(store: Store, path: string, bytes: number): Promise<ModelEntry> {
  const entry = { id: basename(path, '.gguf'), name: basename(path), path, bytes, sha256: '', licence: '', ready: false, reason: '' };
  try {
    const facts = await inspectGguf(path);
    return { ...entry, name: facts.name || entry.name, licence: facts.licence, sha256: await modelSha256(store, path), ready: true };
  } catch (thrown) {
    return { ...entry, reason: toAppError(thrown).message };
  }
}

/** The files of an encoder, read and held against its manifest. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { AppError } from '../../../shared/errors';
import { externalData } from './externalData';
import { encoderIdentity } from './identity';
import { knownHash } from './knownHash';
import { type EncoderManifest, graphFile, isGguf, tokenizerFolder } from './manifest';

export interface ModelFiles {
  /** The graph's bytes; its path where weights lie in files beside it, which the runtime finds from there. */
  readonly graph: Uint8Array | string;
  readonly graphPath: string;
  readonly graphSha256: string;
}

const hashOf = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/**
 * @throws MODEL_MISSING where a file is not there, MODEL_FAILED where one is not the file that the manifest names
 * or the graph keeps weights in a file that the manifest does not list
 */
export async function readModelFiles(dir: string, manifest: EncoderManifest): Promise<ModelFiles> {
  const entry = graphFile(manifest);
  if (!entry) throw new AppError('MODEL_FAILED', `${dir}/manifest.json names no .onnx file.`, 'List it under "files".');
  for (const file of manifest.files) if (file !== entry) await verify(dir, file, await hashFile(join(dir, file.path)));
  const graphPath = join(dir, entry.path);
  const bytes = await readFile(graphPath).catch(() => {
    throw missing(graphPath);
  });
  await verify(dir, entry, { sha256: hashOf(bytes), bytes: bytes.length });
  const beside = externalFiles(entry.path, bytes);
  const unlisted = beside.find((path) => !manifest.files.some((file) => file.path === path));
  if (unlisted) {
    throw new AppError(
      'MODEL_FAILED',
      `${graphPath} keeps weights in ${unlisted}, which its manifest does not list.`,
      `Write the manifest again: pepita models add ${dir} --force`,
    );
  }
  return { graph: beside.length > 0 ? graphPath : bytes, graphPath, graphSha256: entry.sha256 };
}

/** Files with weights outside the graph, as paths below the encoder's folder. @throws MODEL_FAILED where one lies outside it */
export function externalFiles(graphPath: string, bytes: Uint8Array): string[] {
  return externalData(bytes).map((location) => {
    const path = posix.join(dirname(graphPath).replaceAll('\\', '/'), location);
    if (!path.startsWith('..') && !/^([/\\]|[a-zA-Z]:)/.test(location)) return path;
    throw new AppError(
      'MODEL_FAILED',
      `${graphPath} keeps weights outside its folder (${location}).`,
      'Put all files of the model into one folder.',
    );
  });
}

/** A listed file's size and SHA-256 as they are. @throws MODEL_MISSING */
export async function hashFile(path: string): Promise<{ bytes: number; sha256: string }> {
  const found = await stat(path).catch(() => {
    throw missing(path);
  });
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return { bytes: found.size, sha256: hash.digest('hex') };
}

/** tokenizer.json and tokenizer_config.json ('' where the latter is not there). @throws MODEL_MISSING */
export async function readTokenizerFiles(dir: string, folder: string): Promise<{ json: string; config: string; path: string }> {
  const path = join(dir, folder, 'tokenizer.json');
  const json = await readFile(path, 'utf8').catch(() => {
    throw noTokenizer(path);
  });
  return { json, path, config: await readFile(join(dir, folder, 'tokenizer_config.json'), 'utf8').catch(() => '') };
}

/** @throws MODEL_MISSING where a listed file is not there, MODEL_FAILED where one is not the file that the manifest names */
export async function verifyFiles(dir: string, manifest: EncoderManifest): Promise<void> {
  for (const file of manifest.files) await verify(dir, file, await hashFile(join(dir, file.path)));
}

/** The identity that vectors of this encoder carry, without opening its graph. @throws MODEL_MISSING without a tokenizer */
export async function identityOf(dir: string, manifest: EncoderManifest): Promise<string> {
  if (isGguf(manifest)) return encoderIdentity(manifest, ['', '']);
  const folder = join(dir, tokenizerFolder(manifest));
  const path = join(folder, 'tokenizer.json');
  const json = await knownHash(path);
  if (json === undefined) throw noTokenizer(path);
  return encoderIdentity(manifest, [json, (await knownHash(join(folder, 'tokenizer_config.json'))) ?? '']);
}

const noTokenizer = (path: string): AppError =>
  new AppError('MODEL_MISSING', `${path} is not there.`, 'Put the tokenizer.json of the model beside its .onnx file.');

const missing = (path: string): AppError =>
  new AppError('MODEL_MISSING', `${path} is not there.`, 'Fetch or build the model again: see models/README.md.');

async function verify(dir: string, entry: EncoderManifest['files'][number], found: { bytes: number; sha256: string }): Promise<void> {
  if (found.sha256 === entry.sha256) return;
  throw new AppError(
    'MODEL_FAILED',
    `${join(dir, entry.path)} is not the file that its manifest names (${found.bytes} of ${entry.bytes} bytes).`,
    `A half-finished download? Fetch or build it again; if it was changed on purpose: pepita models add ${dir} --force`,
    { expected: entry.sha256, found: found.sha256 },
  );
}

/** An embedding GGUF becomes an encoder: a folder in the workspace's models with its manifest and a link to the file. */
import { link, mkdir, readdir, realpath, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Output } from '../../../shared/contract';
import type { EncoderChoices } from '../../../shared/encoders';
import { AppError } from '../../../shared/errors';
import { checkEncoder } from '../embed/checkEncoder';
import { createGgufEncoder } from '../embed/ggufEncoder';
import { hashFile } from '../embed/modelFiles';
import { GGUF_OUTPUT, ggufManifest, notesOnGguf, proposeGguf } from '../embed/proposeGguf';
import { ggufParts } from '../llama/ggufFacts';
import { inspectEmbeddingGguf } from '../llama/inspectGguf';
import { openEmbedder } from '../llama/openEmbedder';
import { replaceJsonFile } from '../store/jsonFile';
import type { EngineConfig, EngineContext } from './context';
import { refuseTakenId } from './encoderPlace';
import { embedderRuntime } from './ggufEncoder';
import { listProposal } from './listProposal';

/** Characters of the longest text that an encoder is tried on. */
const LONG = 1_000_000;
const SENTENCE = 'O tribunal decidiu o recurso. ';

/**
 * The GGUF that a path names, or a folder holds where it holds no graph; undefined where it is none.
 * @param chosen its name below the folder
 * @throws BAD_INPUT where a folder holds several
 */
export async function ggufAt(path: string, chosen: string | undefined): Promise<string | undefined> {
  if (/\.gguf$/i.test(path)) return path;
  const names = await readdir(path).catch((): string[] => []);
  if (chosen) return /\.gguf$/i.test(chosen) ? join(path, chosen) : undefined;
  if (names.some((name) => name === 'onnx' || name.endsWith('.onnx'))) return undefined;
  const ggufs = names.filter((name) => /\.gguf$/i.test(name) && !/-(?!00001)\d{5}-of-\d{5}\.gguf$/i.test(name));
  if (ggufs.length <= 1) return ggufs[0] && join(path, ggufs[0]);
  throw new AppError('BAD_INPUT', `${path} holds ${ggufs.length} GGUF files.`, `Name one of them: ${ggufs.join(', ')}.`, { ggufs });
}

async function inspect(path: string, choices: EncoderChoices) {
  if (!(await stat(path).catch(() => undefined))?.isFile())
    throw new AppError('NOT_FOUND', `There is no file ${path}.`, 'Name an embedding model as a .gguf file.');
  const facts = { ...(await inspectEmbeddingGguf(path)), file: basename(path).replace(/(-\d{5}-of-\d{5})?\.gguf$/i, '') };
  return { facts, proposal: proposeGguf(facts, choices) };
}

const folderOf = (config: EngineConfig, id: string): string => join(config.modelFolders[0]!, id);
const isFile = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined)) !== undefined;

export async function inspectGgufEncoder(
  { config }: EngineContext,
  path: string,
  choices: EncoderChoices,
): Promise<Output<'inspectEncoder'>> {
  const { facts, proposal } = await inspect(path, choices);
  return {
    path,
    graph: { path: basename(path), inputs: [], outputs: [{ name: GGUF_OUTPUT, dims: [1, facts.dimensions] }] },
    tokenizer: { kind: facts.tokenizer, vocabulary: facts.vocabulary },
    proposal: listProposal(proposal),
    notes: notesOnGguf(facts),
    has_manifest: await isFile(join(folderOf(config, proposal.id.value), 'manifest.json')),
  };
}

/** @throws USAGE where a manifest is there (without force) or the id is taken, MODEL_FAILED where a check fails: nothing is written then */
export async function addGgufEncoder(
  context: EngineContext,
  path: string,
  choices: EncoderChoices,
  force: boolean,
): Promise<Output<'addEncoder'>> {
  const { config } = context;
  const { facts, proposal } = await inspect(path, choices);
  const id = proposal.id.value;
  const dir = folderOf(config, id);
  const manifestPath = join(dir, 'manifest.json');
  if (!force && (await isFile(manifestPath)))
    throw new AppError('USAGE', `${manifestPath} is there already.`, 'Use --force to write it anew, or another --id.', {
      path: manifestPath,
    });
  await refuseTakenId(config, id, dir);
  const parts = ggufParts(path);
  const files = [];
  for (const part of parts) files.push({ path: basename(part), ...(await hashFile(part)) });
  const manifest = ggufManifest(facts, proposal, files);
  const model = await openEmbedder({ modelPath: path, maxTokens: manifest.max_tokens, ...embedderRuntime(config.threads) });
  const encoder = createGgufEncoder(manifest, model, { sha256: files[0]!.sha256, identity: '' });
  try {
    const checks = await checkEncoder(encoder, SENTENCE.repeat(Math.ceil(LONG / SENTENCE.length)));
    await mkdir(dir, { recursive: true });
    for (const part of parts) await linkTo(part, join(dir, basename(part)));
    await replaceJsonFile(manifestPath, manifest, 2);
    context.reopenEncoder(id);
    return { id, path: manifestPath, linked: dir, proposal: listProposal(proposal), batch_rows: 1, checks, notes: notesOnGguf(facts) };
  } finally {
    await encoder.dispose();
  }
}

/** On Windows a symbolic link to a file needs rights that a hard link does not. */
async function linkTo(file: string, at: string): Promise<void> {
  const there = await realpath(at).catch(() => undefined);
  if (there === (await realpath(file))) return;
  if (there !== undefined)
    throw new AppError('USAGE', `${at} is another file.`, `Choose another --id, or take ${dirname(at)} away.`, { path: at });
  await symlink(file, at, 'file').catch(() =>
    link(file, at).catch((error: unknown) => {
      throw new AppError(
        'BAD_INPUT',
        `${at} could not be made as a link to ${file}: ${error instanceof Error ? error.message : String(error)}`,
        `Move the file to ${at}, and add it from there.`,
      );
    }),
  );
}

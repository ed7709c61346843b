/** GGUF files that can write, as far as their headers tell: what may be offered, and taken where none is named. */
import { join } from 'node:path';
import { type AppError, toAppError } from '../../../shared/errors';
import { findGgufs, type GgufFile } from '../llama/findGgufs';
import type { GgufFacts } from '../llama/ggufFacts';
import { inspectGguf } from '../llama/inspectGguf';
import type { EngineConfig } from './context';
import { type EncoderFolder, findEncoders } from './openEncoders';

export interface ChatGguf extends GgufFile {
  /** Of a file that is whole; else what is wrong with it. */
  readonly facts: GgufFacts | AppError;
}

/** Without encoders: those that were added as such, and those whose header says so. Broken files are among it, so that they can be told of. */
export async function chatGgufs(config: EngineConfig, encoders?: readonly EncoderFolder[]): Promise<ChatGguf[]> {
  const added = new Set((encoders ?? (await findEncoders(config))).flatMap(filesOf));
  const files = (await findGgufs([config.models, ...config.modelFolders])).filter(({ path }) => !added.has(path));
  const read = await Promise.all(files.map(async (file) => ({ ...file, facts: await inspectGguf(file.path).catch(toAppError) })));
  return read.filter(({ facts }) => !('encoder' in facts && facts.encoder));
}

const filesOf = ({ dir, manifest }: EncoderFolder): string[] => manifest.files.map(({ path }) => join(dir, path));

/** What a GGUF says of itself, without loading its weights. */
import { basename } from 'node:path';
import { AppError } from '../../../shared/errors';
import { type EmbeddingFacts, embeddingFacts } from './embeddingFacts';
import { checkWhole, type GgufFacts, ggufFacts } from './ggufFacts';
import { checkGgufHeader } from './ggufHeader';
import { loadLib, reasonOf } from './runtime';

/** Long lists that a header may hold and that nothing here asks for. */
const LISTS = ['tokens', 'merges', 'scores', 'token_type'].map((key) => `tokenizer.ggml.${key}`);

/** @throws MODEL_FAILED where it is no whole GGUF */
export async function inspectGguf(path: string): Promise<GgufFacts> {
  const { header, parameters } = await readHeader(path);
  return ggufFacts(path, header, parameters);
}

/** The same of one that is to write. @throws MODEL_FAILED where it is no whole GGUF, or an encoder */
export async function inspectChatGguf(path: string): Promise<GgufFacts> {
  const facts = await inspectGguf(path);
  if (!facts.encoder) return facts;
  throw new AppError(
    'MODEL_FAILED',
    `${basename(path)} is an encoder (${facts.encoder}): it gives vectors and writes no text.`,
    `Name a chat model with --model: pepita models lists them. This one can make an index: pepita models add ${path}.`,
    { path },
  );
}

/** The same of one that is to give vectors. @throws MODEL_FAILED where it is no whole GGUF, BAD_INPUT where it gives none */
export async function inspectEmbeddingGguf(path: string): Promise<GgufFacts & EmbeddingFacts> {
  const { header, parameters } = await readHeader(path);
  return { ...ggufFacts(path, header, parameters), ...embeddingFacts(path, header) };
}

async function readHeader(path: string) {
  await checkGgufHeader(path);
  const lib = await loadLib();
  const header = await lib
    .readGgufFileInfo(path, { sourceType: 'filesystem', logWarnings: false, ignoreKeys: LISTS })
    .catch((error: unknown) => {
      throw new AppError(
        'MODEL_FAILED',
        `${basename(path)} is no whole GGUF file: ${reasonOf(error)}`,
        'A half-finished download? Fetch it again.',
        { path },
      );
    });
  const insights = await lib.GgufInsights.from(header);
  await checkWhole(path, header, insights.modelSize);
  return { header, parameters: insights.totalParameters };
}

/** Any GGUF as a giver of vectors: tokens in, one vector out, pooled as the file says. */
import { basename } from 'node:path';
import { AppError } from '../../../shared/errors';
import { inspectGguf } from './inspectGguf';
import { openRuntime, type RuntimeOptions, reasonOf, type Token } from './runtime';

export interface EmbedderOptions extends RuntimeOptions {
  readonly modelPath: string;
  /** Tokens of the longest text, special ones included. */
  readonly maxTokens: number;
}

export interface Embedder {
  /** Tokens of a text alone. */
  tokens(text: string): number[];
  /** Special tokens that are put around those of a text. */
  readonly added: number;
  /** Read where a text has no token at all. */
  readonly filler: number;
  /** One text at a time: a batch of several would round otherwise than each alone. Not normalised. */
  vector(tokens: readonly number[]): Promise<readonly number[]>;
  dispose(): Promise<void>;
}

/** @throws MODEL_FAILED where the file does not load */
export async function openEmbedder(options: EmbedderOptions): Promise<Embedder> {
  const { modelPath, maxTokens } = options;
  await inspectGguf(modelPath);
  const { llama, said } = await openRuntime(options);
  try {
    // As for chat (measurePace.ts): on the processor a vector must not depend on the number of threads.
    const model = await llama.loadModel({ modelPath, ...(llama.gpu === false && { defaultContextFlashAttention: false }) });
    const room = maxTokens + 8;
    // A text is read in one batch: a mean over its tokens can't be had in parts.
    const context = await model.createEmbeddingContext({ contextSize: room, batchSize: room, threads: llama.maxThreads });
    const some = model.tokenize('a').slice(0, 1);
    const { bos, eos } = model.tokens;
    return {
      tokens: (text) => model.tokenize(text),
      added: context.calculateInputLength(some) - some.length,
      filler: bos ?? eos ?? some[0] ?? 0,
      vector: async (tokens) => (await context.getEmbeddingFor(tokens as Token[])).vector,
      dispose: async () => {
        await context.dispose();
        await model.dispose();
        await llama.dispose();
      },
    };
  } catch (error) {
    await llama.dispose();
    throw new AppError(
      'MODEL_FAILED',
      `${basename(modelPath)} does not load as an encoder: ${reasonOf(error)}`,
      'If memory is short, use a smaller model or fewer --max-tokens; else the file may be damaged: fetch it again.',
      { path: modelPath, said },
    );
  }
}

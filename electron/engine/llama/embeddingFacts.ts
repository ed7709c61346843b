/** What a GGUF's header says of the vectors that it gives. */
import { basename } from 'node:path';
import { AppError } from '../../../shared/errors';

export type GgufPooling = 'mean' | 'cls' | 'last';

export interface EmbeddingFacts {
  /** How llama.cpp makes one vector of a text; it follows the file, and where the file says nothing takes the last token's. */
  readonly pooling: GgufPooling;
  readonly poolingStated: boolean;
  readonly dimensions: number;
  /** Tokens that the model was trained to read at once; 0 where it does not say. */
  readonly context: number;
  /** Whether llama.cpp puts the end token after a text: `null` where the file does not say. */
  readonly addsEnd: boolean | null;
  /** Kind of tokenizer: gpt2 (byte-level BPE), llama (SentencePiece), bert … */
  readonly tokenizer: string;
  readonly vocabulary: number;
}

/** llama.cpp's numbers: 0 none, 1 mean, 2 cls, 3 last, 4 rank. */
const POOLING: Readonly<Record<number, GgufPooling>> = { 0: 'last', 1: 'mean', 2: 'cls', 3: 'last' };

/** @throws BAD_INPUT for a reranker, whose answer is no vector */
export function embeddingFacts(
  path: string,
  header: { readonly metadata: unknown; readonly architectureMetadata: unknown },
): EmbeddingFacts {
  const architecture = header.architectureMetadata as Readonly<Record<string, unknown>>;
  const ggml = (header.metadata as { tokenizer?: { ggml?: Readonly<Record<string, unknown>> } }).tokenizer?.ggml ?? {};
  const stated = architecture['pooling_type'];
  const pooling = POOLING[Number(stated ?? 0)];
  if (!pooling)
    throw new AppError(
      'BAD_INPUT',
      `${basename(path)} does not give vectors: its pooling is number ${String(stated)} (4: a reranker).`,
      'Choose an embedding model, Qwen3-Embedding for one.',
    );
  const end = ggml['add_eos_token'];
  return {
    pooling,
    poolingStated: stated !== undefined && Number(stated) !== 0,
    // Some models give other vectors than they reckon with.
    dimensions: Number(architecture['embedding_length_out'] ?? architecture['embedding_length'] ?? 0),
    context: Number(architecture['context_length'] ?? 0),
    addsEnd: typeof end === 'boolean' ? end : null,
    tokenizer: String(ggml['model'] ?? 'unknown'),
    vocabulary: Number(architecture['vocab_size'] ?? 0),
  };
}

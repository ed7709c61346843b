/** Texts to vectors. */
import type { RemoteUsage } from '../../../shared/endpoints';

export interface EncoderInfo {
  readonly id: string;
  readonly name: string;
  readonly dimensions: number;
  /** Tokens that one text may have, special tokens included. */
  readonly max_tokens: number;
  /** SHA-256 of the ONNX file, hex. */
  readonly sha256: string;
  /** SHA-256 over everything that changes a vector: graph, tokenizer, pooling, prefixes … Vectors are kept under it. */
  readonly identity: string;
  readonly licence: string;
  /** The collection that it was fitted to; null for one that is for any text. */
  readonly fitted_to: string | null;
}

export interface EmbedResult {
  /** n × dimensions, row-major, each row of L2 norm 1. */
  readonly vectors: Float32Array;
  /** Tokens of each text that were read, special tokens included. */
  readonly tokens: Int32Array;
  /** UTF-16 code units of each text that the encoder read (less than its length where truncated). */
  readonly used_chars: Int32Array;
}

export interface EmbedOptions {
  readonly signal?: AbortSignal;
  /** Called after each batch with the number of texts done so far. */
  readonly onBatch?: (done: number) => void;
}

export interface Encoder {
  readonly info: EncoderInfo;
  /** Calls that are worth being open at once; 1 where it is not there. */
  readonly lanes?: number;
  /** Embeds texts; the role chooses the model's prefix. Order is kept. */
  embed(texts: readonly string[], role: 'query' | 'passage', options?: EmbedOptions): Promise<EmbedResult>;
  /** What a remote endpoint was sent so far; not there where nothing leaves the machine. */
  usage?(): RemoteUsage;
  dispose(): Promise<void>;
}

/** Exact inner products. `matrix` is rows × dims, `queries` m × dims, both row-major; the answer is rows × m, row-major. */
export interface DotScorer {
  score(matrix: Float32Array, dims: number, queries: Float32Array): Promise<Float32Array>;
}

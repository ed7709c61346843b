/** What the steps need of a remote endpoint, as interfaces: remote/ stands behind them, and only use/ joins the two. */
import type { RemoteUsage } from '../../shared/endpoints';

export interface RemoteCall {
  readonly signal?: AbortSignal;
}

export interface ChatRequest {
  readonly system: string;
  readonly user: string;
  /** JSON schema that the answer is bound to. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly maxTokens: number;
  readonly temperature: number;
  readonly seed: number;
  /** Tokens of the prompt as they were counted here: for the limits, and where the server does not tell. */
  readonly promptTokens: number;
}

export interface ChatReply {
  readonly content: string;
  /** The server's `finish_reason`: `stop`, `length` … */
  readonly finish: string;
  readonly promptTokens: number;
  readonly answerTokens: number;
  /** The model's name and fingerprint as the server gives them, '' where it doesn't. */
  readonly served: string;
  /** What of the request the server refused, so that it was asked without. */
  readonly dropped: readonly string[];
}

export interface RemoteChat {
  readonly host: string;
  readonly model: string;
  readonly contextSize: number;
  readonly reasoningEffort: string | null;
  readonly concurrency: number;
  /** Whether the server counts tokens itself. */
  readonly tokenizer: boolean;
  /** Tokens of a text, and where each begins (code units, ascending). Only where `tokenizer` is. */
  tokenStarts(text: string, options?: RemoteCall): Promise<Uint32Array>;
  /** @throws ENDPOINT_OFF, ENDPOINT_FAILED, CANCELLED; MODEL_FAILED where this one request is refused */
  complete(request: ChatRequest, options?: RemoteCall): Promise<ChatReply>;
  usage(): RemoteUsage;
}

export interface RemoteEmbeddings {
  readonly host: string;
  readonly model: string;
  /** Values to ask for; null: as many as the model gives. */
  readonly dimensions: number | null;
  readonly concurrency: number;
  /**
   * One vector for each text, in their order, as the server gave them.
   * @param tokens of the texts together, as counted here
   * @throws as `complete`; MODEL_FAILED where the answer is not one finite, non-zero vector of the same length for each text
   */
  embed(texts: readonly string[], tokens: number, options?: RemoteCall): Promise<Float32Array[]>;
  usage(): RemoteUsage;
}

/** What the reading of a document needs of a language model: llama/openChatModel.ts gives it, tests script it. */

export interface Messages {
  readonly system: string;
  readonly user: string;
}

/** A JSON schema: objects, arrays, strings and what node-llama-cpp's grammars and OpenAI-like servers both know. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface AskOptions {
  /** What the answer is bound to; without it the model says what it likes. It comes from the profile, and may differ from call to call. */
  readonly schema?: JsonSchema;
  /** Tokens that the answer may have. */
  readonly maxTokens: number;
  readonly temperature: number;
  readonly seed: number;
  readonly signal?: AbortSignal;
}

/** `eog`: the model ended · `complete`: the JSON is closed · `maxTokens` · `loop`: it went round in circles and was stopped. */
export type StopReason = 'eog' | 'complete' | 'maxTokens' | 'loop';

export interface Answer {
  readonly raw: string;
  readonly stop: StopReason;
  readonly promptTokens: number;
  readonly answerTokens: number;
  /** What a reader of the trace must know of this answer beside its stop reason, JSON-safe: it goes into the trace's parameters. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

export interface ChatModel {
  /** Tokens of prompt and answer together. Nothing that is longer is ever given to the model. */
  readonly contextSize: number;
  /** Name of the chat template's wrapper. */
  readonly template: string;
  count(text: string): number;
  /** Where tokens are counted elsewhere: a counter for the parts of one text, made before its windows are cut. */
  counterFor?(text: string, signal?: AbortSignal): Promise<(part: string) => number>;
  /** Tokens of the messages in the model's chat template. */
  countMessages(messages: Messages): number;
  /**
   * @throws CANCELLED at once when the signal is aborted (what runs ends by itself, and the next call waits for it);
   *   INTERNAL where messages and answer don't fit the context
   */
  ask(messages: Messages, options: AskOptions): Promise<Answer>;
  dispose(): Promise<void>;
}

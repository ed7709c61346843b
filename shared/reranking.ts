/** What a language model made of the head of a ranking: a new order, a reason for each document that it named, and how it came about. */
import { z } from 'zod';

/** One question to the model: the candidates in the order in which it saw them, and what it answered. */
export const RerankWindow = z.object({
  /** Rank of its first candidate at that moment, from 1. */
  first_rank: z.int(),
  /** Document ids as they were shown; the model knows them by their number. */
  shown: z.array(z.string()),
  /** Those that it named, best first. */
  named: z.array(z.string()),
  raw: z.string(),
  stop_reason: z.string(),
  prompt_tokens: z.int(),
  answer_tokens: z.int(),
  /** Numbers that stand for no candidate, and such as were named again: dropped. */
  invented: z.array(z.string()),
  repeated: z.array(z.string()),
  /** `kept`: nothing could be read, or the request failed, and the candidates kept their order. */
  state: z.enum(['whole', 'salvaged', 'kept']),
  /** What the server told beside, JSON. */
  facts: z.string(),
});
export type RerankWindow = Readonly<z.infer<typeof RerankWindow>>;

export const RerankedDocument = z.object({ doc_id: z.string(), reason: z.string() });
export type RerankedDocument = Readonly<z.infer<typeof RerankedDocument>>;

/** One query's candidates anew; the same question is not asked twice. */
export const Reranking = z.object({
  collection: z.string(),
  /** SHA-256 over model, prompt, parameters, the query's text, and the candidates with what was shown of them. */
  key: z.string(),
  query_id: z.string(),
  /** Every candidate, in the new order. */
  order: z.array(z.string()),
  /** The documents that the model returned, best first, each with its one line. */
  returned: z.array(RerankedDocument),
  windows: z.array(RerankWindow),
  warnings: z.array(z.string()),
  seconds: z.number(),
  at: z.string(),
});
export type Reranking = Readonly<z.infer<typeof Reranking>>;

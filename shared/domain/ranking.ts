/** How documents are ranked. */
import { z } from 'zod';
import { ApproximateUse } from '../approximate';
import { NuggetSource } from './source';

export const Unit = z.enum(['nugget', 'passage', 'document', 'summary']);
export type Unit = z.infer<typeof Unit>;
export const Ranker = z.enum(['dense', 'bm25', 'hybrid']);
export type Ranker = z.infer<typeof Ranker>;

/**
 * Units → documents: `max` (first evidence) · `mean:K` (mean of the top K) · `by-sentence` (mean over the query's sentences
 * of the best unit) · `sum` · `log-sum` (ln Σ eˢ, a smooth maximum) · `count-damped` (sum over the root of how many).
 */
export const Aggregate = z
  .string()
  .regex(/^(max|by-sentence|sum|log-sum|count-damped|mean:[1-9]\d{0,3})$/, 'one of max, mean:K, by-sentence, sum, log-sum, count-damped');
export type Aggregate = z.infer<typeof Aggregate>;

/** `weighted`: the weighted mean of normalised scores · `rrf`: reciprocal rank fusion, the weighted mean of 1 / (k + rank). */
export const Fusion = z.enum(['weighted', 'rrf']);
export type Fusion = z.infer<typeof Fusion>;
/** How the scores of a part are made comparable before they are weighted, over all documents that any part lists. */
export const Normalisation = z.enum(['min-max', 'z-score', 'none']);
export type Normalisation = z.infer<typeof Normalisation>;

/**
 * In which words a query is searched: `as-is`: its own text · `q_F`: the facts, which are that text unless somebody edited them ·
 * `q_I`: the issue phrases, joined by pipes · `q_FI`: the facts and, on a line of its own, the issues · `union`: each of the
 * three is searched, and what they find is united.
 */
export const QueryForm = z.enum(['as-is', 'q_F', 'q_I', 'q_FI', 'union']);
export type QueryForm = z.infer<typeof QueryForm>;

/** One ranking inside a ranking: alone, or fused with others. */
export const RankingPart = z.object({
  /** Unique among the parts: `dense nugget`, `bm25 document`; with the encoder where that alone tells two apart. */
  name: z.string(),
  unit: Unit,
  ranker: z.enum(['dense', 'bm25']),
  aggregate: Aggregate,
  /** Encoder id and hash of its graph; '' for bm25. */
  encoder: z.string(),
  encoder_sha256: z.string(),
  /** Hash over everything that changes its vectors: graph, tokenizer, pooling, prefixes, lengths. */
  encoder_identity: z.string(),
  weight: z.number().min(0),
  /** There where the part was not searched exactly. */
  approximate: ApproximateUse.optional(),
});
export type RankingPart = Readonly<z.infer<typeof RankingPart>>;

/** The full configuration of a ranking; it travels with every run. */
export const RankingConfig = z.object({
  collection: z.string(),
  unit: Unit,
  ranker: Ranker,
  aggregate: Aggregate,
  /** Of the dense part that goes with `unit`; '' for bm25. */
  encoder: z.string(),
  encoder_sha256: z.string(),
  encoder_identity: z.string(),
  /** Which extractor's nuggets: 'any' or one of them. */
  extractor: z.union([z.literal('any'), NuggetSource]),
  /** Units kept before aggregation (N). */
  candidates: z.int(),
  k1: z.number(),
  b: z.number(),
  /** Share of BM25 in the hybrid, 0–1. */
  bm25_weight: z.number(),
  fusion: Fusion,
  normalisation: Normalisation,
  /** k of reciprocal rank fusion. */
  rrf_k: z.number(),
  /** What the ranking is made of: one part, or several that are fused. */
  parts: z.array(RankingPart),
  /** Runs of before there were formulations carry none of the three. */
  query_form: QueryForm.default('as-is'),
  /** Key of the formulations; '' for as-is. */
  formulation: z.string().default(''),
  /** Documents that each formulation gives to the union, 0 where there is none. */
  pool: z.int().default(0),
  tie_rule: z.literal('score descending (32-bit), then document id descending (bytes)'),
  pepita: z.string(),
});
export type RankingConfig = Readonly<z.infer<typeof RankingConfig>>;

/** One ranked document of one query. */
export interface Ranked {
  readonly doc_id: string;
  readonly score: number;
}

/** A ranking of many queries: what a TREC run file holds. */
export interface Run {
  readonly name: string;
  readonly rankings: ReadonlyMap<string, readonly Ranked[]>;
}

/** Approximate search: offered for large collections, never on by itself, always shown with how much of the exact ranking it finds. */
import { z } from 'zod';

/** Vectors of one unit from which on it is offered: below, the exact search takes a few hundredths of a second. */
export const APPROXIMATE_FROM = 200_000;

/** Held against the exact ranking of the same queries: shares from 0 to 1, means over the queries. */
export const Recall = z.object({
  /** Queries that it was measured on, drawn by the seed from `of`. */
  queries: z.int(),
  of: z.int(),
  /** The collection's own, or what the user had searched. */
  asked: z.enum(['collection', 'searched']),
  seed: z.int(),
  /** Units kept before aggregation (N). */
  candidates: z.int(),
  /** Of the first 10, 100 and N units of the exact ranking, those among the first 10, 100 and N of the approximate one. */
  units: z.object({ at_10: z.number(), at_100: z.number(), at_n: z.number() }),
  /** The same of documents by their best unit. */
  documents: z.object({ at_10: z.number(), at_100: z.number() }),
  /** Queries whose ten first documents are the same in the same order. */
  same_top_10: z.number(),
  /** Medians of a query, embedding left out; `speed`: how many times as fast, the median over the queries. */
  exact_ms: z.number(),
  approximate_ms: z.number(),
  speed: z.number(),
  measured_at: z.string(),
});
export type Recall = Readonly<z.infer<typeof Recall>>;

/** How an index is made and asked. */
export const ApproximateKind = z.object({
  /** How LanceDB keeps vectors within a group: in four bits a dimension, or whole where the dimensions are no multiple of eight. */
  kind: z.enum(['IVF_RQ', 'IVF_FLAT']),
  /** Groups of near vectors; those nearest to the query are looked through, and more where they hold too few units. */
  partitions: z.int(),
  probes: z.int(),
  /** Vectors in it. */
  rows: z.int(),
});

/** In a run's configuration: that its part was not searched exactly, and what is known of that. */
export const ApproximateUse = ApproximateKind.extend({
  built_at: z.string(),
  /** null: not measured. */
  recall: Recall.nullable(),
});
export type ApproximateUse = Readonly<z.infer<typeof ApproximateUse>>;

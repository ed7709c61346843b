/** Runs against judgments. */
import { z } from 'zod';
import { Judgment, Progress, Query } from '../domain';
import { CollectionId, call, NoEvent } from './call';
import { KeptRun } from './rescoring';

export const Convention = z.enum(['trec_eval', 'jua']);
export type Convention = z.infer<typeof Convention>;

/** A document of a run that the collection does not hold; only where a collection is named. */
const UnknownDocument = z.object({ run: z.string(), doc_id: z.string(), queries: z.int() });

export const EvaluateOutput = z.object({
  convention: Convention,
  runs: z.array(
    z.object({
      name: z.string(),
      means: z.record(z.string(), z.number()),
      /** Measure → ends of the 95 % bootstrap interval of its mean (10,000 samples, seed 1); only where asked for. */
      ci95: z.record(z.string(), z.tuple([z.number(), z.number()])).optional(),
      per_query: z.record(z.string(), z.record(z.string(), z.number())).optional(),
    }),
  ),
  /** Judged queries: the denominator. */
  queries: z.int(),
  /** Judged queries that a run does not answer (they count 0). */
  missing: z.array(z.object({ run: z.string(), query_id: z.string() })),
  /** Queries of a run that have no judgments. */
  ignored: z.array(z.object({ run: z.string(), query_id: z.string() })),
  unknown: z.array(UnknownDocument).default([]),
});
export type EvaluateOutput = z.infer<typeof EvaluateOutput>;

const PValue = z.object({
  /** null with fewer than two queries. */
  p: z.number().nullable(),
  /** After Holm's correction over the pairs in which the measure is compared. */
  corrected: z.number().nullable(),
});

/** Runs against each other over the judged queries. */
export const CompareRunsOutput = z.object({
  convention: Convention,
  measures: z.array(z.string()),
  /** Judged queries. */
  queries: z.int(),
  /** The run that all others are held against; null: each pair. */
  baseline: z.string().nullable(),
  runs: z.array(
    z.object({ name: z.string(), means: z.record(z.string(), z.number()), ci95: z.record(z.string(), z.tuple([z.number(), z.number()])) }),
  ),
  pairs: z.array(
    z.object({
      measure: z.string(),
      run: z.string(),
      against: z.string(),
      /** Mean of run − against, and its 95 % bootstrap interval. */
      difference: z.number(),
      ci95: z.tuple([z.number(), z.number()]),
      wins: z.int(),
      ties: z.int(),
      losses: z.int(),
      t: PValue,
      wilcoxon: PValue,
      randomisation: PValue,
    }),
  ),
  /** How alike the rankings are to rank 100, whatever is relevant: mean Kendall's τ over shared documents, rank-biased overlap (p = .9). */
  likeness: z.array(
    z.object({ run: z.string(), against: z.string(), tau: z.number().nullable(), rbo: z.number().nullable(), queries: z.int() }),
  ),
  /** Query → run → measure → value, for the queries that are judged. */
  per_query: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.number()))),
  missing: z.array(z.object({ run: z.string(), query_id: z.string() })),
  ignored: z.array(z.object({ run: z.string(), query_id: z.string() })),
  unknown: z.array(UnknownDocument).default([]),
});
export type CompareRunsOutput = z.infer<typeof CompareRunsOutput>;

const Judged = z.object({
  qrels: z.string().optional(),
  collection: CollectionId.optional(),
  measures: z.array(z.string()).min(1).default(['ndcg@10', 'map@10', 'mrr@10']),
  convention: Convention.default('trec_eval'),
});

export const evaluationCalls = {
  queries: call(
    'read',
    z.object({ collection: CollectionId }),
    z.object({ queries: z.array(Query), judgments: z.array(Judgment) }),
    NoEvent,
  ),
  evaluate: call(
    'read',
    Judged.extend({
      runs: z.array(z.string().min(1)).min(1),
      per_query: z.boolean().default(false),
      intervals: z.boolean().default(false),
    }),
    EvaluateOutput,
    NoEvent,
  ),
  compareRuns: call(
    'read',
    Judged.extend({
      /** Run files. */
      runs: z.array(z.string().min(1)).default([]),
      /** Runs of the collection that the workspace keeps; they come after the files. */
      kept: z.array(KeptRun).max(50).default([]),
      baseline: z.string().optional(),
    }),
    CompareRunsOutput,
    Progress,
  ),
} as const;

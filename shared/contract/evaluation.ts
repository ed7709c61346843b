/** Runs against judgments. */
import { z } from 'zod';
import { Judgment, Query } from '../domain';
import { CollectionId, call, NoEvent } from './call';

export const Convention = z.enum(['trec_eval', 'jua']);
export type Convention = z.infer<typeof Convention>;

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
});
export type EvaluateOutput = z.infer<typeof EvaluateOutput>;

export const evaluationCalls = {
  queries: call(
    'read',
    z.object({ collection: CollectionId }),
    z.object({ queries: z.array(Query), judgments: z.array(Judgment) }),
    NoEvent,
  ),
  evaluate: call(
    'read',
    z.object({
      runs: z.array(z.string().min(1)).min(1),
      qrels: z.string().optional(),
      collection: CollectionId.optional(),
      measures: z.array(z.string()).default(['ndcg@10', 'map@10', 'mrr@10']),
      convention: Convention.default('trec_eval'),
      per_query: z.boolean().default(false),
      intervals: z.boolean().default(false),
    }),
    EvaluateOutput,
    NoEvent,
  ),
} as const;

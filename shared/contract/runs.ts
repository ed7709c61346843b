/** Runs that the workspace keeps: listed, ranked anew by other rules, removed. */
import { z } from 'zod';
import { Aggregate, Fusion, Normalisation, RankingConfig } from '../domain';
import { CollectionId, call, NoEvent } from './call';
import { Convention } from './evaluation';
import { ScorePart } from './ranking';

export const RunHead = z.object({ id: z.string(), name: z.string(), created_at: z.string(), config: RankingConfig.loose() });
export type RunHead = z.infer<typeof RunHead>;

export const RescoredDocument = z.object({
  rank: z.int(),
  doc_id: z.string(),
  title: z.string(),
  score: z.number(),
  tied: z.boolean(),
  parts: z.array(ScorePart),
  /** Units among the candidates, and the best of these. */
  matched: z.int(),
  units: z.array(z.object({ id: z.string(), score: z.number() })),
  /** Its rank in the run as it was made, null where it was not ranked. */
  before: z.int().nullable(),
  /** Judged grade, null where it is not judged. */
  grade: z.int().nullable(),
});

/** Measure → value: in the mean over the judged queries, and of each. */
const Values = z.record(z.string(), z.number());
export const Measured = z.object({ means: Values, per_query: z.record(z.string(), Values) });

export const RescoreOutput = z.object({
  /** As it is now. */
  config: RankingConfig.loose(),
  /** null where the collection has no judgments. */
  before: Measured.nullable(),
  after: Measured.nullable(),
  /** Judged queries. */
  queries: z.int(),
  /** For the query that was asked about. */
  ranking: z.array(RescoredDocument).nullable(),
});
export type RescoreOutput = z.infer<typeof RescoreOutput>;

export const runsCalls = {
  runs: call('read', z.object({ collection: CollectionId }), z.object({ runs: z.array(RunHead) }), NoEvent),
  removeRun: call('write', z.object({ collection: CollectionId, run_id: z.string() }), z.object({ removed: z.boolean() }), NoEvent),
  /** The documents of a kept run by other rules, from what it retrieved then: nothing is searched again. */
  rescore: call(
    'read',
    z.object({
      collection: CollectionId,
      run_id: z.string(),
      /** For each part of the run, in order; what is left out stays. */
      parts: z.array(z.object({ aggregate: Aggregate.optional(), weight: z.number().min(0).max(1000).optional() })).optional(),
      fusion: Fusion.optional(),
      normalisation: Normalisation.optional(),
      rrf_k: z.number().min(0).max(10_000).optional(),
      measures: z.array(z.string()).min(1).default(['ndcg@10', 'map@10', 'mrr@10']),
      convention: Convention.default('trec_eval'),
      /** Also the ranking of this query. */
      query_id: z.string().optional(),
      top: z.int().min(1).max(10_000).default(50),
    }),
    RescoreOutput,
    NoEvent,
  ),
} as const;

/** Runs that the workspace keeps: listed, ranked anew by other rules, removed. */
import { z } from 'zod';
import { Aggregate, Lang, RankingConfig, Unit } from '../domain';
import { CollectionId, call, NoEvent } from './call';
import { Convention } from './evaluation';
import { ScorePart } from './ranking';
import { RunReranking } from './reranking';
import { Rescoring } from './rescoring';

export const RunHead = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  config: RankingConfig.loose(),
  /** null where no model read it anew. */
  reranking: RunReranking.nullable(),
});
export type RunHead = z.infer<typeof RunHead>;

/** How the units of one part make its score of a document: contributions, `others` and `rest` add up to it. */
export const PartEvidence = z.object({
  part: z.string(),
  unit: Unit,
  aggregate: Aggregate,
  /** null where the part does not list the document. */
  score: z.number().nullable(),
  matched: z.int(),
  /** The best units, best first; '' for a text that is no more there. */
  units: z.array(z.object({ id: z.string(), text: z.string(), score: z.number(), contribution: z.number() })),
  /** What the units that are not told contribute. */
  others: z.number(),
  /** What comes from no unit: of log-sum how many match and how evenly; of by-sentence the floor of sentences that nothing matched. */
  rest: z.number(),
});
export type PartEvidence = z.infer<typeof PartEvidence>;

/** How a document came to its place in a reranked run. */
export const RerankedPlace = z.object({
  /** Its rank in the run before. */
  before: z.int(),
  /** `returned` by the model, with its reason; `below`: read, but not returned; `unread`: the model was not shown it. */
  state: z.enum(['returned', 'below', 'unread']),
  /** One line; '' where it was not returned, or where none was given. */
  reason: z.string(),
});
export type RerankedPlace = z.infer<typeof RerankedPlace>;

export const RescoredDocument = z.object({
  rank: z.int(),
  doc_id: z.string(),
  title: z.string(),
  court: z.string(),
  class: z.string(),
  date: z.string(),
  lang: Lang,
  score: z.number(),
  tied: z.boolean(),
  parts: z.array(ScorePart),
  /** Units among the candidates, and the best of these. */
  matched: z.int(),
  units: z.array(z.object({ id: z.string(), score: z.number() })),
  /** Of each part of the configuration, in order. */
  evidence: z.array(PartEvidence),
  /** Its rank in the run as it was made, null where it was not ranked. */
  before: z.int().nullable(),
  /** Judged grade, null where it is not judged. */
  grade: z.int().nullable(),
  /** Of a run that a model read anew, as it was made; else null. */
  reranked: RerankedPlace.nullable(),
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
  /** What to know before trusting it: documents that the run does not know, judged queries that it does not answer. */
  warnings: z.array(z.string()),
});
export type RescoreOutput = z.infer<typeof RescoreOutput>;

export const runsCalls = {
  runs: call('read', z.object({ collection: CollectionId }), z.object({ runs: z.array(RunHead) }), NoEvent),
  removeRun: call('write', z.object({ collection: CollectionId, run_id: z.string() }), z.object({ removed: z.boolean() }), NoEvent),
  /** The documents of a kept run by other rules, from what it retrieved then: nothing is searched again. */
  rescore: call(
    'read',
    Rescoring.extend({
      collection: CollectionId,
      run_id: z.string(),
      /** Without it, only the ranking of the query: no other is reckoned. As it was made, it is there also for a run without hits. */
      measured: z.boolean().default(true),
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

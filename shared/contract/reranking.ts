/** The head of a run read anew by a language model, and why each document stands where it does. */
import { z } from 'zod';
import { Progress, QueryForm } from '../domain';
import { EndpointName, RemoteUsage } from '../endpoints';
import { RerankWindow } from '../reranking';
import { CollectionId, call, NoEvent } from './call';
import { FormulationChoice } from './formulations';

/** How a model reads candidates anew; part of an experiment's run as well. */
export const RerankKnobs = z.object({
  /** A chat model's file; without it or an endpoint, the only one that is there. */
  model: z.string().optional(),
  /** A remote endpoint that is turned on: queries and summaries of the candidates are sent to it. */
  endpoint: EndpointName.optional(),
  /** Candidates of each query. */
  depth: z.int().min(2).max(1000).default(100),
  /** Documents that the model is to return, at most. */
  return: z.int().min(1).max(200).default(20),
  /** The case as the model is told it; without it q_FI where every query is formulated, else as-is. */
  query_form: QueryForm.exclude(['union']).optional(),
  formulation: FormulationChoice.optional(),
  /** Tokens that are shown of a candidate, at most. */
  candidate_tokens: z.int().min(24).max(20_000).default(400),
  /** Without it 0; .7 where repeats vary by the seed. */
  temperature: z.number().min(0).max(2).optional(),
  seed: z.int().min(0).max(1_000_000).default(7),
});
export type RerankKnobs = z.output<typeof RerankKnobs>;

export const RerankInput = RerankKnobs.extend({
  collection: CollectionId,
  /** Id of a kept run, or a run file. */
  run: z.string().min(1),
  /** Ids; the others keep their ranking. */
  queries: z.array(z.string().min(1)).min(1).optional(),
  repeats: z.int().min(1).max(20).default(1),
  /** What differs between repeats: the seed of the sampling, or the order in which candidates are shown (the first as ranked, the others shuffled). */
  vary: z.enum(['seed', 'order']).default('seed'),
  /** The run file; with repeats the second is FILE.2.EXT and so on. */
  out: z.string().min(1).optional(),
  name: z.string().min(1).max(80).optional(),
  measures: z.array(z.string()).min(1).default(['map', 'ndcg@10']),
});
export type RerankInput = z.output<typeof RerankInput>;

const Spread = z.object({
  values: z.array(z.number()),
  mean: z.number(),
  /** Sample standard deviation. */
  sd: z.number(),
  min: z.number(),
  max: z.number(),
  range: z.number(),
});

export const ReturnedDocument = z.object({
  doc_id: z.string(),
  /** In the reranked run, and in the run before. */
  rank: z.int(),
  before: z.int(),
  reason: z.string(),
});

/** What came of a reranking, over all of its repeats. */
const RerankOutcome = z.object({
  /** What stood for the candidates. */
  shown: z.object({ summary: z.int(), nugget: z.int(), passage: z.int() }),
  /** Questions, and those whose answer could not be read: their candidates kept their order. */
  windows: z.int(),
  kept_windows: z.int(),
  salvaged_windows: z.int(),
  /** Numbers that stand for no candidate, and such as were named again: dropped. */
  invented: z.int(),
  repeated: z.int(),
  /** Measure → value of the run before and spread over the repeats; null where the collection has no judgments. */
  measures: z.record(z.string(), Spread.extend({ before: z.number() })).nullable(),
  /** How alike the returned lists of the repeats are; null with one. */
  agreement: z.object({ comparisons: z.int(), identical: z.number(), same_documents: z.number(), overlap: z.number() }).nullable(),
});

/** What a kept run says of how it was reranked. */
export const RunReranking = z.object({
  /** `run_id` is '' where it was a file. */
  of: z.object({ run: z.string(), run_id: z.string().default('') }),
  model_id: z.string(),
  depth: z.int(),
  return: z.int(),
  temperature: z.number(),
  /** The same for all repeats; '' in runs that were kept without what came of them. */
  group: z.string().default(''),
  repeat: z.int(),
  repeats: z.int(),
  vary: z.enum(['seed', 'order']),
  outcome: RerankOutcome.nullable().default(null),
});
export type RunReranking = z.infer<typeof RunReranking>;

export const RerankOutput = RerankOutcome.extend({
  runs: z.array(
    z.object({
      /** Of the run as the workspace keeps it; '' where the run before came without a configuration, and is written to a file alone. */
      run_id: z.string(),
      name: z.string(),
      path: z.string(),
    }),
  ),
  queries: z.int(),
  /** Queries that were answered before under the same configuration. */
  reused: z.int(),
  query_form: QueryForm,
  model_id: z.string(),
  /** Of the first repeat. */
  returned: z.array(z.object({ query_id: z.string(), documents: z.array(ReturnedDocument) })),
  seconds: z.number(),
  usage: RemoteUsage.nullable(),
  warnings: z.array(z.string()),
});
export type RerankOutput = z.infer<typeof RerankOutput>;

export const rerankCalls = {
  rerank: call('write', RerankInput, RerankOutput, Progress),
  /** Reasons and traces of a kept run that was reranked. */
  rerankings: call(
    'read',
    z.object({
      collection: CollectionId,
      run_id: z.string(),
      query_id: z.string().optional(),
      /** With every question and answer. */
      trace: z.boolean().default(false),
    }),
    z.object({
      queries: z.array(
        z.object({
          query_id: z.string(),
          documents: z.array(ReturnedDocument),
          warnings: z.array(z.string()),
          windows: z.array(RerankWindow),
        }),
      ),
    }),
    NoEvent,
  ),
} as const;

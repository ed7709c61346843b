/** A query, or all of them, → ranked documents. */
import { z } from 'zod';
import {
  Aggregate,
  EvidenceSpan,
  EvidenceStatus,
  ExtractorId,
  Fusion,
  Lang,
  Normalisation,
  NuggetSource,
  Progress,
  QueryForm,
  Ranker,
  RankingConfig,
  Tier,
  Unit,
} from '../domain';
import { CollectionId, call, NoEvent } from './call';
import { FormulationChoice } from './formulations';

export const PartInput = z.object({
  unit: Unit,
  ranker: z.enum(['dense', 'bm25']),
  aggregate: Aggregate.default('max'),
  encoder: z.string().optional(),
  weight: z.number().min(0).max(1000).default(1),
});
export type PartInput = z.infer<typeof PartInput>;

/** The knobs of a ranking as a user sets them; defaults are filled in by the engine. */
export const RankingInput = z.object({
  collection: CollectionId,
  unit: Unit.default('nugget'),
  ranker: Ranker.default('dense'),
  aggregate: Aggregate.default('max'),
  encoder: z.string().optional(),
  extractor: z.union([z.literal('any'), NuggetSource]).default('any'),
  candidates: z.int().min(1).max(1_000_000).default(10_000),
  k1: z.number().min(0).max(10).default(0.9),
  b: z.number().min(0).max(1).default(0.4),
  /** Of the usual hybrid: BM25 over full documents beside the dense ranking of `unit`. */
  bm25_weight: z.number().min(0).max(1).default(0.5),
  /** Another hybrid: what it is made of. Only with ranker `hybrid`. */
  parts: z.array(PartInput).min(2).max(8).optional(),
  fusion: Fusion.default('weighted'),
  normalisation: Normalisation.default('min-max'),
  rrf_k: z.number().min(0).max(10_000).default(60),
  /** By approximate indexes, where there are any that are up to date; elsewhere exactly, and that is told. */
  approximate: z.boolean().optional(),
  query_form: QueryForm.default('as-is'),
  /** Whose formulations: a formulator's latest or a key; without it, those that were made last. */
  formulation: FormulationChoice.optional(),
  /** Of the union: documents that each formulation gives to it; they are ordered by reciprocal ranks. */
  pool: z.int().min(1).max(100_000).default(1000),
});
export type RankingInput = z.infer<typeof RankingInput>;

export const ScorePart = z.object({
  name: z.string(),
  /** Its share: the shares add up to 1. */
  share: z.number(),
  /** The part's own score and rank; null where it does not list the document. */
  score: z.number().nullable(),
  rank: z.int().nullable(),
  /** After normalisation (weighted) or 1 / (k + rank) (rrf). The document's score is the sum of share × value. */
  value: z.number(),
});
export type ScorePart = z.infer<typeof ScorePart>;

export const ResultUnit = z.object({
  id: z.string(),
  text: z.string(),
  score: z.number(),
  spans: z.array(EvidenceSpan),
  /** For nuggets; null for passages and documents. */
  tier: Tier.nullable(),
  extractor: NuggetSource.nullable(),
  status: EvidenceStatus.nullable(),
  /** Of a summary: the fields that share words with the query, most first, each with the words shared; null for other units. */
  fields: z.array(z.object({ name: z.string(), text: z.string(), words: z.array(z.string()) })).nullable(),
});
export type ResultUnit = z.infer<typeof ResultUnit>;

export const ResultDocument = z.object({
  rank: z.int(),
  doc_id: z.string(),
  title: z.string(),
  court: z.string(),
  class: z.string(),
  date: z.string(),
  lang: Lang,
  score: z.number(),
  /** The same score as its neighbour in rank: the order between them follows the tie rule. */
  tied: z.boolean(),
  /** What a hybrid's score is made of, in the order of the configuration's parts; [] for others. */
  parts: z.array(ScorePart),
  /** How many of its units are among the candidates. */
  matched: z.int(),
  /** Its best units, best first, at most `units_per_document`. */
  units: z.array(ResultUnit),
  /** For the document unit: how much of the text the encoder read, null otherwise. */
  read: z.object({ used_chars: z.int(), chars: z.int() }).nullable(),
});
export type ResultDocument = z.infer<typeof ResultDocument>;

export const SearchOutput = z.object({
  config: RankingConfig,
  took_ms: z.number(),
  /** The query as it was understood: its sentences where it was split, and words that nothing matches. */
  understood: z.object({
    sentences: z.array(z.string()),
    unmatched_words: z.array(z.string()),
    /** What was searched in place of the query's own text; null where that was. */
    asked: z.object({ texts: z.array(z.string()), formulator: ExtractorId, edited: z.boolean() }).nullable(),
  }),
  total: z.int(),
  results: z.array(ResultDocument),
  /** What to know before trusting it: a fitted encoder that is out of date. */
  warnings: z.array(z.string()),
});
export type SearchOutput = z.infer<typeof SearchOutput>;

/** Another ranking of the same queries: what is left out is as in the first one. */
export const AlsoRanked = z.object({
  unit: Unit.optional(),
  ranker: Ranker.optional(),
  aggregate: Aggregate.optional(),
  encoder: z.string().optional(),
  /** As of the first. */
  out: z.string().min(1).optional(),
  name: z.string().optional(),
});
export type AlsoRanked = z.infer<typeof AlsoRanked>;

const OneRun = z.object({
  queries: z.int(),
  documents_ranked: z.int(),
  seconds: z.number(),
  /** Of the run as the workspace keeps it; '' where it was open for reading only. */
  run_id: z.string(),
  /** '' where no file was asked for. */
  path: z.string(),
  config_path: z.string(),
  config: RankingConfig,
  warnings: z.array(z.string()),
});
export const RunOutput = OneRun.extend({
  /** Of the other rankings, in their order; there where any was asked for. */
  also: z.array(OneRun).optional(),
});
export type RunOutput = z.infer<typeof RunOutput>;

export const rankingCalls = {
  search: call(
    'read',
    RankingInput.extend({
      query: z.string().min(1),
      top: z.int().min(1).max(10_000).default(50),
      units_per_document: z.int().min(1).max(100).default(5),
    }),
    SearchOutput,
    NoEvent,
  ),
  run: call(
    'read',
    RankingInput.extend({
      queries: z.string().default('all'),
      depth: z.int().min(1).max(100_000).default(1000),
      /** The run file; without it the run is kept in the workspace alone. */
      out: z.string().min(1).optional(),
      name: z.string().optional(),
      /** What was retrieved is kept with the run, so that it can be ranked anew by other rules. */
      keep_hits: z.boolean().default(true),
      /** Made in one go: the queries are read and embedded once. */
      also: z.array(AlsoRanked).min(1).max(32).optional(),
    }),
    RunOutput,
    Progress,
  ),
} as const;

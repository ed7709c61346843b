/**
 * The nouns of Pepita, as zod schemas, so that what crosses a process is checked
 * where it arrives. Everything here is JSON-safe.
 *
 * Offsets count UTF-16 code units of a document's stored text, end exclusive.
 */
import { z } from 'zod';
import { ApproximateUse } from './approximate';
import { RemoteUsage } from './endpoints';

export const Lang = z.enum(['pt', 'en']);
export type Lang = z.infer<typeof Lang>;

/** How surely quoted words were found in the source. `none` means "not located". */
export const EvidenceKind = z.enum(['exact', 'normalised', 'fuzzy']);
export type EvidenceKind = z.infer<typeof EvidenceKind>;
export const EvidenceStatus = z.enum(['exact', 'normalised', 'fuzzy', 'none']);
export type EvidenceStatus = z.infer<typeof EvidenceStatus>;

/** A place in the source that bears a nugget. `score` is 1 for exact and normalised, the similarity (0–1) for fuzzy. */
export const EvidenceSpan = z.object({
  start: z.int().min(0),
  end: z.int().min(0),
  kind: EvidenceKind,
  score: z.number().min(0).max(1),
});
export type EvidenceSpan = Readonly<z.infer<typeof EvidenceSpan>>;

/** Who made a nugget. */
export const ExtractorId = z.enum(['extractive', 'llama', 'remote']);
export type ExtractorId = z.infer<typeof ExtractorId>;

/** Nuggets that were made elsewhere carry the name of the system that made them, so that several are kept apart. */
export const IMPORTED = 'imported:';
export const ImportedId = z.custom<`${typeof IMPORTED}${string}`>(
  (value) => typeof value === 'string' && /^imported:[\p{L}\p{N}][\p{L}\p{N} ._+-]{0,59}$/u.test(value),
  'imported: and a name of at most 60 letters, digits, spaces or . _ + - is due',
);
/** Where nuggets come from: an extractor of ours, or a system elsewhere. */
export const NuggetSource = z.union([ExtractorId, ImportedId]);
export type NuggetSource = z.infer<typeof NuggetSource>;

/** `written`: composed by a language model · `thesis`: a sentence picked by cue rules · `coverage`: a covering sentence, used in ranking. */
export const Tier = z.enum(['written', 'thesis', 'coverage']);
export type Tier = z.infer<typeof Tier>;

/** A decision (or another text) exactly as it was read. */
export const Document = z.object({
  collection: z.string(),
  doc_id: z.string(),
  title: z.string(),
  lang: Lang,
  court: z.string(),
  class: z.string(),
  /** ISO date, or '' where unknown. */
  date: z.string(),
  text: z.string(),
  /** SHA-256 of the text in UTF-8, hex. */
  sha256: z.string(),
  /** File it came from, as the user named it; with '#row' for tables. */
  source: z.string(),
  words: z.int(),
  added_at: z.string(),
});
export type Document = Readonly<z.infer<typeof Document>>;

/** A document without its text, for lists. `chars` is the text's length in UTF-16 code units. */
export const DocumentHead = Document.omit({ text: true }).extend({ chars: z.int() });
export type DocumentHead = Readonly<z.infer<typeof DocumentHead>>;

/** A stretch of about 180 words of a document; its text is `text.slice(start, end)`. */
export const Passage = z.object({
  id: z.string(),
  collection: z.string(),
  doc_id: z.string(),
  ord: z.int(),
  start: z.int(),
  end: z.int(),
});
export type Passage = Readonly<z.infer<typeof Passage>>;

/** Field of a profile → what the extractor wrote there. */
export const NuggetFields = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
export type NuggetFields = Readonly<z.infer<typeof NuggetFields>>;

/** A short, self-contained legal thesis tied to its document and to the passages that bear it. */
export const Nugget = z.object({
  /** Unique in its collection: `doc_id#key.n`, where key names the extraction (see Extraction.key). */
  id: z.string(),
  collection: z.string(),
  doc_id: z.string(),
  /** Place among the document's nuggets of one extraction, from 0. */
  ord: z.int(),
  text: z.string(),
  /** What follows the nugget in the source and is embedded with it; '' where nothing is. */
  context: z.string(),
  extractor: NuggetSource,
  tier: Tier,
  /** The weakest kind among the located quotes; `none` where no quote was located. */
  status: EvidenceStatus,
  spans: z.array(EvidenceSpan),
  /** The words that the extractor gave as evidence, in its own spelling. */
  quotes: z.array(z.string()),
  /** Cue score of an extractive nugget, else null. */
  cue: z.number().nullable(),
  /** The profile's own fields beside the text (article, rule, conditions …); none for a plain thesis. */
  fields: NuggetFields,
  /** Checks of the profile that it fails, by name (see shared/profiles.ts): it is kept, and shown with them. */
  failed_checks: z.array(z.string()),
  trace_id: z.string(),
});
export type Nugget = Readonly<z.infer<typeof Nugget>>;

/** How a nugget came to be: one for each window of text that an extractor read. */
export const Trace = z.object({
  id: z.string(),
  collection: z.string(),
  doc_id: z.string(),
  extractor: NuggetSource,
  extractor_version: z.string(),
  /** SHA-256 of the model file; '' where no model was used. */
  model_id: z.string(),
  model_sha256: z.string(),
  profile_id: z.string(),
  /** SHA-256 of the prompt file, or of the cue rules. */
  profile_sha256: z.string(),
  /** Parameters, JSON. */
  params: z.string(),
  window: z.int(),
  window_start: z.int(),
  window_end: z.int(),
  raw: z.string(),
  stop_reason: z.string(),
  attempts: z.int(),
  created_at: z.string(),
});
export type Trace = Readonly<z.infer<typeof Trace>>;

export const ExtractionStatus = z.enum(['done', 'partial', 'failed']);
export type ExtractionStatus = z.infer<typeof ExtractionStatus>;

/** One line of the ledger that makes extraction resumable: written after a document's nuggets. */
export const Extraction = z.object({
  collection: z.string(),
  doc_id: z.string(),
  /** First 10 hex digits of the SHA-256 over (text hash excluded) extractor, version, model, profile and parameters. */
  key: z.string(),
  extractor: NuggetSource,
  text_sha256: z.string(),
  status: ExtractionStatus,
  nuggets: z.int(),
  /** Characters of the text that the extractor read. */
  covered: z.int(),
  windows: z.int(),
  seconds: z.number(),
  error_code: z.string(),
  error_message: z.string(),
  at: z.string(),
});
export type Extraction = Readonly<z.infer<typeof Extraction>>;

/** One thing that a summary says in a field, and where the decision bears it. */
export const SummaryItem = z.object({
  text: z.string(),
  status: EvidenceStatus,
  spans: z.array(EvidenceSpan),
});
export type SummaryItem = Readonly<z.infer<typeof SummaryItem>>;

/** `ranked`: it is part of what is searched. A field that the decision says nothing of has no items. */
export const SummaryField = z.object({ name: z.string(), ranked: z.boolean(), items: z.array(SummaryItem) });
export type SummaryField = Readonly<z.infer<typeof SummaryField>>;

/**
 * A structured summary of one document: the current one of its extractor. It is its own
 * line in the ledger, so that a summary is there as a whole or not at all.
 */
export const Summary = z.object({
  /** `doc_id#key.s`, where key names the extraction (see Extraction.key). */
  id: z.string(),
  collection: z.string(),
  doc_id: z.string(),
  key: z.string(),
  extractor: NuggetSource,
  profile_id: z.string(),
  text_sha256: z.string(),
  status: ExtractionStatus,
  /** In the form's order. */
  fields: z.array(SummaryField),
  /** Characters of the text that were read, in so many windows. */
  covered: z.int(),
  windows: z.int(),
  seconds: z.number(),
  error_code: z.string(),
  /** Why it failed or is partial, and what was repaired; '' where nothing was. */
  error_message: z.string(),
  at: z.string(),
});
export type Summary = Readonly<z.infer<typeof Summary>>;

export const Query = z.object({
  collection: z.string(),
  query_id: z.string(),
  text: z.string(),
  /** Where the query comes from (a search log, a model …), or ''. */
  source: z.string(),
});
export type Query = Readonly<z.infer<typeof Query>>;

/** A judgment of relevance (a line of qrels). Grades below 1 mean not relevant. */
export const Judgment = z.object({
  collection: z.string(),
  query_id: z.string(),
  doc_id: z.string(),
  grade: z.int(),
});
export type Judgment = Readonly<z.infer<typeof Judgment>>;

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

/** Progress of a stage of long work; at most ten a second, the last always sent. */
export const Progress = z.object({
  stage: z.enum(['read', 'extract', 'embed', 'store', 'search', 'download', 'fit', 'formulate', 'rerank', 'test', 'approximate']),
  done: z.int(),
  total: z.int().nullable(),
  unit: z.enum(['document', 'text', 'query', 'byte', 'step']),
  /** Units a second over the last stretch, null until known. */
  rate: z.number().nullable(),
  /** Seconds left, null until known. */
  eta: z.number().nullable(),
  /** Tokens a second that a language model reads and writes, null where none is at work or it does not tell. */
  tokens: z.number().nullable(),
  /** What is being worked on now: a decision's title, a file's name. */
  current: z.string(),
  /** What a remote endpoint was sent so far; not there where nothing leaves the machine. */
  usage: RemoteUsage.optional(),
});
export type Progress = Readonly<z.infer<typeof Progress>>;

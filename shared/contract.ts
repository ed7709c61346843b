/**
 * Every command of the engine: what goes in, what comes out, which events it
 * sends on the way and whether it writes. Client and server derive their types
 * from here; the server parses every input before it reaches a handler.
 */
import { z } from 'zod';
import {
  Aggregate,
  Document,
  DocumentHead,
  EvidenceSpan,
  EvidenceStatus,
  Extraction,
  ExtractorId,
  Judgment,
  Lang,
  Nugget,
  Progress,
  Query,
  Ranker,
  RankingConfig,
  Tier,
  Trace,
  Unit,
} from './domain';
import { EncoderChoices, GraphInput, LongTexts, Pooling } from './encoders';
import { AppErrorShape } from './errors';

const CollectionId = z.string().min(1).max(120);
const DocId = z.string().min(1);

export const ImportFormat = z.enum(['auto', 'text', 'beir', 'juristcu', 'aila']);
export const Rejected = z.object({ file: z.string(), row: z.int().nullable(), reason: z.string() });
export const Duplicate = z.object({ doc_id: z.string(), of: z.string(), by: z.enum(['id', 'content']), file: z.string() });
/** Something that was read after all, but not as it was meant: a guessed encoding, metadata without a document. */
export const ImportNote = z.object({ file: z.string(), text: z.string() });
/** A judgment or query that names an id which is not there. */
export const Unjoined = z.object({ kind: z.enum(['document', 'query']), id: z.string(), judgments: z.int() });

export const ImportOutput = z.object({
  collection: z.string(),
  format: ImportFormat,
  added: z.int(),
  unchanged: z.int(),
  duplicates: z.array(Duplicate),
  rejected: z.array(Rejected),
  queries: z.int(),
  judgments: z.int(),
  unjoined: z.array(Unjoined),
  notes: z.array(ImportNote),
});
export type ImportOutput = z.infer<typeof ImportOutput>;

export const ExtractOutput = z.object({
  documents: z.int(),
  skipped: z.int(),
  nuggets: z.int(),
  located: z.object({ exact: z.int(), normalised: z.int(), fuzzy: z.int(), none: z.int() }),
  failed: z.array(z.object({ doc_id: z.string(), code: z.string(), message: z.string() })),
  partial: z.array(z.object({ doc_id: z.string(), note: z.string() })),
  seconds: z.number(),
  extractor: ExtractorId,
});
export type ExtractOutput = z.infer<typeof ExtractOutput>;

export const IndexOutput = z.object({
  encoder: z.object({ id: z.string(), dimensions: z.int(), sha256: z.string(), identity: z.string() }),
  units: z.object({ document: z.int(), passage: z.int(), nugget: z.int() }),
  /** Documents longer than the encoder reads: their document vector is of the head alone. */
  truncated_documents: z.int(),
  embedded: z.int(),
  reused: z.int(),
  seconds: z.number(),
});
export type IndexOutput = z.infer<typeof IndexOutput>;

/** The knobs of a ranking as a user sets them; defaults are filled in by the engine. */
export const RankingInput = z.object({
  collection: CollectionId,
  unit: Unit.default('nugget'),
  ranker: Ranker.default('dense'),
  aggregate: Aggregate.default('max'),
  encoder: z.string().optional(),
  extractor: z.union([z.literal('any'), ExtractorId]).default('any'),
  candidates: z.int().min(1).max(1_000_000).default(10_000),
  k1: z.number().min(0).max(10).default(0.9),
  b: z.number().min(0).max(1).default(0.4),
  bm25_weight: z.number().min(0).max(1).default(0.5),
});
export type RankingInput = z.infer<typeof RankingInput>;

export const ResultUnit = z.object({
  id: z.string(),
  text: z.string(),
  score: z.number(),
  spans: z.array(EvidenceSpan),
  /** For nuggets; null for passages and documents. */
  tier: Tier.nullable(),
  extractor: ExtractorId.nullable(),
  status: EvidenceStatus.nullable(),
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
  /** Parts of a hybrid's score after normalisation, else null. */
  parts: z.object({ bm25: z.number(), dense: z.number() }).nullable(),
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
  understood: z.object({ sentences: z.array(z.string()), unmatched_words: z.array(z.string()) }),
  total: z.int(),
  results: z.array(ResultDocument),
  /** What to know before trusting it: a fitted encoder that is out of date. */
  warnings: z.array(z.string()),
});
export type SearchOutput = z.infer<typeof SearchOutput>;

export const RunOutput = z.object({
  queries: z.int(),
  documents_ranked: z.int(),
  seconds: z.number(),
  path: z.string(),
  config_path: z.string(),
  config: RankingConfig,
  warnings: z.array(z.string()),
});

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

export const ModelEntry = z.object({
  id: z.string(),
  name: z.string(),
  path: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  licence: z.string(),
  ready: z.boolean(),
  /** Why it is not ready, else ''. */
  reason: z.string(),
  /** How an encoder turns texts into vectors; null for a language model, or where no manifest says it. */
  encoder: z
    .object({
      dimensions: z.int(),
      max_tokens: z.int(),
      pooling: Pooling,
      long_texts: LongTexts,
      identity: z.string(),
      /** The one collection that it was fitted to and may be used in, else null. */
      fitted_to: z.string().nullable(),
    })
    .nullable(),
});
export type ModelEntry = z.infer<typeof ModelEntry>;

export const JobCommand = z.enum(['import', 'extract', 'index']);
export const JobState = z.enum(['running', 'done', 'failed', 'cancelled', 'interrupted']);
/** Work that outlives the call (and the window) that began it. */
export const Job = z.object({
  id: z.string(),
  command: JobCommand,
  input: z.unknown(),
  collection: z.string(),
  state: JobState,
  progress: Progress.nullable(),
  result: z.unknown(),
  error: AppErrorShape.nullable(),
  started_at: z.string(),
  ended_at: z.string(),
  /** How often it was taken up again after the engine went away. */
  resumed: z.int(),
});
export type Job = z.infer<typeof Job>;

/**
 * `current`: covers the collection as it now is · `outdated`: texts came or went since ·
 * `changed`: the encoder of this id is another than the index was made with · `missing`: it is not on this machine.
 */
export const IndexState = z.enum(['current', 'outdated', 'changed', 'missing']);
export const IndexedWith = z.object({ encoder: z.string(), current: z.boolean(), state: IndexState });

export const CollectionSummary = z.object({
  id: z.string(),
  documents: z.int(),
  words: z.int(),
  langs: z.array(Lang),
  queries: z.int(),
  judgments: z.int(),
  nuggets: z.array(z.object({ extractor: ExtractorId, tier: Tier, count: z.int() })),
  extracted_documents: z.int(),
  failed_documents: z.int(),
  /** Encoders that the collection was indexed with, each once. */
  indexed: z.array(IndexedWith),
  /** Its own fitted encoder: the id, how many documents it saw (null: none was made), and whether the next index fits it again. */
  fitted: z.object({ encoder: z.string(), documents: z.int().nullable(), due: z.boolean() }),
});
export type CollectionSummary = z.infer<typeof CollectionSummary>;

export const Check = z.object({ name: z.string(), ok: z.boolean(), found: z.string(), remedy: z.string() });

/** A value of a manifest, where it comes from, and whether it is more than a guess. */
export const ProposedValue = z.object({
  field: EncoderChoices.keyof(),
  value: z.union([z.string(), z.int()]),
  from: z.string(),
  sure: z.boolean(),
});
export const EncoderFolderInput = z.object({
  dir: z.string().min(1),
  /** Path of the graph below the folder, where it holds several. */
  graph: z.string().min(1).optional(),
  choices: EncoderChoices.default({}),
});

const call = <I extends z.ZodType, O extends z.ZodType, E extends z.ZodType>(effect: 'read' | 'write', input: I, output: O, event: E) => ({
  effect,
  input,
  output,
  event,
});
const Nothing = z.object({});
const NoEvent = z.never();

export const ImportInput = z.object({
  collection: CollectionId,
  paths: z.array(z.string().min(1)).min(1),
  format: ImportFormat.default('auto'),
  lang: Lang.optional(),
});
export const ExtractInput = z.object({
  collection: CollectionId,
  /** Without it: llama where a language model is ready and chosen, else extractive. */
  extractor: ExtractorId.optional(),
  model: z.string().optional(),
  profile: z.string().optional(),
  docs: z.array(DocId).optional(),
  limit: z.int().min(1).optional(),
});
export const EstimateIndexOutput = z.object({
  /** The default encoder, and one fitted to the collection (`fitted`), made where there is none that is up to date. */
  encoders: z.array(
    z.object({
      encoder: z.string(),
      /** Texts without a vector. */
      texts: z.int(),
      /** Seconds until the encoder is there; 0 where it is. */
      fit_seconds: z.number(),
      embed_seconds: z.number(),
    }),
  ),
});
export type EstimateIndexOutput = z.infer<typeof EstimateIndexOutput>;

export const IndexInput = z.object({ collection: CollectionId, encoder: z.string().optional() });

export const contract = {
  info: call(
    'read',
    Nothing,
    z.object({
      version: z.string(),
      workspace: z.string(),
      readonly: z.boolean(),
      /** Hosts that something was or may be sent to; empty means that nothing leaves the machine. */
      remote_hosts: z.array(z.string()),
      default_encoder: z.string(),
      threads: z.int(),
    }),
    NoEvent,
  ),
  collections: call('read', Nothing, z.object({ collections: z.array(CollectionSummary) }), NoEvent),
  documents: call(
    'read',
    z.object({
      collection: CollectionId,
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(1000).default(100),
      find: z.string().default(''),
    }),
    z.object({ total: z.int(), documents: z.array(DocumentHead.extend({ nuggets: z.int(), extraction: Extraction.nullable() })) }),
    NoEvent,
  ),
  show: call(
    'read',
    z.object({ collection: CollectionId, doc_id: DocId }),
    z.object({ document: Document, nuggets: z.array(Nugget), extractions: z.array(Extraction) }),
    NoEvent,
  ),
  traces: call('read', z.object({ collection: CollectionId, doc_id: DocId }), z.object({ traces: z.array(Trace) }), NoEvent),
  import: call('write', ImportInput, ImportOutput, Progress),
  extract: call('write', ExtractInput, ExtractOutput, Progress),
  index: call('write', IndexInput, IndexOutput, Progress),
  /** Times both encoders on a few of the collection's texts; changes nothing. */
  estimateIndex: call('read', z.object({ collection: CollectionId }), EstimateIndexOutput, NoEvent),
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
      out: z.string().min(1),
      name: z.string().optional(),
    }),
    RunOutput,
    Progress,
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
  export: call(
    'read',
    z.object({
      kind: z.enum(['nuggets', 'qrels', 'corpus', 'extractions']),
      collection: CollectionId,
      out: z.string().min(1),
      offsets: z.enum(['utf16', 'codepoints', 'utf8']).default('utf16'),
    }),
    z.object({ path: z.string(), rows: z.int() }),
    NoEvent,
  ),
  queries: call(
    'read',
    z.object({ collection: CollectionId }),
    z.object({ queries: z.array(Query), judgments: z.array(Judgment) }),
    NoEvent,
  ),
  models: call(
    'read',
    Nothing,
    z.object({ encoders: z.array(ModelEntry), llms: z.array(ModelEntry), folders: z.array(z.string()) }),
    NoEvent,
  ),
  doctor: call('read', Nothing, z.object({ checks: z.array(Check) }), NoEvent),
  inspectEncoder: call(
    'read',
    EncoderFolderInput,
    z.object({
      path: z.string(),
      graph: z.object({
        path: z.string(),
        inputs: z.array(GraphInput),
        outputs: z.array(z.object({ name: z.string(), dims: z.array(z.int()) })),
      }),
      tokenizer: z.object({ kind: z.string(), vocabulary: z.int() }),
      proposal: z.array(ProposedValue),
      notes: z.array(z.string()),
      has_manifest: z.boolean(),
    }),
    NoEvent,
  ),
  addEncoder: call(
    'write',
    EncoderFolderInput.extend({ force: z.boolean().default(false) }),
    z.object({
      id: z.string(),
      /** The manifest that was written. */
      path: z.string(),
      /** A link to the folder in the workspace's models, where it was needed. */
      linked: z.string().nullable(),
      proposal: z.array(ProposedValue),
      batch_rows: z.int(),
      checks: z.array(Check),
      notes: z.array(z.string()),
    }),
    NoEvent,
  ),
  jobStart: call('write', z.object({ command: JobCommand, input: z.unknown() }), Job, NoEvent),
  jobCancel: call('write', z.object({ id: z.string() }), Job, NoEvent),
  /** Takes up a cancelled, failed or interrupted job again; what is done is not done again. */
  jobResume: call('write', z.object({ id: z.string() }), Job, NoEvent),
  /** Sends the list of jobs at once and at each change, until it is cancelled. */
  jobWatch: call('read', Nothing, Nothing, z.object({ jobs: z.array(Job) })),
} as const;

export type Contract = typeof contract;
export type Method = keyof Contract;
export type Input<M extends Method> = z.input<Contract[M]['input']>;
export type ParsedInput<M extends Method> = z.output<Contract[M]['input']>;
export type Output<M extends Method> = z.output<Contract[M]['output']>;
export type Event<M extends Method> = z.output<Contract[M]['event']>;

export function isMethod(name: string): name is Method {
  return Object.hasOwn(contract, name);
}

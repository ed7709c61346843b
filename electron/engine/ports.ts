/**
 * What the steps of the engine need from the outside, as interfaces. The native
 * packages stand behind them, one importer each: embed/onnx.ts, store/,
 * llama/runtime.ts.
 */

import type { AnnotationEvent, EventFault } from '../../shared/annotation';
import type { ApproximateUse } from '../../shared/approximate';
import type {
  Document,
  DocumentHead,
  Extraction,
  ExtractorId,
  Judgment,
  Lang,
  Nugget,
  NuggetFields,
  NuggetSource,
  Passage,
  Query,
  Summary,
  SummaryItem,
  Trace,
  Unit,
} from '../../shared/domain';
import type { RemoteUsage } from '../../shared/endpoints';
import type { Formulation } from '../../shared/formulation';
import type { UnitHits, UnitMap } from '../../shared/hits';
import type { RelevanceEvent } from '../../shared/judging';
import type { Reranking } from '../../shared/reranking';
import type { AnswerLog } from './chat/recalling';

export interface EncoderInfo {
  readonly id: string;
  readonly name: string;
  readonly dimensions: number;
  /** Tokens that one text may have, special tokens included. */
  readonly max_tokens: number;
  /** SHA-256 of the ONNX file, hex. */
  readonly sha256: string;
  /** SHA-256 over everything that changes a vector: graph, tokenizer, pooling, prefixes … Vectors are kept under it. */
  readonly identity: string;
  readonly licence: string;
  /** The collection that it was fitted to; null for one that is for any text. */
  readonly fitted_to: string | null;
}

export interface EmbedResult {
  /** n × dimensions, row-major, each row of L2 norm 1. */
  readonly vectors: Float32Array;
  /** Tokens of each text that were read, special tokens included. */
  readonly tokens: Int32Array;
  /** UTF-16 code units of each text that the encoder read (less than its length where truncated). */
  readonly used_chars: Int32Array;
}

export interface EmbedOptions {
  readonly signal?: AbortSignal;
  /** Called after each batch with the number of texts done so far. */
  readonly onBatch?: (done: number) => void;
}

export interface Encoder {
  readonly info: EncoderInfo;
  /** Embeds texts; the role chooses the model's prefix. Order is kept. */
  embed(texts: readonly string[], role: 'query' | 'passage', options?: EmbedOptions): Promise<EmbedResult>;
  /** What a remote endpoint was sent so far; not there where nothing leaves the machine. */
  usage?(): RemoteUsage;
  dispose(): Promise<void>;
}

/** Exact inner products. `matrix` is rows × dims, `queries` m × dims, both row-major; the answer is rows × m, row-major. */
export interface DotScorer {
  score(matrix: Float32Array, dims: number, queries: Float32Array): Promise<Float32Array>;
}

/** A place of text that an extractor may draw from. */
export interface ExtractedNugget {
  readonly text: string;
  readonly context: string;
  readonly tier: 'written' | 'thesis' | 'coverage';
  readonly status: Nugget['status'];
  readonly spans: Nugget['spans'];
  readonly quotes: readonly string[];
  readonly cue: number | null;
  readonly fields: NuggetFields;
  readonly failed_checks: readonly string[];
  /** Index into `traces`. */
  readonly trace: number;
}

export type TraceDraft = Omit<Trace, 'id' | 'collection' | 'doc_id' | 'created_at'>;

/** What a structured summary says, before it is a row. */
export interface SummaryDraft {
  readonly fields: readonly { readonly name: string; readonly ranked: boolean; readonly items: readonly SummaryItem[] }[];
}

export interface ExtractionResult {
  /** There where the extractor makes summaries; it then gives no nuggets. */
  readonly summary?: SummaryDraft;
  readonly nuggets: readonly ExtractedNugget[];
  readonly traces: readonly TraceDraft[];
  /** `partial`: some window failed or was salvaged. */
  readonly status: 'done' | 'partial';
  /** Characters of the text that were read. */
  readonly covered: number;
  /** Why it is partial, else ''. */
  readonly note: string;
}

export interface ReadingOptions {
  readonly signal?: AbortSignal;
  readonly onWindow?: (done: number, total: number) => void;
  /** Hears of each window as soon as it was answered, and of what was answered before a fault: so that it is kept. */
  readonly onTrace?: (trace: TraceDraft) => void;
  /** What a language model answered about the document before the reading was interrupted, and where its answers are kept. */
  readonly answers?: AnswerLog;
}

export interface Extractor {
  readonly id: ExtractorId;
  readonly makes: 'nuggets' | 'summary';
  readonly version: string;
  readonly model: { readonly id: string; readonly sha256: string };
  readonly profile: { readonly id: string; readonly sha256: string };
  /** Everything that changes the output, JSON-safe: it goes into the extraction key. */
  readonly params: Readonly<Record<string, unknown>>;
  /** How many documents it can read at once: `extract` may be called so often before the first call is answered. */
  readonly lanes: number;
  /** What a remote endpoint was sent so far; not there where nothing leaves the machine. */
  usage?(): RemoteUsage;
  /**
   * What it reads is the text and its language: two documents that share both have the same nuggets, so that these are used again.
   * The id is for messages alone.
   */
  extract(document: Pick<Document, 'doc_id' | 'lang' | 'text'>, options: ReadingOptions): Promise<ExtractionResult>;
  dispose(): Promise<void>;
}

export interface CollectionInfo {
  readonly id: string;
  readonly created_at: string;
}

export interface DocumentFilter {
  readonly collection: string;
  readonly offset?: number;
  readonly limit?: number;
  /** Case-insensitive part of id or title. */
  readonly find?: string;
}

/**
 * The workspace's tables. Writes are idempotent: a row is keyed (documents by
 * collection and doc_id, nuggets by collection and id …) and written again it
 * replaces itself. Every write is one commit: after it returns, a crash loses nothing of it.
 */
export interface Store {
  readonly readonly: boolean;
  collections(): Promise<CollectionInfo[]>;
  addCollection(id: string): Promise<void>;

  /** Heads in doc_id order (bytes ascending). */
  documentHeads(filter: DocumentFilter): Promise<{ total: number; heads: DocumentHead[] }>;
  document(collection: string, docId: string): Promise<Document | undefined>;
  documents(collection: string, docIds: readonly string[]): Promise<Document[]>;
  /** Every document of a collection with its text, doc_id ascending, in chunks that fit in memory. */
  scanDocuments(collection: string): AsyncIterable<Document[]>;
  putDocuments(docs: readonly Document[]): Promise<void>;

  passages(collection: string, docId?: string): Promise<Passage[]>;
  putPassages(passages: readonly Passage[]): Promise<void>;

  countNuggets(collection: string): Promise<number>;
  nuggets(
    collection: string,
    where?: { docId?: string; docIds?: readonly string[]; extractor?: NuggetSource; ids?: readonly string[] },
  ): Promise<Nugget[]>;
  /** A document's nuggets of one extraction: removes earlier ones of the same document and key prefix, adds these, then the traces, then the ledger line, in that order. */
  commitExtraction(extraction: Extraction, nuggets: readonly Nugget[], traces: readonly Trace[]): Promise<void>;
  /** The ledger line of a failure, and what was answered before it: nuggets that are there stay. */
  putExtraction(extraction: Extraction, traces?: readonly Trace[]): Promise<void>;
  /** What was answered before the present failures of a document, by extractor and window. */
  failedTraces(collection: string, docId: string): Promise<Trace[]>;
  extractions(collection: string, docId?: string): Promise<Extraction[]>;
  traces(collection: string, docId: string): Promise<Trace[]>;

  /** Summaries in doc_id order (bytes ascending), failures included: they have no fields. */
  summaries(collection: string, docId?: string): Promise<Summary[]>;
  /** Replaces the document's summary of the same extractor. */
  putSummary(summary: Summary, traces: readonly Trace[]): Promise<void>;
  summaryTraces(collection: string, docId: string, extractor?: NuggetSource): Promise<Trace[]>;

  queries(collection: string): Promise<Query[]>;
  putQueries(queries: readonly Query[]): Promise<void>;
  judgments(collection: string): Promise<Judgment[]>;
  putJudgments(judgments: readonly Judgment[]): Promise<void>;

  /** Runs that were made here, without their rankings. */
  runs(collection: string): Promise<Omit<StoredRun, 'trec'>[]>;
  run(collection: string, id: string): Promise<StoredRun | undefined>;
  /** @param hits what its parts retrieved, where it is to be ranked anew later */
  putRun(run: StoredRun, hits?: RunHits): Promise<void>;
  /** With its hits. */
  removeRun(collection: string, id: string): Promise<void>;
  /** Of all queries, or of one; undefined where none were kept. */
  runHits(collection: string, id: string, queryId?: string): Promise<RunHits | undefined>;

  /** What people said of nuggets, in no stated order, and lines that can't be read. */
  annotationEvents(collection: string): Promise<LoggedEvents<AnnotationEvent>>;
  /** Adds the events that `make` makes of those that are there, in one turn. After it returns, a crash loses nothing of them. */
  appendAnnotations(
    collection: string,
    make: (known: LoggedEvents<AnnotationEvent>) => readonly AnnotationEvent[],
  ): Promise<readonly AnnotationEvent[]>;
  /** Of every query text and every formulator, by text, then the earlier first. */
  formulations(collection: string): Promise<Formulation[]>;
  /** Replaces the one of the same text and key. */
  putFormulation(formulation: Formulation): Promise<void>;
  rerankings(collection: string, keys: readonly string[]): Promise<Reranking[]>;
  putReranking(reranking: Reranking): Promise<void>;

  /** As annotationEvents and appendAnnotations, for judgments of relevance that are made here. */
  relevanceEvents(collection: string): Promise<LoggedEvents<RelevanceEvent>>;
  appendRelevance(
    collection: string,
    make: (known: LoggedEvents<RelevanceEvent>) => readonly RelevanceEvent[],
  ): Promise<readonly RelevanceEvent[]>;

  /** Which of these text hashes have a vector of this encoder. */
  knownVectors(encoder: VectorSpace, textSha256: readonly string[]): Promise<Set<string>>;
  /** Rows must match the space's dimensions, be finite and of norm 1 (±1e-3), else BAD_INPUT and nothing is written. */
  putVectors(encoder: VectorSpace, rows: readonly VectorRow[]): Promise<void>;
  /** The vectors of these hashes: rows × dims in the order asked for, and the code units each covers; missing hashes are listed, their rows zero. */
  vectors(
    encoder: VectorSpace,
    textSha256: readonly string[],
  ): Promise<{ matrix: Float32Array; used_chars: Int32Array; missing: string[] }>;
  vectorSpaces(): Promise<VectorSpace[]>;
  /** Another one whenever a unit of this kind, or a vector of this encoder, may have changed. */
  unitsVersion(unit: Unit, encoder: VectorSpace): Promise<string>;
  /** What was laid out under this key while this version was the present one; undefined where nothing was. */
  laidOut(key: string, version: string): Promise<LaidOutSpace | undefined>;
  /** The units alone, without their vectors, which then stay on disk. */
  laidOutUnits(key: string, version: string): Promise<LaidOutUnits | undefined>;
  /** Some of its vectors, best asked for in ascending order, and `spare` rows of zeros; undefined where the file is gone or of another version. */
  laidOutRows(key: string, version: string, rows: Uint32Array, spare: number): Promise<Float32Array | undefined>;
  /** Keeps it for `laidOut`, where it can: a reader keeps nothing, and a disk that is full is no fault. */
  layOut(key: string, version: string, space: LaidOutSpace): Promise<void>;
  /** Approximate indexes. Writes to them are the caller's to order. */
  readonly nearest: NearestTables;
  /** Removes a model's vectors, all of them, and forgets the model. */
  dropVectors(encoder: VectorSpace): Promise<void>;

  /** What was answered about a document that is not finished, in order (JSON values); a line that a crash cut off is not among it. */
  keptAnswers(name: string): Promise<unknown[]>;
  /** The same, for who only looks: changes no file, and needs no right to write. */
  glanceAtAnswers(name: string): Promise<unknown[]>;
  /** Adds one. After it returns, a crash does not lose it. @param name hexadecimal digits */
  keepAnswer(name: string, answer: unknown): Promise<void>;
  /** Leaves these alone; [] removes the file. */
  cutAnswers(name: string, answers: readonly unknown[]): Promise<void>;

  /** Small facts of the workspace (JSON values), e.g. an index's state; one file replaced atomically. */
  getFact(key: string): Promise<unknown>;
  putFact(key: string, value: unknown): Promise<void>;

  /** Compacts tables after many small commits. */
  optimize(): Promise<void>;
  close(): Promise<void>;
}

export interface LoggedEvents<E> {
  readonly events: readonly E[];
  readonly faults: readonly EventFault[];
}

/** A run as it is kept: its configuration and its rankings in TREC's form. */
export interface StoredRun {
  readonly id: string;
  readonly collection: string;
  readonly name: string;
  /** RankingConfig, JSON. */
  readonly config: string;
  readonly created_at: string;
  readonly trec: string;
}

/** What the parts of a run retrieved. */
export interface RunHits {
  /** Of each part of the run's configuration, in order. */
  readonly maps: readonly UnitMap[];
  /** Query id → for each part its lists: one, or one for each sentence of the query. */
  readonly queries: ReadonlyMap<string, readonly (readonly UnitHits[])[]>;
}

/** A model's vector table: never shared between models. */
export interface VectorSpace {
  readonly encoder_id: string;
  /** The encoder's identity (not the hash of its graph alone). */
  readonly sha256: string;
  readonly dimensions: number;
}

/** The units of a collection, as a dense search reads them. */
export interface LaidOutUnits extends UnitMap {
  readonly dims: number;
  /** Code units of each unit's text that the encoder read. */
  readonly usedChars: Int32Array;
}

/** With their vectors. */
export interface LaidOutSpace extends LaidOutUnits {
  /** Units × dims, row-major. */
  readonly matrix: Float32Array;
}

export interface NearestOptions {
  readonly partitions: number;
  /** Groups that are looked through at least. */
  readonly probes: number;
}

/** Approximate indexes by name, each over the rows of one matrix. */
export interface NearestTables {
  /** Replaces one of the same name. Once it has begun it can't be broken off. @param onRows hears how many vectors are in, before the groups are found */
  build(
    name: string,
    space: { readonly matrix: Float32Array; readonly dims: number; readonly rows: number },
    options: { readonly kind: ApproximateUse['kind']; readonly partitions: number },
    onRows: (rows: number) => void,
  ): Promise<{ bytes: number }>;
  /** Rows that are near the query by compressed vectors: about the nearest `count`, in no stated order. */
  nearest(name: string, query: Float32Array, count: number, options: NearestOptions): Promise<Uint32Array>;
  has(name: string): Promise<boolean>;
  remove(name: string): Promise<void>;
  clear(): Promise<void>;
}

export interface VectorRow {
  /** SHA-256 of role + '\n' + text: the cache's key. */
  readonly text_sha256: string;
  readonly vector: Float32Array;
  /** Tokens of the text and code units that were read. */
  readonly tokens: number;
  readonly used_chars: number;
}

export interface Clock {
  now(): Date;
}

export interface DetectedLang {
  readonly lang: Lang;
  readonly sure: boolean;
}

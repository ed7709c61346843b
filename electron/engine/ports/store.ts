/** The workspace. */
import type { AnnotationEvent, EventFault } from '../../../shared/annotation';
import type {
  Document,
  DocumentHead,
  Extraction,
  Judgment,
  Nugget,
  NuggetSource,
  Passage,
  Query,
  Summary,
  Trace,
  Unit,
} from '../../../shared/domain';
import type { Formulation } from '../../../shared/formulation';
import type { UnitHits, UnitMap } from '../../../shared/hits';
import type { RelevanceEvent } from '../../../shared/judging';
import type { Reranking } from '../../../shared/reranking';
import type { LaidOutSpace, LaidOutUnits, NearestTables, VectorRow, VectorSpace } from './vectors';

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

/** Documents to nuggets, or to a structured summary. */
import type { Document, ExtractorId, Nugget, NuggetFields, SummaryItem, Trace } from '../../../shared/domain';
import type { RemoteUsage } from '../../../shared/endpoints';
import type { AnswerLog } from '../chat/recalling';

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

/** What a reader hands on, one thing at a time: values, never half of one. */
import type { z } from 'zod';
import type { EvidenceKind, ImportedId, Lang, NuggetFields, Tier } from '../../../shared/domain';
import type { Encoding } from './decode';

export interface SourceDocument {
  readonly doc_id: string;
  readonly title: string;
  readonly lang: Lang;
  readonly court: string;
  readonly class: string;
  /** ISO date, or ''. */
  readonly date: string;
  /** Exactly as it was decoded. */
  readonly text: string;
  readonly source: string;
}

export type Format = 'text' | 'beir' | 'juristcu' | 'aila' | 'parquet' | 'nuggets' | 'label-studio';

/** Where a row stands: it is named where a later row says otherwise. */
export interface RowPlace {
  readonly file: string;
  readonly row: number;
}

/** A nugget that was made elsewhere, as its row gives it. */
export interface SourceNugget {
  readonly source: z.infer<typeof ImportedId>;
  readonly doc_id: string;
  readonly text: string;
  /** Words of the document that bear it; undefined where the row says nothing of any. */
  readonly quotes: readonly string[] | undefined;
  readonly offsets: 'utf16' | 'codepoints' | 'utf8';
  readonly spans: readonly GivenSpan[] | undefined;
  readonly tier: Tier;
  readonly context: string;
  readonly cue: number | null;
  readonly fields: NuggetFields;
  readonly failed_checks: readonly string[];
}

/** A place in the unit that the row names. Kind and score are what the system says of it. */
export interface GivenSpan {
  readonly start: number;
  readonly end: number;
  readonly kind?: EvidenceKind | undefined;
  readonly score?: number | undefined;
}

export type ImportItem =
  | { readonly type: 'format'; readonly format: Format }
  | { readonly type: 'document'; readonly doc: SourceDocument }
  | { readonly type: 'query'; readonly query_id: string; readonly text: string; readonly source: string; readonly at?: RowPlace }
  | { readonly type: 'judgment'; readonly query_id: string; readonly doc_id: string; readonly grade: number; readonly at?: RowPlace }
  | { readonly type: 'nugget'; readonly file: string; readonly row: number; readonly nugget: SourceNugget; readonly raw: string }
  /** `row` is a line of the file, from 1; null where the whole file is refused. */
  | { readonly type: 'rejected'; readonly file: string; readonly row: number | null; readonly reason: string }
  /** Something that was read after all, but not as it was meant: an encoding that was guessed, metadata without a file. */
  | { readonly type: 'note'; readonly file: string; readonly text: string };

export interface ReadOptions {
  readonly format: 'auto' | Format;
  readonly lang?: Lang;
  readonly signal?: AbortSignal;
  /** The system that made nuggets, for all rows. */
  readonly system?: string;
  /** Of judgments in splits: the one that is read, or `all`; without it `test` where there is one. */
  readonly split?: string;
  /** Bytes read so far of all files to be read, and the file that was read last. */
  readonly onRead?: (done: number, total: number, file: string) => void;
}

/** What a reader of one format gets. */
export interface ReaderOptions {
  readonly lang?: Lang | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly system?: string | undefined;
  readonly split?: string | undefined;
  /** To be called with the path of each file that was read, or with the bytes of it that were read so far. */
  readonly count: (path: string, bytes?: number) => void;
}

export const rejected = (file: string, row: number | null, reason: string): ImportItem => ({ type: 'rejected', file, row, reason });

/** How a file was read, where that is not how it ought to be written. */
export const encodingNote = (file: string, encoding: Encoding | undefined): ImportItem[] =>
  encoding === 'windows-1252' ? [{ type: 'note', file, text: GUESSED }] : [];

/** The same of many files, as one note. */
export function encodingNotes(files: readonly string[]): ImportItem[] {
  const [first, ...others] = files;
  if (first === undefined) return [];
  return [{ type: 'note', file: first, text: others.length === 0 ? GUESSED : `and ${others.length} more: ${GUESSED}` }];
}

const GUESSED = 'not UTF-8, read as Windows-1252 (ISO-8859-1)';

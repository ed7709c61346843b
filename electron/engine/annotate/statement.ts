/** What a file of another form says: one annotator's present word on one nugget. */
import type { AnnotatorRole, JudgedValues } from '../../../shared/annotation';

export interface GivenSpan {
  readonly start: number;
  readonly end: number;
  readonly quote?: string | undefined;
}

export interface Statement {
  /** Where it stands in the file, for reports. */
  readonly item: string;
  readonly annotator: string;
  readonly role: AnnotatorRole;
  /** ISO time, '' where the file tells none. */
  readonly at: string;
  readonly doc_id: string;
  /** What names the nugget: the first of these that is not ''. */
  readonly version: string;
  readonly nugget_id: string;
  readonly text: string;
  /** '' for any. */
  readonly extractor: string;
  /** Values that are said; spans in `offsets`. */
  readonly values: Partial<Omit<JudgedValues, 'evidence'>> & { readonly evidence?: readonly GivenSpan[] };
  readonly offsets: 'utf16' | 'codepoints' | 'utf8';
}

/** Either what was read, or why it could not be. */
export type Read<T> = { readonly said: T } | { readonly item: string; readonly reason: string };

/** What a reader hands on, one thing at a time: values, never half of one. */
import type { Lang } from '../../../shared/domain';

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

export type Format = 'text' | 'beir' | 'juristcu' | 'aila';

export type ImportItem =
  | { readonly type: 'format'; readonly format: Format }
  | { readonly type: 'document'; readonly doc: SourceDocument }
  | { readonly type: 'query'; readonly query_id: string; readonly text: string; readonly source: string }
  | { readonly type: 'judgment'; readonly query_id: string; readonly doc_id: string; readonly grade: number }
  /** `row` is a line of the file, from 1; null where the whole file is refused. */
  | { readonly type: 'rejected'; readonly file: string; readonly row: number | null; readonly reason: string };

export interface ReadOptions {
  readonly format: 'auto' | Format;
  readonly lang?: Lang;
  readonly signal?: AbortSignal;
}

export const rejected = (file: string, row: number | null, reason: string): ImportItem => ({ type: 'rejected', file, row, reason });

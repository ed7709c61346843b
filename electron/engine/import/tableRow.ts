/** A row of a table whose columns are known → an item, or the reason why it is refused. */
import type { Lang } from '../../../shared/domain';
import { detectLanguage } from '../text/language';
import type { Columns, CorpusColumns } from './columns';
import { isoDate } from './dates';
import { textOfHtml } from './html';
import { idFault } from './ids';
import { langOf } from './metadata';
import { judgment } from './qrels';
import { titleOf } from './title';
import type { ImportItem } from './types';

export interface TableRow {
  /** As the file gives it: text, number, bigint, date, null. */
  readonly cell: (column: string) => unknown;
  /** Where it stands, for `source`. */
  readonly source: string;
}

/** Text of a cell; '' where it is empty. */
export function cellText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return value instanceof Date ? value.toISOString() : '';
}

/** @param lang of the documents, where the user or the format says it */
export function itemOf(columns: Columns, { cell, source }: TableRow, lang: Lang | undefined): ImportItem | string {
  const text = (column: string) => cellText(cell(column));
  if (columns.role === 'corpus') return documentOf(columns, text, source, lang);
  if (columns.role === 'qrels') {
    const grade = cell(columns.grade);
    return judgment({
      query_id: text(columns.query).trim(),
      doc_id: text(columns.doc).trim(),
      grade: typeof grade === 'bigint' ? Number(grade) : grade,
    });
  }
  const query_id = text(columns.id).trim();
  const fault = idFault(query_id, columns.id) ?? (text(columns.text).trim() === '' ? `${columns.text} is empty` : undefined);
  return fault ?? { type: 'query', query_id, text: text(columns.text), source: columns.source ? text(columns.source) : '' };
}

function documentOf(columns: CorpusColumns, cell: (column: string) => string, source: string, lang: Lang | undefined): ImportItem | string {
  const told = (column: string | undefined) => (column === undefined ? '' : cell(column).trim());
  const doc_id = courtId(columns.id, cell(columns.id).trim());
  const parts = columns.text.map((column) => (columns.html ? textOfHtml(cell(column)) : cell(column)));
  // Half of a character can't be stored as UTF-8: it is replaced here, where it is seen.
  const text = parts
    .filter((part) => part.trim() !== '')
    .join('\n\n')
    .replace(/\p{Surrogate}/gu, '\ufffd');
  const names = columns.text.join(', ');
  const fault =
    idFault(doc_id, columns.id) ??
    (text === '' ? `${names} ${columns.text.length > 1 ? 'are' : 'is'} empty` : undefined) ??
    (text.includes('\0') ? `${names}: the text holds NUL characters` : undefined);
  if (fault !== undefined) return fault;
  return {
    type: 'document',
    doc: {
      doc_id,
      title: told(columns.title) || titleOf(text, doc_id),
      lang: lang ?? langOf(told(columns.lang)) ?? detectLanguage(text).lang,
      court: told(columns.court),
      class: told(columns.class),
      date: isoDate(told(columns.date)),
      text,
      source,
    },
  };
}

/** The court's tables name a document JURISPRUDENCIA-SELECIONADA-13 under KEY, its judgments 13. */
function courtId(column: string, id: string): string {
  return column === 'KEY' ? (/^JURISPRUDENCIA-SELECIONADA-(\d+)$/.exec(id)?.[1] ?? id) : id;
}

/** What a table tells about the texts beside it: doc_id, title, lang, court, class, date. */
import type { Lang } from '../../../shared/domain';
import { readCsv } from './csv';
import { isoDate } from './dates';
import type { FoundFile } from './files';
import { encodingNote, type ImportItem, rejected } from './types';

export interface Metadata {
  readonly told: {
    readonly doc_id: string;
    readonly title?: string;
    readonly lang?: Lang;
    readonly court?: string;
    readonly class?: string;
    readonly date?: string;
  };
  readonly file: string;
  readonly row: number;
}

/** Fills `into` by doc_id; a value that can't be used is left out and told. */
export async function* readMetadata({ name, path }: FoundFile, into: Map<string, Metadata>): AsyncIterable<ImportItem> {
  const { rows, faults, encoding } = await readCsv(path, ['doc_id']);
  yield* encodingNote(name, encoding);
  for (const { row, reason } of faults) yield rejected(name, row, reason);
  for (const { row, cells } of rows) {
    const cell = (column: string) => cells[column]?.trim() ?? '';
    const doc_id = cell('doc_id').normalize('NFC');
    const lang = langOf(cell('lang'));
    const date = isoDate(cell('date'));
    if (cell('date') !== '' && date === '') yield { type: 'note', file: name, text: `row ${row}: "${cell('date')}" is no date` };
    if (cell('lang') !== '' && !lang)
      yield { type: 'note', file: name, text: `row ${row}: the language "${cell('lang')}" is not pt or en` };
    if (into.has(doc_id)) yield { type: 'note', file: name, text: `row ${row}: "${doc_id}" was told before; the first row counts` };
    else
      into.set(doc_id, {
        told: { doc_id, title: cell('title'), court: cell('court'), class: cell('class'), date, ...(lang ? { lang } : {}) },
        file: name,
        row,
      });
  }
}

/** `pt`, `pt-BR`, `EN` … */
export function langOf(value: string): Lang | undefined {
  const lang = value.trim().toLowerCase().slice(0, 2);
  return (lang === 'pt' || lang === 'en') && /^..([-_].*)?$/.test(value.trim()) ? lang : undefined;
}

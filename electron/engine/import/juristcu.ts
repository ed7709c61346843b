/**
 * JurisTCU: doc.csv (DOC_ID, ENUNCIADO; optional EXCERTO, COLEGIADO, TIPOPROCESSO, DATASESSAOFORMATADA),
 * query.csv (ID, TEXT, SOURCE), qrel.csv (QUERY_ID, DOC_ID, SCORE).
 */
import { join } from 'node:path';
import { throwIfAborted } from '../../../shared/errors';
import { type CsvRow, readCsv } from './csv';
import { isoDate } from './dates';
import { isFile } from './files';
import { idFault } from './ids';
import { judgment } from './qrels';
import { titleOf } from './title';
import { encodingNote, type ImportItem, type ReaderOptions, rejected } from './types';

export async function* readJurisTcu(dir: string, options: ReaderOptions): AsyncIterable<ImportItem> {
  yield { type: 'format', format: 'juristcu' };
  yield* readTable(dir, 'doc.csv', ['DOC_ID', 'ENUNCIADO'], options, (row) => document(row, options.lang ?? 'pt'));
  yield* readTable(dir, 'query.csv', ['ID', 'TEXT'], options, ({ cells }) => {
    const query_id = cells.ID!.trim();
    const fault = idFault(query_id, 'ID') ?? (cells.TEXT!.trim() === '' ? 'TEXT is empty' : undefined);
    return fault ?? { type: 'query', query_id, text: cells.TEXT!, source: cells.SOURCE ?? '' };
  });
  yield* readTable(dir, 'qrel.csv', ['QUERY_ID', 'DOC_ID', 'SCORE'], options, ({ cells }) =>
    judgment({ query_id: cells.QUERY_ID!.trim(), doc_id: cells.DOC_ID!.trim(), grade: cells.SCORE }),
  );
}

/** One table; a row is an item, or the reason why it is refused. */
async function* readTable(
  dir: string,
  file: string,
  columns: readonly string[],
  { signal, count }: ReaderOptions,
  parse: (row: CsvRow) => ImportItem | string,
): AsyncIterable<ImportItem> {
  const path = join(dir, file);
  if (!(await isFile(path))) return;
  const { rows, faults, encoding } = await readCsv(path, columns);
  yield* encodingNote(file, encoding);
  for (const { row, reason } of faults) yield rejected(file, row, reason);
  for (const row of rows) {
    throwIfAborted(signal);
    const item = parse(row);
    yield typeof item === 'string' ? rejected(file, row.row, item) : item;
  }
  count(path);
}

function document({ row, cells }: CsvRow, lang: 'pt' | 'en'): ImportItem | string {
  const doc_id = cells.DOC_ID!.trim();
  // The excerpt that bears the thesis follows it, where the file has one.
  const text = [cells.ENUNCIADO, cells.EXCERTO].filter((part) => part?.trim()).join('\n\n');
  const fault =
    idFault(doc_id, 'DOC_ID') ?? (text === '' ? 'ENUNCIADO is empty' : text.includes('\0') ? 'ENUNCIADO holds NUL characters' : undefined);
  if (fault) return fault;
  const body = cells.COLEGIADO?.trim();
  return {
    type: 'document',
    doc: {
      doc_id,
      title: titleOf(text, doc_id),
      lang,
      court: body ? `TCU — ${body}` : 'TCU',
      class: cells.TIPOPROCESSO?.trim() ?? '',
      date: isoDate(cells.DATASESSAOFORMATADA ?? ''),
      text,
      source: `doc.csv#${row}`,
    },
  };
}

/**
 * The tables of the court's own collections: JurisTCU and NormasTCU as doc.csv, query.csv and qrel.csv. `columns.ts` says
 * which column is which; fields that hold HTML become plain text.
 */
import { join } from 'node:path';
import { throwIfAborted } from '../../../shared/errors';
import { columnsOf, type Role } from './columns';
import { readCsv } from './csv';
import { isFile } from './files';
import { itemOf } from './tableRow';
import { encodingNote, type ImportItem, type ReaderOptions, rejected } from './types';

const TABLES: readonly (readonly [string, Role])[] = [
  ['doc.csv', 'corpus'],
  ['query.csv', 'queries'],
  ['qrel.csv', 'qrels'],
];

export async function* readJurisTcu(dir: string, options: ReaderOptions): AsyncIterable<ImportItem> {
  yield { type: 'format', format: 'juristcu' };
  for (const [file, role] of TABLES) if (await isFile(join(dir, file))) yield* readTable(join(dir, file), file, role, options);
}

async function* readTable(path: string, file: string, role: Role, { lang, signal, count }: ReaderOptions): AsyncIterable<ImportItem> {
  const { header, rows, faults, encoding } = await readCsv(path, []);
  yield* encodingNote(file, encoding);
  for (const { row, reason } of faults) yield rejected(file, row, reason);
  const columns = columnsOf(header, role);
  if (typeof columns === 'string') {
    if (header.length > 0) yield rejected(file, 1, columns);
  } else {
    for (const { row, cells } of rows) {
      throwIfAborted(signal);
      const item = itemOf(columns, { cell: (column) => cells[column], source: `${file}#${row}` }, lang ?? 'pt');
      if (typeof item === 'string') yield rejected(file, row, item);
      else if (item.type === 'document') yield { type: 'document', doc: { ...item.doc, court: court(item.doc.court) } };
      else yield item.type === 'judgment' || item.type === 'query' ? { ...item, at: { file, row } } : item;
    }
  }
  count(path);
}

const court = (body: string): string => (body === '' ? 'TCU' : `TCU — ${body}`);

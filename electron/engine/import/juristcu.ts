/** JurisTCU: doc.csv (DOC_ID, ENUNCIADO, optional KEY, EXCERTO …), query.csv (ID, TEXT, SOURCE), qrel.csv (QUERY_ID, DOC_ID, SCORE). */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { throwIfAborted } from '../../../shared/errors';
import { readCsv } from './csv';
import { gradeOf, idFault } from './ids';
import { titleOf } from './title';
import { type ImportItem, type ReadOptions, rejected } from './types';

export async function* readJurisTcu(dir: string, { lang = 'pt', signal }: ReadOptions): AsyncIterable<ImportItem> {
  yield { type: 'format', format: 'juristcu' };
  const docs = await readCsv(join(dir, 'doc.csv'), ['DOC_ID', 'ENUNCIADO']);
  for (const { row, reason } of docs.faults) yield rejected('doc.csv', row, reason);
  for (const { row, cells } of docs.rows) {
    throwIfAborted(signal);
    const doc_id = cells.DOC_ID!.trim();
    // The excerpt that bears the thesis follows it, where the file has one.
    const text = [cells.ENUNCIADO, cells.EXCERTO].filter((part) => part?.trim()).join('\n\n');
    const fault = idFault(doc_id, 'DOC_ID') ?? (text === '' ? 'ENUNCIADO is empty' : undefined);
    if (fault) yield rejected('doc.csv', row, fault);
    else {
      const colegiado = cells.COLEGIADO?.trim();
      yield {
        type: 'document',
        doc: {
          doc_id,
          title: titleOf(text, doc_id),
          lang,
          court: colegiado ? `TCU — ${colegiado}` : 'TCU',
          class: '',
          date: '',
          text,
          source: `doc.csv#${row}`,
        },
      };
    }
  }
  if (await isFile(join(dir, 'query.csv'))) {
    const queries = await readCsv(join(dir, 'query.csv'), ['ID', 'TEXT']);
    for (const { row, reason } of queries.faults) yield rejected('query.csv', row, reason);
    for (const { row, cells } of queries.rows) {
      const query_id = cells.ID!.trim();
      const fault = idFault(query_id, 'ID') ?? (cells.TEXT!.trim() === '' ? 'TEXT is empty' : undefined);
      if (fault) yield rejected('query.csv', row, fault);
      else yield { type: 'query', query_id, text: cells.TEXT!, source: cells.SOURCE ?? '' };
    }
  }
  if (await isFile(join(dir, 'qrel.csv'))) {
    const qrels = await readCsv(join(dir, 'qrel.csv'), ['QUERY_ID', 'DOC_ID', 'SCORE']);
    for (const { row, reason } of qrels.faults) yield rejected('qrel.csv', row, reason);
    for (const { row, cells } of qrels.rows) {
      const grade = gradeOf(cells.SCORE);
      if (grade === undefined) yield rejected('qrel.csv', row, `the grade "${cells.SCORE}" is no whole number`);
      else yield { type: 'judgment', query_id: cells.QUERY_ID!.trim(), doc_id: cells.DOC_ID!.trim(), grade };
    }
  }
}

const isFile = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined))?.isFile() ?? false;

/** Structured summaries: one row for each document and extractor, which is its own line in the ledger. */
import { compareBytes } from '../../../shared/ties';
import type { Store } from '../ports';
import { both, equals } from './filter';
import * as row from './rows';
import type { Tables } from './tables';
import type { WriteGate } from './writeGate';

type Part = Pick<Store, 'summaries' | 'putSummary' | 'summaryTraces'>;

export function openSummaries(tables: Tables, { write }: WriteGate): Part {
  const of = (collection: string, docId: string | undefined) =>
    both(equals('collection', collection), docId === undefined ? undefined : equals('doc_id', docId));
  return {
    async summaries(collection, docId) {
      const found = (await tables.read('summaries', of(collection, docId), row.SUMMARY_COLUMNS)).map(row.toSummary);
      return found.sort((a, b) => compareBytes(a.doc_id, b.doc_id) || compareBytes(a.extractor, b.extractor));
    },
    putSummary: (summary, traces) => write(() => tables.upsert('summaries', [row.summaryRow(summary, traces)])),
    async summaryTraces(collection, docId, extractor) {
      const where = both(of(collection, docId), extractor === undefined ? undefined : equals('extractor', extractor));
      return (await tables.read('summaries', where, ['traces'])).flatMap(row.tracesOfSummary);
    },
  };
}

/**
 * Nuggets, their traces, and the ledger that says which of them are valid. There is
 * one current extraction for each document and extractor: its line names a generation,
 * and only rows of that generation are shown. The line is written last, so that
 * nuggets change as a whole or not at all, whenever a crash comes.
 */
import { randomBytes } from 'node:crypto';
import type { Nugget, Trace } from '../../../shared/domain';
import { compareBytes } from '../../../shared/ties';
import type { Store } from '../ports';
import type { Row } from './arrow';
import { both, differs, equals } from './filter';
import * as row from './rows';
import { rowKey } from './schema';
import type { Tables } from './tables';
import type { WriteGate } from './writeGate';

/** How often a reader looks when a writer replaces extractions at the same time. */
const READS = 4;

type Part = Pick<Store, 'countNuggets' | 'nuggets' | 'commitExtraction' | 'putExtraction' | 'failedTraces' | 'extractions' | 'traces'>;

export function openExtractions(tables: Tables, { write }: WriteGate): Part {
  const ofDocument = (collection: string, docId: string | undefined) =>
    both(equals('collection', collection), docId === undefined ? undefined : equals('doc_id', docId));
  const ofExtractor = (collection: string, docId: string, extractor: string) =>
    both(ofDocument(collection, docId), equals('extractor', extractor));
  const lines = (collection: string, docId?: string) => tables.read('extractions', ofDocument(collection, docId));
  const lineOf = async (collection: string, docId: string, extractor: string) =>
    (await tables.read('extractions', equals('key', rowKey(collection, docId, extractor))))[0];

  /** The lines of these few documents alone: the ledger of a large collection has a hundred thousand. */
  async function named(collection: string, where: string, ids: readonly string[]): Promise<Row[]> {
    const rows = await tables.readIn('nuggets', where, 'id', [...new Set(ids)]);
    const docIds = [...new Set(rows.map((nugget) => String(nugget.doc_id)))];
    return rows.filter(currentOnly(await tables.readIn('extractions', equals('collection', collection), 'doc_id', docIds)));
  }

  return {
    countNuggets: (collection) => tables.count('nuggets', equals('collection', collection)),
    async nuggets(collection, { docId, docIds, extractor, ids } = {}) {
      const where = both(ofDocument(collection, docId), extractor === undefined ? undefined : equals('extractor', extractor));
      const read = (name: string, filter: string) =>
        docIds === undefined ? tables.read(name, filter) : tables.readIn(name, filter, 'doc_id', docIds);
      if (ids !== undefined) return (await named(collection, where, ids)).map(row.toNugget).sort(byDocumentThenPlace);
      for (let attempt = 1; ; attempt++) {
        const ledger = (await read('extractions', ofDocument(collection, docId))).filter(
          (line) => extractor === undefined || line.extractor === extractor,
        );
        const shown = (await read('nuggets', where)).filter(currentOnly(ledger));
        // An extraction may have been replaced between the two reads: then the old line's rows are gone, and we look again.
        if (attempt === READS || allThere(ledger, shown)) return shown.map(row.toNugget).sort(byDocumentThenPlace);
      }
    },
    commitExtraction: (extraction, nuggets, traces) =>
      write(async () => {
        const { collection, doc_id, extractor, key } = extraction;
        const earlier = await lineOf(collection, doc_id, extractor);
        const generation = `${key}~${randomBytes(4).toString('hex')}`;
        await tables.add(
          'nuggets',
          nuggets.map((nugget) => row.nuggetRow(nugget, generation)),
        );
        await tables.add(
          'traces',
          traces.map((trace) => row.traceRow(trace, generation)),
        );
        // From this commit on the nuggets are seen, and earlier ones are not.
        await tables.upsert('extractions', [row.extractionRow(extraction, generation)]);
        if (!earlier) return;
        const replaced = both(ofExtractor(collection, doc_id, extractor), differs('extraction', generation));
        await tables.remove('nuggets', replaced);
        await tables.remove('traces', replaced);
        if (earlier.error_code !== '') await tables.remove('failed_traces', ofExtractor(collection, doc_id, extractor));
      }),
    putExtraction: (extraction, traces = []) =>
      write(async () => {
        const { collection, doc_id, extractor, key, status, error_code, error_message } = extraction;
        const earlier = await lineOf(collection, doc_id, extractor);
        const failsOverNuggets = status === 'failed' && earlier !== undefined && earlier.status !== 'failed';
        // Nuggets that are there stay in use after a failure: their line only learns what went wrong since.
        const line = failsOverNuggets ? { ...row.toExtraction(earlier), error_code, error_message } : extraction;
        const keepsRows = failsOverNuggets || (earlier !== undefined && row.keyOfGeneration(String(earlier.extraction)) === key);
        await tables.remove('failed_traces', ofExtractor(collection, doc_id, extractor));
        await tables.add(
          'failed_traces',
          traces.map((trace) => row.traceRow(trace, key)),
        );
        await tables.upsert('extractions', [row.extractionRow(line, keepsRows ? String(earlier.extraction) : key)]);
      }),
    async failedTraces(collection, docId) {
      const failing = new Set((await lines(collection, docId)).filter((line) => line.error_code !== '').map((line) => line.extractor));
      const found = await tables.read('failed_traces', ofDocument(collection, docId));
      return sortTraces(found.filter((trace) => failing.has(trace.extractor)).map(row.toTrace));
    },
    async extractions(collection, docId) {
      const found = (await lines(collection, docId)).map(row.toExtraction);
      return found.sort((a, b) => compareBytes(a.doc_id, b.doc_id) || compareBytes(a.extractor, b.extractor));
    },
    async traces(collection, docId) {
      const isCurrent = currentOnly(await lines(collection, docId));
      return sortTraces((await tables.read('traces', ofDocument(collection, docId))).filter(isCurrent).map(row.toTrace));
    },
  };
}

/** Whether a row of nuggets or traces belongs to the current extraction of its document and extractor. */
function currentOnly(lines: readonly Row[]): (r: Row) => boolean {
  const current = new Map(lines.map((line) => [rowKey(String(line.doc_id), String(line.extractor)), line.extraction]));
  return (r) => current.get(rowKey(String(r.doc_id), String(r.extractor))) === r.extraction;
}

/** Whether every line that counts nuggets has some: a commit adds and removes them as a whole. */
function allThere(lines: readonly Row[], shown: readonly Row[]): boolean {
  const seen = new Set(shown.map((r) => r.extraction));
  return lines.every((line) => Number(line.nuggets) === 0 || seen.has(line.extraction));
}

const sortTraces = (traces: Trace[]): Trace[] =>
  traces.sort((a, b) => compareBytes(a.extractor, b.extractor) || a.window - b.window || compareBytes(a.id, b.id));

const byDocumentThenPlace = (a: Nugget, b: Nugget): number =>
  compareBytes(a.doc_id, b.doc_id) || compareBytes(a.extractor, b.extractor) || a.ord - b.ord;

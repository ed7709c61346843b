/** Removes nuggets and traces that a crash left without their line in the ledger: they were never seen. */
import { both, equals } from './filter';
import { rowKey } from './schema';
import type { Tables } from './tables';

export async function sweepOrphans(tables: Tables): Promise<void> {
  const valid = new Set((await tables.read('extractions', undefined, ['collection', 'doc_id', 'extraction'])).map(extractionOf));
  for (const name of ['nuggets', 'traces'] as const) {
    const orphans = new Map<string, string>();
    for (const row of await tables.read(name, undefined, ['collection', 'doc_id', 'extraction'])) {
      const id = extractionOf(row);
      if (valid.has(id)) continue;
      orphans.set(
        id,
        both(
          equals('collection', String(row.collection)),
          equals('doc_id', String(row.doc_id)),
          equals('extraction', String(row.extraction)),
        ),
      );
    }
    for (const where of orphans.values()) await tables.remove(name, where);
  }
}

const extractionOf = (row: Record<string, unknown>): string => rowKey(String(row.collection), String(row.doc_id), String(row.extraction));

/** Removes nuggets and traces that a crash left without their line in the ledger: they were never seen. */
import { both, equals } from './filter';
import { rowKey } from './schema';
import type { Tables } from './tables';

const COLUMNS = ['collection', 'doc_id', 'extraction'] as const;

export async function sweepOrphans(tables: Tables): Promise<void> {
  const valid = new Set((await tables.read('extractions', undefined, COLUMNS)).map(generationOf));
  for (const name of ['nuggets', 'traces'] as const) {
    const orphans = new Map<string, string>();
    for (const row of await tables.read(name, undefined, COLUMNS)) {
      const id = generationOf(row);
      if (!valid.has(id)) orphans.set(id, both(...COLUMNS.map((column) => equals(column, String(row[column])))));
    }
    for (const where of orphans.values()) await tables.remove(name, where);
  }
}

const generationOf = (row: Record<string, unknown>): string => rowKey(...COLUMNS.map((column) => String(row[column])));

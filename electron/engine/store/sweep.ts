/** Removes what a crash left of an unfinished commit: nuggets and traces without their line in the ledger, hits without their run. None was ever seen. */
import { both, equals } from './filter';
import { removeRunHits } from './runHits';
import { rowKey } from './schema';
import type { Tables } from './tables';

const COLUMNS = ['collection', 'doc_id', 'extraction'] as const;

export async function sweepOrphans(tables: Tables): Promise<void> {
  await sweepRunHits(tables);
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

async function sweepRunHits(tables: Tables): Promise<void> {
  const runs = new Set((await tables.read('runs', undefined, ['key'])).map(({ key }) => String(key)));
  const kept = new Map<string, [collection: string, runId: string]>();
  for (const name of ['run_hits', 'run_units'] as const) {
    for (const row of await tables.read(name, undefined, ['collection', 'run_id'])) {
      const run: [string, string] = [String(row.collection), String(row.run_id)];
      kept.set(rowKey(...run), run);
    }
  }
  for (const [key, run] of kept) if (!runs.has(key)) await removeRunHits(tables, ...run);
}

const generationOf = (row: Record<string, unknown>): string => rowKey(...COLUMNS.map((column) => String(row[column])));

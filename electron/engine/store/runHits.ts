/**
 * What the parts of a run retrieved, kept beside it so that its documents can be ranked anew without searching: for each
 * part the units by row number, for each query, part and list the rows and their scores.
 */
import type { UnitHits, UnitMap } from '../../../shared/hits';
import type { RunHits, StoredRun } from '../ports';
import type { Row } from './arrow';
import { both, equals } from './filter';
import { rowKey } from './schema';
import type { Tables } from './tables';

const bytes = (numbers: Uint32Array | Float32Array): Uint8Array => new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);

/** Copied, so that the numbers lie at a multiple of four bytes. */
const words = (column: unknown): ArrayBuffer => new Uint8Array(column as Uint8Array).buffer;

export async function putRunHits(tables: Tables, { collection, id }: Pick<StoredRun, 'collection' | 'id'>, hits: RunHits): Promise<void> {
  const run = { collection, run_id: id };
  const units = hits.maps.map(
    ({ unitIds, docIds, docOf }, part): Row => ({
      ...run,
      key: rowKey(collection, id, String(part)),
      part,
      unit_ids: JSON.stringify(unitIds),
      doc_ids: JSON.stringify(docIds),
      doc_of: bytes(docOf),
    }),
  );
  const lists = [...hits.queries].flatMap(([query_id, parts]) =>
    parts.flatMap((found, part) =>
      found.map(
        (list, n): Row => ({
          ...run,
          key: rowKey(collection, id, query_id, String(part), String(n)),
          query_id,
          part,
          list: n,
          units: bytes(list.units),
          scores: bytes(list.scores),
          floor: list.floor,
        }),
      ),
    ),
  );
  await tables.upsert('run_units', units);
  await tables.upsert('run_hits', lists);
}

export async function readRunHits(tables: Tables, collection: string, runId: string, queryId?: string): Promise<RunHits | undefined> {
  const ofRun = both(equals('collection', collection), equals('run_id', runId));
  const units = (await tables.read('run_units', ofRun)).sort((a, b) => Number(a.part) - Number(b.part));
  if (units.length === 0) return undefined;
  const maps = units.map(
    ({ unit_ids, doc_ids, doc_of }): UnitMap => ({
      unitIds: JSON.parse(String(unit_ids)),
      docIds: JSON.parse(String(doc_ids)),
      docOf: new Uint32Array(words(doc_of)),
    }),
  );
  const rows = await tables.read('run_hits', both(ofRun, queryId === undefined ? undefined : equals('query_id', queryId)));
  const queries = new Map<string, UnitHits[][]>();
  for (const row of rows.sort((a, b) => Number(a.list) - Number(b.list))) {
    const id = String(row.query_id);
    const parts = queries.get(id) ?? maps.map((): UnitHits[] => []);
    queries.set(id, parts);
    parts[Number(row.part)]!.push({
      units: new Uint32Array(words(row.units)),
      scores: new Float32Array(words(row.scores)),
      floor: Number(row.floor),
    });
  }
  return { maps, queries };
}

export async function removeRunHits(tables: Tables, collection: string, runId: string): Promise<void> {
  const ofRun = both(equals('collection', collection), equals('run_id', runId))!;
  for (const table of ['run_hits', 'run_units']) await tables.remove(table, ofRun);
}

/**
 * Approximate indexes: a table and its index each, in a LanceDB folder of their own. A cache, as the laid-out vectors are:
 * it can be deleted at any time, and no migration touches it.
 */
import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Connection, connect, Index, type Table } from '@lancedb/lancedb';
import { once } from '../once';
import type { NearestOptions, NearestTables } from '../ports';
import { arrow } from './arrow';

const ROWS_AT_ONCE = 20_000;
/** An index that is being made can't be broken off: its end is waited for at most so long at a time. */
const PATIENCE_SECONDS = 24 * 3600;

export function openNearestTables(dir: string): NearestTables & { close(): void } {
  const folder = join(dir, 'approximate');
  let opened: Connection | undefined;
  const db = once(async () => {
    opened = await connect(folder);
    return opened;
  });
  const tables = new Map<string, Promise<Table>>();
  const open = (name: string): Promise<Table> => {
    const known = tables.get(name);
    if (known) return known;
    const opening = db().then((connection) => connection.openTable(name));
    tables.set(name, opening);
    opening.catch(() => tables.delete(name));
    return opening;
  };
  return {
    async build(name, { matrix, dims, rows }, { kind, partitions }, onRows) {
      const schema = schemaOf(dims);
      const table = await (await db()).createEmptyTable(name, schema, { mode: 'overwrite' });
      for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
        const to = Math.min(rows, from + ROWS_AT_ONCE);
        await table.add(rowsOf(schema, matrix.subarray(from * dims, to * dims), from, to));
        onRows(to);
      }
      const options = { distanceType: 'cosine', numPartitions: partitions } as const;
      const config = kind === 'IVF_RQ' ? Index.ivfRq({ ...options, numBits: 4 }) : Index.ivfFlat(options);
      await table.createIndex('vector', { config, waitTimeoutSeconds: PATIENCE_SECONDS });
      tables.delete(name);
      return { bytes: await folderBytes(join(folder, `${name}.lance`)) };
    },

    async nearest(name, query, count, { probes, partitions }: NearestOptions) {
      const table = await open(name);
      for (let looked = probes; ; looked = Math.min(partitions, 2 * looked)) {
        const asked = table.query().nearestTo(query).distanceType('cosine').nprobes(looked).limit(count).select(['row', '_distance']);
        const rows = (await asked.toArrow()).getChild('row')!.toArray() as Int32Array;
        // Where these groups hold too few, more are looked through. (LanceDB's own maximum of groups makes it look through all.)
        if (rows.length >= count || looked >= partitions) return Uint32Array.from(rows);
      }
    },

    async has(name) {
      return existsSync(join(folder, `${name}.lance`));
    },

    async remove(name) {
      tables.delete(name);
      await rm(join(folder, `${name}.lance`), { recursive: true, force: true });
    },

    async clear() {
      tables.clear();
      await rm(folder, { recursive: true, force: true });
    },

    close: () => opened?.close(),
  };
}

async function folderBytes(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries.filter((entry) => entry.isFile()).map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
  );
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

const schemaOf = (dims: number) =>
  new arrow.Schema([
    new arrow.Field('row', new arrow.Int32(), false),
    new arrow.Field('vector', new arrow.FixedSizeList(dims, new arrow.Field('item', new arrow.Float32(), true)), false),
  ]);

function rowsOf(schema: ReturnType<typeof schemaOf>, values: Float32Array, from: number, to: number) {
  const length = to - from;
  const row = arrow.makeData({
    type: new arrow.Int32(),
    length,
    nullCount: 0,
    data: Int32Array.from({ length }, (_, i) => from + i),
  });
  const vector = arrow.makeData({
    type: schema.fields[1]!.type as InstanceType<typeof arrow.FixedSizeList>,
    length,
    nullCount: 0,
    child: arrow.makeData({ type: new arrow.Float32(), length: values.length, nullCount: 0, data: values }),
  });
  const struct = arrow.makeData({ type: new arrow.Struct(schema.fields), length, nullCount: 0, children: [row, vector] });
  return new arrow.Table(schema, [new arrow.RecordBatch(schema, struct)]);
}

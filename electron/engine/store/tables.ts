/** Open tables by name, reads as rows, and idempotent writes. */
import type { Connection, Table } from '@lancedb/lancedb';
import { type Row, toRows } from './arrow';

export interface Tables {
  /** All rows that match, in no stated order; none where the table is not there. */
  read(name: string, where: string | undefined, columns?: readonly string[]): Promise<Row[]>;
  count(name: string, where?: string): Promise<number>;
  /** Rows with a key that is there replace it. */
  upsert(name: string, rows: readonly Row[], key?: string): Promise<void>;
  add(name: string, rows: readonly Row[]): Promise<void>;
  remove(name: string, where: string): Promise<void>;
  open(name: string): Promise<Table | undefined>;
  names(): Promise<string[]>;
}

export function openTables(db: Connection): Tables {
  const tables = new Map<string, Promise<Table>>();

  async function open(name: string): Promise<Table | undefined> {
    const known = tables.get(name);
    if (known) return known;
    if (!(await db.tableNames()).includes(name)) return undefined;
    const opening = db.openTable(name);
    tables.set(name, opening);
    return opening;
  }
  async function must(name: string): Promise<Table> {
    const table = await open(name);
    if (!table) throw new Error(`table ${name} is missing`);
    return table;
  }

  return {
    open,
    names: () => db.tableNames(),
    async read(name, where, columns) {
      const table = await open(name);
      if (!table) return [];
      let query = table.query();
      if (where) query = query.where(where);
      if (columns) query = query.select([...columns]);
      return toRows(await query.toArrow());
    },
    async count(name, where) {
      return (await (await open(name))?.countRows(where)) ?? 0;
    },
    async upsert(name, rows, key = 'key') {
      if (rows.length === 0) return;
      const table = await must(name);
      await table
        .mergeInsert(key)
        .whenMatchedUpdateAll()
        .whenNotMatchedInsertAll()
        .execute([...rows]);
    },
    async add(name, rows) {
      if (rows.length > 0) await (await must(name)).add([...rows]);
    },
    async remove(name, where) {
      await (await open(name))?.delete(where);
    },
  };
}

/** Open tables by name, reads as rows, and idempotent writes. */
import type { Connection, Table } from '@lancedb/lancedb';
import type { Table as ArrowTable } from 'apache-arrow';
import { type Row, toRows } from './arrow';
import { both, isIn } from './filter';

/** Keys named in one filter; more are asked for in several queries. */
const KEYS_AT_ONCE = 500;

export interface Tables {
  /** All rows that match, in no stated order; none where the table is not there. */
  read(name: string, where: string | undefined, columns?: readonly string[]): Promise<Row[]>;
  /** As `read`, for the rows whose column has one of the values. */
  readIn(name: string, where: string | undefined, column: string, values: readonly string[], columns?: readonly string[]): Promise<Row[]>;
  count(name: string, where?: string): Promise<number>;
  /** Rows with a key that is there replace it; of two rows with one key the later counts. */
  upsert(name: string, rows: readonly Row[]): Promise<void>;
  add(name: string, rows: readonly Row[] | ArrowTable): Promise<void>;
  remove(name: string, where: string): Promise<void>;
  /** Removes the table, where it is there. */
  drop(name: string): Promise<void>;
  open(name: string): Promise<Table | undefined>;
  names(): Promise<string[]>;
}

export function openTables(db: Connection): Tables {
  const tables = new Map<string, Promise<Table>>();

  /** The list comes in pages. */
  async function names(): Promise<string[]> {
    const found: string[] = [];
    for (;;) {
      const last = found[found.length - 1];
      const page = await db.tableNames(last === undefined ? { limit: 1000 } : { limit: 1000, startAfter: last });
      found.push(...page);
      if (page.length < 1000) return found;
    }
  }
  async function open(name: string): Promise<Table | undefined> {
    const known = tables.get(name);
    if (known) return known;
    if (!(await names()).includes(name)) return undefined;
    const opening = db.openTable(name);
    tables.set(name, opening);
    opening.catch(() => tables.delete(name));
    return opening;
  }
  async function must(name: string): Promise<Table> {
    const table = await open(name);
    if (!table) throw new Error(`table ${name} is missing`);
    return table;
  }
  async function read(name: string, where: string | undefined, columns?: readonly string[]): Promise<Row[]> {
    const table = await open(name);
    if (!table) return [];
    let query = table.query();
    if (where) query = query.where(where);
    if (columns) query = query.select([...columns]);
    return toRows(await query.toArrow());
  }

  return {
    open,
    names,
    read,
    async readIn(name, where, column, values, columns) {
      const rows: Row[] = [];
      for (let at = 0; at < values.length; at += KEYS_AT_ONCE)
        rows.push(...(await read(name, both(where, isIn(column, values.slice(at, at + KEYS_AT_ONCE))), columns)));
      return rows;
    },
    async count(name, where) {
      return (await (await open(name))?.countRows(where)) ?? 0;
    },
    async upsert(name, rows) {
      if (rows.length === 0) return;
      const latest = new Map(rows.map((row) => [row.key, row]));
      await (await must(name))
        .mergeInsert('key')
        .whenMatchedUpdateAll()
        .whenNotMatchedInsertAll()
        .execute([...latest.values()]);
    },
    async add(name, rows) {
      const size = Array.isArray(rows) ? rows.length : (rows as ArrowTable).numRows;
      if (size > 0) await (await must(name)).add(Array.isArray(rows) ? [...rows] : (rows as ArrowTable));
    },
    async drop(name) {
      tables.delete(name);
      if ((await names()).includes(name)) await db.dropTable(name);
    },
    async remove(name, where) {
      await (await open(name))?.delete(where);
    },
  };
}

/** apache-arrow as LanceDB itself loads it: the CommonJS instance. Another instance's schemas would not be recognised. */
import { createRequire } from 'node:module';
import type * as Arrow from 'apache-arrow';

export const arrow = createRequire(import.meta.url)('apache-arrow') as typeof Arrow;

export type Row = Record<string, unknown>;

/** Rows of an Arrow table as plain objects; numbers come as numbers. */
export function toRows(table: Arrow.Table): Row[] {
  const columns = table.schema.fields.map((field) => ({ name: field.name, vector: table.getChild(field.name) }));
  return Array.from({ length: table.numRows }, (_, i) => {
    const row: Row = {};
    for (const { name, vector } of columns) row[name] = vector?.get(i) ?? null;
    return row;
  });
}

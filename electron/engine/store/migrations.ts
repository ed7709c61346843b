/** Numbered steps from an empty folder to the present schema. A step once released is never changed. */
import { join } from 'node:path';
import type { Connection } from '@lancedb/lancedb';
import { AppError } from '../../../shared/errors';
import { readJsonFile, replaceJsonFile } from './jsonFile';
import { TABLES } from './schema';

export interface Migration {
  readonly version: number;
  readonly does: string;
  /** May run again over its own half-done work: a crash can come before it is recorded. */
  up(db: Connection): Promise<void>;
}

/** Makes the tables of the present schema that are not there. */
async function makeTables(db: Connection): Promise<void> {
  const there = new Set(await db.tableNames({ limit: 1000 }));
  for (const [name, schema] of Object.entries(TABLES)) if (!there.has(name)) await db.createEmptyTable(name, schema);
}

/** Adds text columns with a value for the rows that are there; those that are there already stay. */
async function addColumns(db: Connection, name: string, values: Readonly<Record<string, string>>): Promise<void> {
  const table = await db.openTable(name);
  const there = new Set((await table.schema()).fields.map((field) => field.name));
  const missing = Object.entries(values).filter(([column]) => !there.has(column));
  if (missing.length > 0) await table.addColumns(missing.map(([column, value]) => ({ name: column, valueSql: `'${value}'` })));
}

export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    does: 'the first tables',
    up: makeTables,
  },
  {
    version: 2,
    does: 'nuggets keep the fields of their profile and the checks that they fail; structured summaries',
    async up(db) {
      await addColumns(db, 'nuggets', { fields: '{}', failed_checks: '[]' });
      await makeTables(db);
    },
  },
  {
    version: 3,
    does: 'what was answered before an extraction failed is kept',
    up: makeTables,
  },
  {
    version: 4,
    does: 'what the parts of a run retrieved',
    up: makeTables,
  },
  {
    version: 5,
    does: 'queries in other words, and rankings that a model read anew',
    up: makeTables,
  },
];

const fileOf = (dir: string): string => join(dir, 'workspace.json');

/** Schema version of the workspace in a folder, 0 where there is none. @throws WORKSPACE_TOO_NEW, BAD_INPUT */
export async function readSchemaVersion(dir: string, known: number): Promise<number> {
  const file = await readJsonFile(fileOf(dir));
  const version = file ? file.schema_version : 0;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 0)
    throw new AppError('BAD_INPUT', `${fileOf(dir)} names no schema version.`, 'Was it changed by hand? Restore it from a copy.');
  if (version <= known) return version;
  throw new AppError(
    'WORKSPACE_TOO_NEW',
    `The workspace ${dir} was made by a newer Pepita (schema ${version}, this one knows ${known}).`,
    'Update Pepita, or choose another folder with --workspace.',
    { found: version, known, made_by: String(file?.pepita ?? '') },
  );
}

/**
 * Runs the steps that are missing, one by one; each is recorded as soon as it is done.
 * `pepita` is the version of the program, kept for reports.
 */
export async function migrate(
  db: Connection,
  dir: string,
  migrations: readonly Migration[],
  made: { readonly now: string; readonly pepita: string },
): Promise<void> {
  const steps = [...migrations].sort((a, b) => a.version - b.version);
  const from = await readSchemaVersion(dir, steps[steps.length - 1]?.version ?? 0);
  const created = (await readJsonFile(fileOf(dir)))?.created_at ?? made.now;
  for (const step of steps) {
    if (step.version <= from) continue;
    await step.up(db);
    await replaceJsonFile(fileOf(dir), { schema_version: step.version, created_at: created, pepita: made.pepita });
  }
}

/**
 * Parquet as collections are published on the Hugging Face hub: `corpus/train-00000-of-00002.parquet`, `queries/…`, `qrels/…`
 * (or `<config>/<split>/0000.parquet`), one file or several shards. What a file holds is told by its columns and, where
 * these could be either, by its folder or name.
 */
import { basename, dirname } from 'node:path';
import { throwIfAborted } from '../../../shared/errors';
import { type Columns, columnsOf, hintOf } from './columns';
import { type FoundFile, filesBelow, sizeOf } from './files';
import { firstLine, openParquet, type ParquetFile } from './parquetRows';
import { chooseSplits, leftOut } from './splits';
import { itemOf } from './tableRow';
import { type ImportItem, type ReaderOptions, rejected } from './types';

export const isParquet = (name: string): boolean => /\.(parquet|parq)$/i.test(name);

interface Table extends FoundFile {
  readonly file: ParquetFile;
  readonly columns: Columns;
  readonly split: string;
}

export async function* readParquetFolder(dir: string, options: ReaderOptions): AsyncIterable<ImportItem> {
  yield* readTables(
    (await filesBelow(dir)).filter(({ name }) => isParquet(name)),
    options,
  );
}

export async function* readParquetFile(path: string, options: ReaderOptions): AsyncIterable<ImportItem> {
  // The folder counts as well: `queries/train-00000-of-00001.parquet`.
  yield* readTables([{ name: `${basename(dirname(path))}/${basename(path)}`, path }], options);
}

async function* readTables(files: readonly FoundFile[], options: ReaderOptions): AsyncIterable<ImportItem> {
  yield { type: 'format', format: 'parquet' };
  for (const { name, reason } of missingShards(files)) yield rejected(name, null, reason);
  const tables: Table[] = [];
  for (const found of files) {
    const file = await openParquet(found.path);
    const columns = typeof file === 'string' ? file : columnsOf(file.columns, hintOf(found.name));
    if (typeof file === 'string' || typeof columns === 'string') {
      yield rejected(found.name, null, columns as string);
      options.count(found.path);
    } else tables.push({ ...found, file, columns, split: splitOf(found.name) });
  }
  const choice = chooseSplits(
    tables.filter(({ columns }) => columns.role === 'qrels').map(({ split }) => split),
    options.split,
  );
  const judged = tables.find(({ columns }) => columns.role === 'qrels');
  if (judged && typeof choice === 'string') yield rejected(judged.name, null, choice);
  if (judged && typeof choice !== 'string' && choice.left.length > 0) yield { type: 'note', file: judged.name, text: leftOut(choice) };
  // Documents first: what is judged should be there before its judgments.
  for (const role of ['corpus', 'queries', 'qrels'] as const) {
    for (const table of tables.filter(({ columns }) => columns.role === role)) {
      if (role !== 'qrels' || (typeof choice !== 'string' && choice.read.includes(table.split))) yield* readTable(table, options);
      options.count(table.path);
    }
  }
}

async function* readTable({ name, path, file, columns }: Table, options: ReaderOptions): AsyncIterable<ImportItem> {
  const size = await sizeOf(path);
  const wanted = Object.values(columns)
    .flat()
    .filter((value): value is string => typeof value === 'string' && file.columns.includes(value));
  let read = 0;
  try {
    for await (const { first, rows } of file.groups([...new Set(wanted)])) {
      for (const [i, row] of rows.entries()) {
        throwIfAborted(options.signal);
        const item = itemOf(columns, { cell: (column) => row[column], source: `${name}#${first + i}` }, options.lang);
        yield typeof item === 'string' ? rejected(name, first + i, item) : at(item, name, first + i);
      }
      read += rows.length;
      options.count(path, (size * read) / file.rows);
    }
  } catch (error) {
    throwIfAborted(options.signal);
    yield rejected(name, null, `from row ${read + 1} on it can't be read (${firstLine(error)}): fetch the file again`);
  }
}

/** A judgment or query that is refused later is named by its file and row. */
const at = (item: ImportItem, file: string, row: number): ImportItem =>
  item.type === 'judgment' || item.type === 'query' ? { ...item, at: { file, row } } : item;

const SHARD = /^(.*?)-?(\d{5})-of-(\d{5})(?:-[0-9a-f]+)?\.parq(?:uet)?$/i;

/** `test-00000-of-00001.parquet` → test; `default/test/0000.parquet` → test; `qrels/test.parquet` → test. */
export function splitOf(name: string): string {
  const file = basename(name);
  const shard = SHARD.exec(file)?.[1];
  if (shard) return shard;
  const stem = file.replace(/\.[^.]+$/, '');
  return /^\d+$/.test(stem) ? basename(dirname(name)) : stem;
}

/** A shard that is not there is a part of the collection that is not there. */
function missingShards(files: readonly FoundFile[]): { name: string; reason: string }[] {
  const groups = new Map<string, { due: number; there: Set<number> }>();
  for (const { name } of files) {
    const shard = SHARD.exec(basename(name));
    if (!shard) continue;
    const key = `${dirname(name)}/${shard[1]}-*-of-${shard[3]}.parquet`;
    const group = groups.get(key) ?? { due: Number(shard[3]), there: new Set<number>() };
    group.there.add(Number(shard[2]));
    groups.set(key, group);
  }
  return [...groups].flatMap(([name, { due, there }]) => {
    const missing = Array.from({ length: due }, (_, i) => i).filter((i) => !there.has(i));
    return missing.length > 0 && due < 100_000
      ? [
          {
            name: name.replace(/^\.\//, ''),
            reason: `${there.size} of ${due} files are there; missing: ${missing.slice(0, 20).join(', ')}`,
          },
        ]
      : [];
  });
}

/**
 * The one importer of hyparquet: the rows of a Parquet file, a row group at a time, so that a corpus need not fit into memory.
 * It is loaded when the first such file is opened.
 */
import { open } from 'node:fs/promises';
import type { FileMetaData } from 'hyparquet';

export interface ParquetFile {
  /** Names of the columns, in their order. */
  readonly columns: readonly string[];
  readonly rows: number;
  /** The rows of one group after the other, with the number of the first, from 1. */
  groups(columns: readonly string[]): AsyncIterable<{ readonly first: number; readonly rows: readonly Record<string, unknown>[] }>;
}

const MAGIC = 'PAR1';

/** @returns the reason where it can't be read. Faults within the data come when its group is read, as an Error. */
export async function openParquet(path: string): Promise<ParquetFile | string> {
  const reason = await fault(path);
  if (reason !== undefined) return reason;
  const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, parquetSchema } = await import('hyparquet');
  const { compressors } = await import('hyparquet-compressors');
  const file = await asyncBufferFromFile(path);
  let metadata: FileMetaData;
  try {
    metadata = await parquetMetadataAsync(file);
  } catch (error) {
    return `its table of contents can't be read (${firstLine(error)}): fetch the file again`;
  }
  return {
    columns: parquetSchema(metadata).children.map(({ element }) => element.name),
    rows: Number(metadata.num_rows),
    async *groups(columns) {
      let rowStart = 0;
      for (const group of metadata.row_groups) {
        const rowEnd = rowStart + Number(group.num_rows);
        if (rowEnd === rowStart) continue;
        const rows = await parquetReadObjects({ file, metadata, columns: [...columns], rowStart, rowEnd, compressors });
        yield { first: rowStart + 1, rows };
        rowStart = rowEnd;
      }
    },
  };
}

/** What the ends of the file say: whole, cut, or something else that has the name. */
async function fault(path: string): Promise<string | undefined> {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => error.code ?? String(error));
  if (typeof handle === 'string') return `it can't be read: ${handle}`;
  try {
    const { size } = await handle.stat();
    if (size === 0) return 'the file is empty';
    const at = async (position: number, length: number) =>
      (await handle.read(Buffer.alloc(length), 0, length, position)).buffer.toString('latin1');
    const head = await at(0, Math.min(size, 20));
    if (head.startsWith('version https://git')) return 'this is a Git LFS pointer, not the file itself: fetch it with git lfs pull';
    const tail = size >= 12 ? await at(size - 4, 4) : '';
    if (head.startsWith('PARE') || tail === 'PARE') return 'the file is encrypted, which is not read';
    if (!head.startsWith(MAGIC)) return 'this is no Parquet file';
    return tail === MAGIC ? undefined : 'the file is cut off: fetch it again';
  } finally {
    await handle.close();
  }
}

export const firstLine = (error: unknown): string => (error instanceof Error ? error.message : String(error)).split('\n')[0]!;

/** Files in temp folders, and what the readers make of them, for the tests of import. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach } from 'vitest';
import { readSources } from '../../electron/engine/import/readSources';
import type { ImportItem, ReadOptions, SourceDocument } from '../../electron/engine/import/types';

const folders: string[] = [];
afterEach(() => {
  for (const dir of folders.splice(0)) rmSync(dir, { recursive: true, force: true });
});

/** Makes a folder of files; a string is written in UTF-8. */
export function folder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const dir = mkdtempSync(join(tmpdir(), 'pepita-import-'));
  folders.push(dir);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), content);
  }
  return dir;
}

type Of<T extends ImportItem['type']> = Extract<ImportItem, { type: T }>;

export interface Read {
  readonly formats: string[];
  readonly documents: SourceDocument[];
  readonly queries: Of<'query'>[];
  readonly judgments: Of<'judgment'>[];
  readonly rejected: Of<'rejected'>[];
  readonly notes: Of<'note'>[];
}

export async function read(paths: string | readonly string[], options: Partial<ReadOptions> = {}): Promise<Read> {
  const items: ImportItem[] = [];
  for await (const item of readSources(typeof paths === 'string' ? [paths] : paths, { format: 'auto', ...options })) items.push(item);
  const of = <T extends ImportItem['type']>(type: T) => items.filter((item): item is Of<T> => item.type === type);
  return {
    formats: of('format').map((item) => item.format),
    documents: of('document').map((item) => item.doc),
    queries: of('query'),
    judgments: of('judgment'),
    rejected: of('rejected'),
    notes: of('note'),
  };
}

/** Short form of what was refused: `file:row reason`. */
export const refusals = ({ rejected }: Read): string[] => rejected.map(({ file, row, reason }) => `${file}:${row ?? '-'} ${reason}`);

/** The real data's folder, or undefined (with a line that says so) where it is absent. */
export function realData(name: string): string | undefined {
  const path = resolve('../shared/data', name);
  if (existsSync(path)) return path;
  console.log(`skipped: ../shared/data/${name} is not there`);
  return undefined;
}

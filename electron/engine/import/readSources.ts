/** Files and folders → documents, queries and judgments, by the reader of their format. */
import { basename, join, resolve } from 'node:path';
import { AppError } from '../../../shared/errors';
import { AILA_PART, readAila } from './aila';
import { readBeir, readCorpus } from './beir';
import { readText } from './decode';
import { filesBelow, isFile, isFolder } from './files';
import { readJurisTcu } from './juristcu';
import { looksLikeTasks, readLabelStudio } from './labelStudio';
import { createMeter } from './meter';
import { isNuggetFile, readNuggets } from './nuggets';
import { isParquet, readParquetFile, readParquetFolder } from './parquet';
import { readQrels, trecKind } from './qrels';
import { readQueries } from './queries';
import { withoutConflicts } from './repeats';
import { readTexts } from './texts';
import { type Format, type ImportItem, type ReaderOptions, type ReadOptions, rejected } from './types';

/**
 * Reads what the paths hold. A path is a folder of one of the formats, or a single file: a text, a file of
 * judgments (TREC, BEIR), queries*.jsonl, or a corpus in JSON lines.
 * @throws NOT_FOUND where a path is not there, BAD_INPUT where it is not of the format that was named, CANCELLED
 */
export function readSources(paths: readonly string[], options: ReadOptions): AsyncIterable<ImportItem> {
  return withoutConflicts(readAll(paths, options));
}

async function* readAll(paths: readonly string[], options: ReadOptions): AsyncIterable<ImportItem> {
  const sources: { readonly path: string; readonly folder: boolean }[] = [];
  for (const given of paths) {
    const path = resolve(given);
    const folder = await isFolder(path);
    if (!folder && !(await isFile(path)))
      throw new AppError('NOT_FOUND', `${given} is not there.`, 'Check the path; "sample:" is the sample collection.');
    if (folder && options.format !== 'auto') await insist(path, options.format);
    sources.push({ path, folder });
  }
  const meter = await createMeter(
    sources.map(({ path }) => path),
    options.onRead ?? (() => {}),
  );
  const reader: ReaderOptions = {
    lang: options.lang,
    signal: options.signal,
    system: options.system,
    split: options.split,
    count: meter.count,
  };
  for (const { path, folder } of sources) {
    // A format that is named is no longer guessed: a file of nuggets may have any name.
    if (!folder && options.format === 'nuggets') yield* readNuggets(path, reader);
    else if (!folder && options.format === 'label-studio') yield* readLabelStudio(path, reader);
    else
      yield* folder ? readFolder(path, options.format === 'auto' ? await recognise(path) : options.format, reader) : readFile(path, reader);
    meter.finish(path);
  }
}

function readFolder(path: string, format: Format, options: ReaderOptions): AsyncIterable<ImportItem> {
  switch (format) {
    case 'beir':
      return readBeir(path, options);
    case 'juristcu':
      return readJurisTcu(path, options);
    case 'aila':
      return readAila(path, options);
    case 'parquet':
      return readParquetFolder(path, options);
    case 'text':
      return readTexts(path, options);
    case 'nuggets':
      return readNuggetFolder(path, options);
    case 'label-studio':
      return readTaskFolder(path, options);
  }
}

/** A single file is known by its name and its first lines. */
async function* readFile(path: string, options: ReaderOptions): AsyncIterable<ImportItem> {
  const name = basename(path);
  if (isParquet(name)) {
    yield* readParquetFile(path, options);
    return;
  }
  if (/\.jsonl$/i.test(name)) {
    if (/qrels?[^/]*\.jsonl$/i.test(name)) yield* readQrels(path);
    else if (/^quer(y|ies)/i.test(name)) yield* readQueries(path);
    else if (await isNuggetFile(path)) yield* readNuggets(path, options);
    else {
      yield { type: 'format', format: 'beir' };
      yield* readCorpus(path, options);
    }
    return;
  }
  const decoded = /\.md$/i.test(name) ? undefined : await readText(path);
  const kind = decoded?.ok ? trecKind(decoded.text) : undefined;
  if (kind === 'qrels') yield* readQrels(path);
  else if (kind === 'run') yield rejected(name, null, 'this is a TREC run, which is compared, not imported: pepita evaluate --run FILE');
  else if (/\.json$/i.test(name) && decoded?.ok && looksLikeTasks(decoded.text)) yield* readLabelStudio(path, options);
  else yield* readTexts(path, options);
}

async function* readTaskFolder(path: string, options: ReaderOptions): AsyncIterable<ImportItem> {
  for (const file of (await filesBelow(path)).filter(({ name }) => /\.json$/i.test(name))) yield* readLabelStudio(file.path, options);
}

async function* readNuggetFolder(path: string, options: ReaderOptions): AsyncIterable<ImportItem> {
  for (const file of (await filesBelow(path)).filter(({ name }) => /\.jsonl$/i.test(name))) yield* readNuggets(file.path, options);
}

/** What tells a folder's format. */
const SIGN = { beir: 'corpus.jsonl', juristcu: 'doc.csv', aila: 'Object_casedocs' } as const;

async function recognise(path: string): Promise<Format> {
  if (AILA_PART.test(basename(path))) return 'aila';
  for (const format of ['beir', 'juristcu', 'aila'] as const) if (await hasSign(path, format)) return format;
  return (await hasParquet(path)) ? 'parquet' : 'text';
}

const hasSign = async (path: string, format: keyof typeof SIGN): Promise<boolean> =>
  (await isFile(join(path, SIGN[format]))) || (await isFolder(join(path, SIGN[format])));

const hasParquet = async (path: string): Promise<boolean> => (await filesBelow(path)).some(({ name }) => isParquet(name));

async function insist(path: string, format: Format): Promise<void> {
  if (format === 'text' || format === 'nuggets' || format === 'label-studio' || (format === 'aila' && AILA_PART.test(basename(path))))
    return;
  if (format === 'parquet' ? await hasParquet(path) : await hasSign(path, format)) return;
  throw new AppError(
    'BAD_INPUT',
    format === 'parquet'
      ? `${path} is no parquet folder: no .parquet file is in it.`
      : `${path} is no ${format} folder: ${SIGN[format]} is not in it.`,
    'Leave --format out to have it recognised.',
  );
}

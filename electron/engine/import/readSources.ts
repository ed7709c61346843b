/** Files and folders → documents, queries and judgments, by the reader of their format. */
import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { AppError } from '../../../shared/errors';
import { readAila } from './aila';
import { readBeir } from './beir';
import { readText } from './decode';
import { readJurisTcu } from './juristcu';
import { looksLikeQrels, readQrels } from './qrels';
import { readTexts } from './texts';
import type { Format, ImportItem, ReadOptions } from './types';

/** @throws NOT_FOUND where a path is not there, BAD_INPUT where a folder is not of the format that was named */
export async function* readSources(paths: readonly string[], options: ReadOptions): AsyncIterable<ImportItem> {
  for (const given of paths) {
    const path = resolve(given);
    const found = await stat(path).catch(() => undefined);
    if (!found) throw new AppError('NOT_FOUND', `${given} is not there.`, 'Check the path; "sample:" is the sample collection.');
    if (found.isFile() && (await isQrels(path))) yield* readQrels(path);
    else yield* reader(options.format === 'auto' ? await recognise(path) : await insist(path, options.format), path, options);
  }
}

function reader(format: Format, path: string, options: ReadOptions): AsyncIterable<ImportItem> {
  switch (format) {
    case 'beir':
      return readBeir(path, options);
    case 'juristcu':
      return readJurisTcu(path, options);
    case 'aila':
      return readAila(path, options);
    case 'text':
      return readTexts(path, options);
  }
}

/** What tells a folder's format. */
const SIGN: Record<Exclude<Format, 'text'>, string> = { beir: 'corpus.jsonl', juristcu: 'doc.csv', aila: 'Object_casedocs' };

async function recognise(path: string): Promise<Format> {
  if (/^Object_(casedocs|statutes)$/.test(basename(path))) return 'aila';
  for (const [format, sign] of Object.entries(SIGN)) if (await exists(join(path, sign))) return format as Format;
  return 'text';
}

async function insist(path: string, format: Format): Promise<Format> {
  if (format === 'text' || (format === 'aila' && /^Object_(casedocs|statutes)$/.test(basename(path)))) return format;
  if (await exists(join(path, SIGN[format]))) return format;
  throw new AppError(
    'BAD_INPUT',
    `${path} is no ${format} folder: ${SIGN[format]} is not in it.`,
    'Leave --format out to have it recognised.',
  );
}

/** A file of judgments alone: by its name, or by its first lines. */
async function isQrels(path: string): Promise<boolean> {
  if (/\.(jsonl|md)$/i.test(path)) return /qrels?[^/]*\.jsonl$/i.test(path);
  const decoded = await readText(path);
  return decoded.ok && looksLikeQrels(decoded.text);
}

const exists = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined)) !== undefined;

/** BEIR's layout: corpus.jsonl (`_id`, `title`, `text`, optional `metadata`), queries.jsonl, qrels/*.tsv or *.jsonl. */
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { throwIfAborted } from '../../../shared/errors';
import { detectLanguage } from '../text/language';
import { idFault } from './ids';
import { readQrels } from './qrels';
import { readQueries } from './queries';
import { titleOf } from './title';
import { type ImportItem, type ReadOptions, rejected, type SourceDocument } from './types';

export async function* readBeir(dir: string, options: ReadOptions): AsyncIterable<ImportItem> {
  yield { type: 'format', format: 'beir' };
  yield* readCorpus(join(dir, 'corpus.jsonl'), options);
  if (await isFile(join(dir, 'queries.jsonl'))) yield* readQueries(join(dir, 'queries.jsonl'));
  for (const name of (await readdir(join(dir, 'qrels')).catch(() => [])).sort()) {
    if (/\.(tsv|jsonl|txt)$/.test(name)) yield* readQrels(join(dir, 'qrels', name));
  }
}

/** Line by line: a corpus may be larger than memory. */
async function* readCorpus(path: string, { lang, signal }: ReadOptions): AsyncIterable<ImportItem> {
  const file = basename(path);
  let row = 0;
  for await (const line of createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY })) {
    throwIfAborted(signal);
    row++;
    const clean = row === 1 ? line.replace(/^\ufeff/, '') : line;
    if (clean.trim() === '') continue;
    const doc = parseDocument(clean, `${file}#${row}`, lang);
    yield typeof doc === 'string' ? rejected(file, row, doc) : { type: 'document', doc };
  }
}

function parseDocument(line: string, source: string, lang: ReadOptions['lang']): SourceDocument | string {
  let json: Record<string, unknown>;
  try {
    json = JSON.parse(line) as Record<string, unknown>;
  } catch (error) {
    return `the line is not JSON (${error instanceof Error ? error.message : error})`;
  }
  if (json === null || typeof json !== 'object' || Array.isArray(json)) return 'the line is no JSON object';
  const id = String(json._id ?? '');
  const { text } = json;
  if (typeof text !== 'string') return '"text" is missing';
  if (text.trim() === '') return 'the text is empty';
  const fault = idFault(id, '"_id"');
  if (fault) return fault;
  const metadata = (typeof json.metadata === 'object' && json.metadata !== null ? json.metadata : {}) as Record<string, unknown>;
  const told = (name: string) => (typeof metadata[name] === 'string' ? metadata[name] : '');
  const title = typeof json.title === 'string' && json.title.trim() ? json.title.trim() : titleOf(text, id);
  const saidLang = told('lang');
  return {
    doc_id: id,
    title,
    lang: lang ?? (saidLang === 'pt' || saidLang === 'en' ? saidLang : detectLanguage(text).lang),
    court: told('court'),
    class: told('class'),
    date: told('date'),
    text,
    source,
  };
}

const isFile = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined))?.isFile() ?? false;

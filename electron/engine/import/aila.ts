/**
 * AILA 2019: Object_casedocs/ (cases) with relevance_judgments_priorcases.txt, and
 * Object_statutes/ with relevance_judgments_statutes.txt; Query_doc.txt for both.
 * The folder itself gives the cases; name Object_statutes to get the statutes.
 */
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { throwIfAborted } from '../../../shared/errors';
import { englishDate } from './dates';
import { readText } from './decode';
import { isFile } from './files';
import { idFault } from './ids';
import { readQrels } from './qrels';
import { readQueries } from './queries';
import { shorten, titleOf } from './title';
import { encodingNotes, type ImportItem, type ReaderOptions, rejected, type SourceDocument } from './types';

export const AILA_PART = /^Object_(casedocs|statutes)$/;

export async function* readAila(path: string, options: ReaderOptions): AsyncIterable<ImportItem> {
  yield { type: 'format', format: 'aila' };
  const named = AILA_PART.test(basename(path));
  const part = named ? basename(path) : 'Object_casedocs';
  const dir = named ? dirname(path) : path;
  const statutes = part === 'Object_statutes';
  const guessed: string[] = [];
  for (const name of await naturallySorted(join(dir, part))) {
    throwIfAborted(options.signal);
    const file = `${part}/${name}`;
    const decoded = await readText(join(dir, part, name));
    options.count(join(dir, part, name));
    const id = name.replace(/\.txt$/i, '');
    const fault = decoded.ok ? idFault(id, 'the id (file name)') : decoded.reason;
    if (fault !== undefined || !decoded.ok) {
      yield rejected(file, null, fault ?? '');
      continue;
    }
    if (decoded.encoding === 'windows-1252') guessed.push(file);
    yield { type: 'document', doc: (statutes ? statute : judgment)(id, decoded.text, file, options.lang ?? 'en') };
  }
  yield* encodingNotes(guessed);
  const queries = join(dir, 'Query_doc.txt');
  if (await isFile(queries)) yield* readQueries(queries);
  const qrels = join(dir, statutes ? 'relevance_judgments_statutes.txt' : 'relevance_judgments_priorcases.txt');
  if (await isFile(qrels)) yield* readQrels(qrels);
}

/** Title, court and date stand in the first lines; the text stays whole. */
function judgment(doc_id: string, text: string, source: string, lang: SourceDocument['lang']): SourceDocument {
  const head = text
    .slice(0, 2000)
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(0, 8);
  const court = head.find((line) => /\bcourt\b/i.test(line) && line.length < 80) ?? '';
  const date = head.map(englishDate).find((found) => found !== '') ?? '';
  const kind =
    head.find(
      (line) =>
        /^(?:civil|criminal|cr|crl|writ|special leave|appeal|review|transfer|election|petition|original)\b.*\d/i.test(line) &&
        line.length < 160,
    ) ?? '';
  return {
    doc_id,
    title: titleOf(text, doc_id),
    lang,
    court,
    class: kind.replace(/\s*(?:no|nos)\b.*$|\s*\d.*$/i, '').trim(),
    date,
    text,
    source,
  };
}

function statute(doc_id: string, text: string, source: string, lang: SourceDocument['lang']): SourceDocument {
  const told = /^Title:[ \t]*(.+)$/m.exec(text)?.[1]?.trim();
  const title = told ? shorten(told) : titleOf(text, doc_id);
  return { doc_id, title, lang, court: '', class: 'Statute', date: '', text, source };
}

async function naturallySorted(dir: string): Promise<string[]> {
  const names = await readdir(dir);
  return names.filter((name) => /\.txt$/i.test(name)).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

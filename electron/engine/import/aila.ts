/**
 * AILA 2019: Object_casedocs/ (cases) with relevance_judgments_priorcases.txt, and
 * Object_statutes/ with relevance_judgments_statutes.txt; Query_doc.txt for both.
 * The folder itself gives the cases; name Object_statutes to get the statutes.
 */
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { throwIfAborted } from '../../../shared/errors';
import { readText } from './decode';
import { readQrels } from './qrels';
import { readQueries } from './queries';
import { titleOf } from './title';
import { type ImportItem, type ReadOptions, rejected, type SourceDocument } from './types';

export async function* readAila(path: string, options: ReadOptions): AsyncIterable<ImportItem> {
  yield { type: 'format', format: 'aila' };
  const part = /^Object_/.test(basename(path)) ? basename(path) : 'Object_casedocs';
  const dir = part === basename(path) ? dirname(path) : path;
  const statutes = part === 'Object_statutes';
  for (const name of await naturallySorted(join(dir, part))) {
    throwIfAborted(options.signal);
    const decoded = await readText(join(dir, part, name));
    if (!decoded.ok) yield rejected(`${part}/${name}`, null, decoded.reason);
    else
      yield {
        type: 'document',
        doc: (statutes ? statute : judgment)(name.replace(/\.txt$/i, ''), decoded.text, `${part}/${name}`, options.lang ?? 'en'),
      };
  }
  if (await isFile(join(dir, 'Query_doc.txt'))) yield* readQueries(join(dir, 'Query_doc.txt'));
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
  const date = head.map(isoDate).find((found) => found !== '') ?? '';
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
  const title = /^Title:\s*(.+)$/m.exec(text)?.[1]?.trim() || titleOf(text, doc_id);
  return { doc_id, title, lang, court: '', class: 'Statute', date: '', text, source };
}

const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];

/** `11 July 2001` as `2001-07-11`; '' where the line is no date. */
function isoDate(line: string): string {
  const match = /^(\d{1,2})\s+([A-Za-z]+),?\s+(\d{4})\b/.exec(line);
  const month = MONTHS.indexOf(match?.[2]?.toLowerCase() ?? '');
  if (!match || month < 0) return '';
  return `${match[3]}-${String(month + 1).padStart(2, '0')}-${match[1]!.padStart(2, '0')}`;
}

async function naturallySorted(dir: string): Promise<string[]> {
  const names = await readdir(dir);
  return names.filter((name) => /\.txt$/i.test(name)).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

const isFile = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined))?.isFile() ?? false;

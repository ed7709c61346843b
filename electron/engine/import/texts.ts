/**
 * A folder of TXT and MD files (or single files). Beside them may stand metadata*.csv
 * (doc_id, title, lang, court, class, date), queries*.jsonl and qrels*.tsv. The id of a
 * document is its path below the folder, without the extension; below `decisions/` where
 * such a folder stands next to the metadata.
 */
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import { throwIfAborted } from '../../../shared/errors';
import { detectLanguage } from '../text/language';
import { readCsv } from './csv';
import { readText } from './decode';
import { idFault } from './ids';
import { readQrels } from './qrels';
import { readQueries } from './queries';
import { titleOf } from './title';
import { type ImportItem, type ReadOptions, rejected } from './types';

const TEXT = new Set(['.txt', '.md', '.markdown', '.text']);
/** Files that people expect to be read, so that their refusal must be told. */
const OTHER_DOCUMENTS = new Set(['.pdf', '.doc', '.docx', '.rtf', '.odt', '.html', '.htm']);

export async function* readTexts(path: string, options: ReadOptions): AsyncIterable<ImportItem> {
  yield { type: 'format', format: 'text' };
  const single = (await stat(path)).isFile();
  const base = single ? dirname(path) : path;
  const names = single ? [basename(path)] : await filesBelow(path);
  const metadata = new Map<string, Readonly<Record<string, string>>>();
  if (!single) yield* readMetadata(path, names, metadata);
  const root = names.some((name) => name.startsWith('decisions/')) ? 'decisions/' : '';

  for (const name of names) {
    throwIfAborted(options.signal);
    const extension = extname(name).toLowerCase();
    if (OTHER_DOCUMENTS.has(extension))
      yield rejected(name, null, `${extension.slice(1).toUpperCase()} files are not read: save the text as TXT first`);
    if (!TEXT.has(extension) || !name.startsWith(root)) continue;
    const id = name.slice(root.length, name.length - extension.length);
    const decoded = await readText(join(base, name));
    const fault = decoded.ok ? idFault(id, 'the id (path without extension)') : decoded.reason;
    if (fault !== undefined || !decoded.ok) {
      yield rejected(name, null, fault ?? '');
      continue;
    }
    const told = metadata.get(id) ?? {};
    const lang = options.lang ?? (told.lang === 'pt' || told.lang === 'en' ? told.lang : detectLanguage(decoded.text).lang);
    const { text } = decoded;
    yield {
      type: 'document',
      doc: {
        doc_id: id,
        title: told.title || titleOf(text, id),
        lang,
        court: told.court ?? '',
        class: told.class ?? '',
        date: told.date ?? '',
        text,
        source: name,
      },
    };
  }
  if (single) return;
  for (const name of names) if (/^queries[^/]*\.jsonl$/.test(name)) yield* readQueries(join(base, name));
  for (const name of names) if (/^qrels[^/]*\.(tsv|txt|jsonl)$/.test(name)) yield* readQrels(join(base, name));
}

async function* readMetadata(
  dir: string,
  names: readonly string[],
  into: Map<string, Readonly<Record<string, string>>>,
): AsyncIterable<ImportItem> {
  for (const name of names) {
    if (!/^metadata[^/]*\.csv$/.test(name)) continue;
    const { rows, faults } = await readCsv(join(dir, name), ['doc_id']);
    for (const { row, reason } of faults) yield rejected(name, row, reason);
    for (const { cells } of rows) into.set(cells.doc_id!.trim(), cells);
  }
}

/** Every file below a folder, as paths with forward slashes, sorted; hidden ones are left out. */
async function filesBelow(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !name.split('/').some((part) => part.startsWith('.')))
    .sort();
}

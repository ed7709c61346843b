/**
 * A folder of TXT and MD files (or single files). Beside them may stand metadata*.csv
 * (doc_id, title, lang, court, class, date), queries*.jsonl and qrels*.tsv. The id of a
 * document is its path below the folder, without the extension; below `decisions/` or
 * `documents/` where such a folder stands next to one of those files.
 */
import { basename, extname } from 'node:path';
import { throwIfAborted } from '../../../shared/errors';
import { detectLanguage } from '../text/language';
import { readText } from './decode';
import { type FoundFile, filesBelow, isFile } from './files';
import { idFault } from './ids';
import { type Metadata, readMetadata } from './metadata';
import { readQrels } from './qrels';
import { readQueries } from './queries';
import { titleOf } from './title';
import { encodingNotes, type ImportItem, type ReaderOptions, rejected } from './types';

const TEXT = new Set(['.txt', '.md', '.markdown', '.text']);
const METADATA = /^metadata[^/]*\.csv$/i;
const QUERIES = /^queries[^/]*\.jsonl$/i;
const QRELS = /^qrels[^/]*\.(tsv|txt|jsonl)$/i;
const ROOT = /^(decisions|documents)\//;

export async function* readTexts(path: string, options: ReaderOptions): AsyncIterable<ImportItem> {
  yield { type: 'format', format: 'text' };
  const single = await isFile(path);
  const all: FoundFile[] = single ? [{ name: basename(path), path }] : await filesBelow(path);
  const beside = single ? [] : all.filter(({ name }) => METADATA.test(name) || QUERIES.test(name) || QRELS.test(name));
  const root = beside.length > 0 ? (all.map(({ name }) => ROOT.exec(name)?.[0]).find(Boolean) ?? '') : '';

  const metadata = new Map<string, Metadata>();
  for (const file of beside.filter(({ name }) => METADATA.test(name))) yield* readMetadata(file, metadata);
  const documents = all.filter((file) => file.name.startsWith(root) && !beside.includes(file));
  yield* readDocuments(documents, root, metadata, options);
  for (const { told, file, row } of metadata.values())
    yield { type: 'note', file, text: `row ${row}: there is no document "${told.doc_id}"` };

  for (const file of beside) {
    if (QUERIES.test(file.name)) yield* readQueries(file.path);
    if (QRELS.test(file.name)) yield* readQrels(file.path);
    options.count(file.path);
  }
}

/** What is used of the metadata is taken out of it. */
async function* readDocuments(
  files: readonly FoundFile[],
  root: string,
  metadata: Map<string, Metadata>,
  options: ReaderOptions,
): AsyncIterable<ImportItem> {
  const guessed: string[] = [];
  for (const { name, path } of files) {
    throwIfAborted(options.signal);
    const extension = extname(name);
    // File systems spell accents in one way or the other: one spelling for ids.
    const id = name.slice(root.length, name.length - extension.length).normalize('NFC');
    const decoded = await readText(path);
    options.count(path);
    const fault = decoded.ok
      ? TEXT.has(extension.toLowerCase())
        ? idFault(id, 'the id (path without extension)')
        : 'only TXT and MD files are read: save it as plain text first'
      : decoded.reason;
    if (fault !== undefined || !decoded.ok) {
      yield rejected(name, null, fault ?? '');
      continue;
    }
    if (decoded.encoding === 'windows-1252') guessed.push(name);
    const told: Metadata['told'] = metadata.get(id)?.told ?? { doc_id: id };
    metadata.delete(id);
    const { text } = decoded;
    yield {
      type: 'document',
      doc: {
        doc_id: id,
        title: told.title || titleOf(text, id),
        lang: options.lang ?? told.lang ?? detectLanguage(text).lang,
        court: told.court ?? '',
        class: told.class ?? '',
        date: told.date ?? '',
        text,
        source: name,
      },
    };
  }
  yield* encodingNotes(guessed);
}

/**
 * BEIR's layout, and JUÁ's: corpus.jsonl (`_id`, `title`, `text`, optional `metadata`), queries.jsonl, and for each split
 * qrels/SPLIT.tsv or SPLIT.jsonl.
 */
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { throwIfAborted } from '../../../shared/errors';
import { detectLanguage } from '../text/language';
import { isoDate } from './dates';
import { decodeText } from './decode';
import { isFile } from './files';
import { idFault, jsonId } from './ids';
import { jsonLine } from './jsonLine';
import { byteLinesOf } from './lines';
import { langOf } from './metadata';
import { readQrels } from './qrels';
import { readQueries } from './queries';
import { chooseSplits, leftOut } from './splits';
import { titleOf } from './title';
import { encodingNote, type ImportItem, type ReaderOptions, rejected, type SourceDocument } from './types';

export async function* readBeir(dir: string, options: ReaderOptions): AsyncIterable<ImportItem> {
  yield { type: 'format', format: 'beir' };
  yield* readCorpus(join(dir, 'corpus.jsonl'), options);
  const queries = join(dir, 'queries.jsonl');
  if (await isFile(queries)) yield* readQueries(queries);
  options.count(queries);
  yield* readSplits(join(dir, 'qrels'), options);
}

async function* readSplits(dir: string, options: ReaderOptions): AsyncIterable<ImportItem> {
  const files = (await readdir(dir).catch(() => [])).filter((name) => QRELS.test(name)).sort();
  if (files.length === 0) return;
  const splitOf = (name: string) => name.replace(QRELS, '');
  const choice = chooseSplits(files.map(splitOf), options.split);
  if (typeof choice === 'string') {
    yield rejected('qrels', null, choice);
    return;
  }
  if (choice.left.length > 0) yield { type: 'note', file: 'qrels', text: leftOut(choice) };
  for (const name of files) {
    if (choice.read.includes(splitOf(name))) yield* readQrels(join(dir, name));
    options.count(join(dir, name));
  }
}

const QRELS = /\.(tsv|jsonl|txt)$/;

/** Line by line: a corpus may be larger than memory. */
export async function* readCorpus(path: string, { lang, signal, count }: ReaderOptions): AsyncIterable<ImportItem> {
  const file = basename(path);
  let guessed = false;
  for await (const { row, bytes, read } of byteLinesOf(path)) {
    throwIfAborted(signal);
    const { text: line, encoding } = decodeText(bytes);
    if (row === 1 && encoding.startsWith('utf-16')) {
      yield rejected(file, null, 'the file is in UTF-16: JSON lines are written in UTF-8, save it so');
      return;
    }
    guessed ||= encoding === 'windows-1252';
    if (line.trim() === '') continue;
    const doc = parseDocument(line, `${file}#${row}`, lang);
    yield typeof doc === 'string' ? rejected(file, row, doc) : { type: 'document', doc };
    count(path, read);
  }
  if (guessed) yield* encodingNote(file, 'windows-1252');
}

function parseDocument(line: string, source: string, lang: ReaderOptions['lang']): SourceDocument | string {
  const json = jsonLine(line);
  if (typeof json === 'string') return json;
  const doc_id = jsonId(json._id);
  if (typeof json.text !== 'string') return '"text" is missing';
  // Half of a character (as `"\ud83d"` alone) can't be stored as UTF-8: it is replaced here, where it is seen.
  const text = json.text.replace(/\p{Surrogate}/gu, '\ufffd');
  const fault =
    idFault(doc_id, '"_id"') ??
    (text.trim() === '' ? 'the text is empty' : text.includes('\0') ? 'the text holds NUL characters' : undefined);
  if (fault) return fault;
  const metadata = (typeof json.metadata === 'object' && json.metadata !== null ? json.metadata : {}) as Record<string, unknown>;
  const told = (name: string) => (typeof metadata[name] === 'string' ? metadata[name].trim() : '');
  return {
    doc_id,
    title: (typeof json.title === 'string' && json.title.trim()) || titleOf(text, doc_id),
    lang: lang ?? langOf(told('lang')) ?? detectLanguage(text).lang,
    court: told('court'),
    class: told('class'),
    date: isoDate(told('date')),
    text,
    source,
  };
}

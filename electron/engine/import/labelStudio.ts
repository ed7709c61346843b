/**
 * The texts of Label Studio's tasks: a JSON list of objects with `data.text` (or the longest text in `data`). A document's id is
 * `data.doc_id`, `data.id` or the task's. What people marked in them is imported apart: annotations import --format label-studio.
 */
import { basename } from 'node:path';
import { throwIfAborted } from '../../../shared/errors';
import { detectLanguage } from '../text/language';
import { readText } from './decode';
import { idFault, jsonId } from './ids';
import { titleOf } from './title';
import { encodingNote, type ImportItem, type ReaderOptions, rejected } from './types';

export async function* readLabelStudio(path: string, { lang, signal, count }: ReaderOptions): AsyncIterable<ImportItem> {
  const file = basename(path);
  yield { type: 'format', format: 'label-studio' };
  const decoded = await readText(path);
  if (!decoded.ok) {
    yield rejected(file, null, decoded.reason);
    return;
  }
  yield* encodingNote(file, decoded.encoding);
  const tasks = tasksOf(decoded.text);
  if (typeof tasks === 'string') {
    yield rejected(file, null, tasks);
    return;
  }
  // Several tasks may ask about one text.
  const seen = new Map<string, string>();
  for (const [i, task] of tasks.entries()) {
    throwIfAborted(signal);
    const { id, data } = (task ?? {}) as { id?: unknown; data?: Record<string, unknown> };
    const doc_id = jsonId(data?.doc_id) || jsonId(data?.id) || jsonId(id);
    const text = textOf(data);
    const fault = idFault(doc_id, 'the id of the task') ?? (text.trim() === '' ? 'the task has no text in "data"' : undefined);
    if (fault) yield rejected(file, i + 1, fault);
    else if (seen.get(doc_id) !== text) {
      seen.set(doc_id, text);
      const said = (name: string) => (typeof data?.[name] === 'string' ? data[name] : '');
      const title = said('title') || titleOf(text, doc_id);
      const facts = { court: said('court'), class: said('class'), date: '', source: `${file}#${i + 1}` };
      yield { type: 'document', doc: { doc_id, title, lang: lang ?? detectLanguage(text).lang, text, ...facts } };
    }
  }
  count(path);
}

function textOf(data: Record<string, unknown> | undefined): string {
  if (typeof data?.text === 'string') return data.text;
  const texts = Object.values(data ?? {}).filter((value) => typeof value === 'string');
  return texts.sort((a, b) => b.length - a.length)[0] ?? '';
}

function tasksOf(text: string): unknown[] | string {
  try {
    const json: unknown = JSON.parse(text);
    return Array.isArray(json) ? json : 'it is no list of tasks';
  } catch (error) {
    return `it is no JSON (${error instanceof Error ? error.message : error})`;
  }
}

/** Whether a JSON file begins like an export of Label Studio. */
export const looksLikeTasks = (text: string): boolean => /^\s*\[\s*\{/.test(text) && /"data"\s*:\s*\{/.test(text);

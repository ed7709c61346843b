/** Judgments of relevance as a file of events: out of one workspace, into another, each once. */
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Output, ParsedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { RelevanceEvent } from '../../../shared/judging';
import { sortEvents } from '../annotate/history';
import { relevanceConflicts } from '../annotate/relevanceConflicts';
import { decodeText } from '../import/decode';
import { jsonLine } from '../import/jsonLine';
import { byteLinesOf } from '../import/lines';
import type { EngineContext } from './context';
import { nearest } from './nearest';
import { requireCollection } from './require';
import { writeOutput } from './writeOutput';

export async function exportRelevance({ store }: EngineContext, input: ParsedInput<'exportRelevance'>): Promise<Output<'exportRelevance'>> {
  await requireCollection(store, input.collection);
  const path = resolve(input.path);
  const events = sortEvents((await store.relevanceEvents(input.collection)).events);
  await writeOutput(path, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  return { path, rows: events.length };
}

/** @throws NOT_FOUND where collection or file are not there; a row that can't be read, or names what is not here, is told and left out */
export async function importRelevance(
  { store, spaces }: EngineContext,
  input: ParsedInput<'importRelevance'>,
): Promise<Output<'importRelevance'>> {
  const { collection } = input;
  await requireCollection(store, collection);
  const path = resolve(input.path);
  if (!(await stat(path).catch(() => undefined))?.isFile()) {
    throw new AppError('NOT_FOUND', `${input.path} is not there, or is no file.`, 'Name a file that pepita judging export wrote.');
  }
  const documents = new Set((await spaces.heads(collection)).keys());
  const queries = new Set((await store.queries(collection)).map(({ query_id }) => query_id));
  const found = new Map<string, RelevanceEvent>();
  const refused: { item: string; reason: string }[] = [];
  for await (const { row, bytes } of byteLinesOf(path)) {
    const line = decodeText(bytes).text.replace(/^\ufeff/, '');
    if (line.trim() === '') continue;
    const read = readLine(line);
    const reason =
      typeof read === 'string' ? read : (missing('query', read.query_id, queries) ?? missing('document', read.doc_id, documents));
    if (typeof read === 'string' || reason) refused.push({ item: `${basename(path)}, row ${row}`, reason: reason! });
    else found.set(read.id, { ...read, collection });
  }
  let known: readonly RelevanceEvent[] = [];
  const added = await store.appendRelevance(collection, ({ events }) => {
    known = events;
    const ids = new Set(events.map(({ id }) => id));
    return [...found.values()].filter(({ id }) => !ids.has(id));
  });
  const conflicts = added.length > 0 ? relevanceConflicts(known, [...found.values()]) : [];
  return { collection, added: added.length, unchanged: found.size - added.length, conflicts, refused, realigned: [] };
}

function readLine(line: string): RelevanceEvent | string {
  const json = jsonLine(line);
  if (typeof json === 'string') return json;
  const event = RelevanceEvent.safeParse(json);
  if (event.success) return event.data;
  const issue = event.error.issues[0];
  return `${issue?.path.map(String).join('.') || 'the line'}: ${issue?.message}`;
}

function missing(what: string, id: string, known: ReadonlySet<string>): string | undefined {
  if (known.has(id)) return undefined;
  const near = nearest(id, [...known]);
  return `there is no ${what} "${id}"${near.length > 0 ? ` (nearest: ${near.join(', ')})` : ''}`;
}

/** What files of other forms say → events. What is said here already is not overwritten: a difference is a conflict, and is told. */
import { type AnnotationEvent, type JudgedChanges, type JudgedValues, type MarkedSpan, NO_VALUES } from '../../../shared/annotation';
import type { ImportAnnotationsOutput } from '../../../shared/contract';
import type { Document, Nugget, Progress } from '../../../shared/domain';
import { throwIfAborted } from '../../../shared/errors';
import { foldAnnotations } from '../annotate/fold';
import { groupBy } from '../annotate/groupBy';
import { whoIs } from '../annotate/history';
import { shown } from '../annotate/mergeConflicts';
import type { Statement } from '../annotate/statement';
import { alignSource } from '../extract/align';
import { sha256Hex } from '../text/hash';
import { normalise } from '../text/normalise';
import { judgedNugget, newEvent, profilesIn, versionOf } from './annotationParts';
import type { Emit, EngineContext } from './context';
import { nearest } from './nearest';
import { offsetReader } from './offsets';
import { createProgress } from './progress';

interface Matched {
  readonly statement: Statement;
  readonly nugget: AnnotationEvent['nugget'];
  readonly values: JudgedChanges;
}

export async function importStatements(
  context: EngineContext,
  collection: string,
  statements: readonly Statement[],
  { origin, signal, emit }: { origin: string; signal?: AbortSignal; emit: Emit<Progress> },
  out: ImportAnnotationsOutput,
): Promise<void> {
  const heads = await context.spaces.heads(collection);
  const matched: Matched[] = [];
  const groups = groupBy(statements, (statement) => statement.doc_id);
  const progress = createProgress(emit, 'read', 'document', groups.size);
  for (const [i, [doc_id, own]] of [...groups].entries()) {
    throwIfAborted(signal);
    progress.at(i, heads.get(doc_id)?.title ?? doc_id);
    if (heads.has(doc_id)) matched.push(...(await matchAll(context, collection, doc_id, own, out)));
    else {
      const near = nearest(doc_id, [...heads.keys()]);
      const reason = `there is no document "${doc_id}"${near.length > 0 ? ` (nearest: ${near.join(', ')})` : ''}`;
      out.refused.push(...own.map(({ item }) => ({ item, reason })));
    }
  }
  progress.at(groups.size);
  progress.end();
  const now = context.clock.now();
  const added = await context.store.appendAnnotations(collection, ({ events }) => {
    const { items } = foldAnnotations(events);
    const ids = new Set(events.map(({ id }) => id));
    const fresh: AnnotationEvent[] = [];
    const said = new Map<string, JudgedValues>();
    for (const { statement, nugget, values } of matched) {
      const { annotator, role, at, item } = statement;
      const who = whoIs({ annotator, role });
      const key = `${who}\n${nugget.version}`;
      const before = said.get(key) ?? items.get(nugget.version)?.by.get(who)?.values ?? NO_VALUES;
      let differs = false;
      const changes = openChanges(values, before, (label, here, there) => {
        differs = true;
        out.conflicts.push({ item: `${item} (${nugget.id})`, annotator, label, here, there, kept: here });
      });
      // The same row again is the same event, also when it was taken back since.
      const id = `i${sha256Hex(JSON.stringify([annotator, role, nugget.version, values, at])).slice(0, 31)}`;
      if (Object.keys(changes).length === 0 || ids.has(id)) {
        if (!differs) out.unchanged++;
        continue;
      }
      ids.add(id);
      said.set(key, { ...before, ...changes });
      const draft = { collection, annotator, role, nugget, origin, action: { type: 'judge' as const, changes } };
      fresh.push({ ...newEvent(draft, fresh, now), id, ...(at === '' ? {} : { at }) });
    }
    return fresh;
  });
  out.added += added.length;
}

/** The values of which nothing is said yet. */
function openChanges(
  values: JudgedChanges,
  before: JudgedValues,
  conflict: (label: string, here: string, there: string) => void,
): JudgedChanges {
  const open = Object.entries(values).filter(([name, value]) => {
    const [here, there] = [shown(before[name as keyof JudgedValues]), shown(value)];
    // "No evidence" is a word too.
    const silent = name === 'evidence' ? before.evidence === null : here === '';
    if (silent) return true;
    if (here !== there) conflict(name, here, there);
    return false;
  });
  return Object.fromEntries(open) as JudgedChanges;
}

async function matchAll(
  { store }: EngineContext,
  collection: string,
  docId: string,
  statements: readonly Statement[],
  out: ImportAnnotationsOutput,
): Promise<Matched[]> {
  const document = (await store.document(collection, docId))!;
  const nuggets = await store.nuggets(collection, { docId });
  const profiles = await profilesIn(store, collection, docId);
  const source = alignSource(document.text);
  return statements.flatMap((statement) => {
    const { item } = statement;
    const nugget = findNugget(statement, nuggets, document);
    if (typeof nugget === 'string') {
      out.refused.push({ item, reason: nugget });
      return [];
    }
    const { evidence, ...values } = statement.values;
    const placed = evidence && placeSpans(statement, document.text, source);
    if (typeof placed === 'string') {
      out.refused.push({ item, reason: placed });
      return [];
    }
    if (placed?.reason) out.realigned.push({ item, reason: placed.reason });
    const judged = judgedNugget(nugget, document, profiles.get(nugget.trace_id) ?? '');
    return [{ statement, nugget: judged, values: { ...values, ...(placed ? { evidence: placed.spans } : {}) } }];
  });
}

function findNugget({ version, nugget_id, text, extractor }: Statement, nuggets: readonly Nugget[], { sha256 }: Document): Nugget | string {
  const own = nuggets.filter((nugget) => extractor === '' || nugget.extractor === extractor);
  const byVersion = own.find((nugget) => versionOf(nugget, sha256) === version);
  if (byVersion) return byVersion;
  const byId = own.find(({ id }) => id === nugget_id);
  if (byId && (text === '' || normalise(byId.text) === normalise(text))) return byId;
  if (byId) return `the nugget "${nugget_id}" reads otherwise now`;
  if (text === '') return `the document has no nugget "${nugget_id || version}"`;
  const byText = own.filter((nugget) => normalise(nugget.text) === normalise(text));
  const distinct = new Set(byText.map((nugget) => versionOf(nugget, sha256)));
  if (distinct.size > 1) return `${byText.length} nuggets of the document read so: name the extractor or the nugget_id`;
  return byText[0] ?? 'no nugget of the document reads so';
}

function placeSpans({ values: { evidence = [] }, offsets }: Statement, text: string, source: ReturnType<typeof alignSource>) {
  const read = offsetReader(text, offsets);
  const spans: MarkedSpan[] = [];
  let reason = '';
  for (const { start, end, quote } of evidence) {
    const [from, to] = [read(start), read(end)];
    const words = from !== undefined && to !== undefined && from < to ? text.slice(from, to) : undefined;
    if (words !== undefined && (quote === undefined || words === quote)) {
      spans.push({ start: from!, end: to!, quote: words });
      continue;
    }
    const place = quote ? source.locate(quote, { start: from ?? 0, end: to ?? text.length }) : null;
    if (!place) return `the text at ${start}–${end} (${offsets}) does not read as was marked, and the words are nowhere else`;
    reason = `the words marked at ${start}–${end} (${offsets}) stand at ${place.start}–${place.end} (${place.kind})`;
    spans.push({ start: place.start, end: place.end, quote: text.slice(place.start, place.end) });
  }
  return { spans, reason };
}

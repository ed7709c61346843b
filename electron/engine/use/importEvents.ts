/** Events of another workspace → this one: each once, at its place in the texts that are here. */
import { basename } from 'node:path';
import type { AnnotationEvent } from '../../../shared/annotation';
import type { ImportAnnotationsOutput } from '../../../shared/contract';
import type { Document, Nugget } from '../../../shared/domain';
import { movePlaces, parseEventLine } from '../annotate/eventLines';
import { mergeConflicts } from '../annotate/mergeConflicts';
import { type AlignSource, alignSource } from '../extract/align';
import { decodeText } from '../import/decode';
import { jsonLine } from '../import/jsonLine';
import { byteLinesOf } from '../import/lines';
import { judgedNugget } from './annotationParts';
import type { EngineContext } from './context';
import { currentVersions } from './listAnnotations';
import { nearest } from './nearest';
import { offsetReader } from './offsets';

export async function importEvents(context: EngineContext, collection: string, path: string, out: ImportAnnotationsOutput): Promise<void> {
  const { store } = context;
  const heads = await context.spaces.heads(collection);
  const found = new Map<string, AnnotationEvent>();
  const places = new Map<string, Places>();
  for await (const { row, bytes } of byteLinesOf(path)) {
    const line = decodeText(bytes).text.replace(/^\ufeff/, '');
    if (line.trim() === '') continue;
    const item = `${basename(path)}, row ${row}`;
    const json = jsonLine(line);
    const parsed = typeof json === 'string' ? json : parseEventLine(json);
    if (typeof parsed === 'string') {
      out.refused.push({ item, reason: parsed });
      continue;
    }
    const { doc_id } = parsed.event.nugget;
    if (!heads.has(doc_id)) {
      const near = nearest(doc_id, [...heads.keys()]);
      out.refused.push({ item, reason: `there is no document "${doc_id}"${near.length > 0 ? ` (nearest: ${near.join(', ')})` : ''}` });
      continue;
    }
    const place = places.get(doc_id) ?? (await openPlaces(context, collection, doc_id));
    places.set(doc_id, place);
    const placed = place.put({ ...parsed.event, collection }, parsed.offsets);
    if ('refused' in placed) out.refused.push({ item: `${item} (${parsed.event.nugget.id})`, reason: placed.refused });
    else {
      if (placed.realigned) out.realigned.push({ item: `${item} (${parsed.event.nugget.id})`, reason: placed.realigned });
      found.set(placed.event.id, placed.event);
    }
  }
  const current = await currentVersions(context, collection);
  out.without_nugget = new Set([...found.values()].map(({ nugget }) => nugget.version).filter((version) => !current.has(version))).size;
  let known: readonly AnnotationEvent[] = [];
  const added = await store.appendAnnotations(collection, ({ events }) => {
    known = events;
    const ids = new Set(events.map(({ id }) => id));
    return [...found.values()].filter(({ id }) => !ids.has(id));
  });
  out.added = added.length;
  out.unchanged = found.size - added.length;
  out.conflicts = added.length > 0 ? mergeConflicts(known, [...found.values()]) : [];
}

interface Places {
  put(
    event: AnnotationEvent,
    offsets: 'utf16' | 'codepoints' | 'utf8',
  ): { event: AnnotationEvent; realigned: string } | { refused: string };
}

async function openPlaces({ store }: EngineContext, collection: string, docId: string): Promise<Places> {
  const document = (await store.document(collection, docId))!;
  const nuggets = await store.nuggets(collection, { docId });
  let source: AlignSource | undefined;
  const align = () => {
    source ??= alignSource(document.text);
    return source;
  };
  const readers = new Map<string, (offset: number) => number | undefined>();
  return {
    put(event, offsets) {
      const sameText = event.nugget.text_sha256 === document.sha256;
      const reader = readers.get(offsets) ?? offsetReader(document.text, offsets);
      readers.set(offsets, reader);
      // Offsets of another text mean nothing here; its marked words are looked for.
      const moved = sameText ? movePlaces(event, reader) : event;
      if (!moved) return { refused: `a span lies outside of the text or splits a character (offsets in ${offsets})` };
      const rehomed = sameText ? moved : rehome(moved, document, nuggets);
      if (!rehomed) return { refused: 'the document has another text here, and no nugget of it reads the same' };
      const evidence = findEvidence(rehomed, document.text, align);
      if ('refused' in evidence) return evidence;
      const reasons = [...(sameText ? [] : ['the document has another text here']), ...(evidence.reason ? [evidence.reason] : [])];
      return { event: evidence.event, realigned: reasons.join('; ') };
    },
  };
}

/** The judgment of a nugget that reads the same in this document's text. */
function rehome(event: AnnotationEvent, document: Document, nuggets: readonly Nugget[]): AnnotationEvent | undefined {
  const twin = nuggets.find(({ text, extractor }) => text === event.nugget.text && extractor === event.nugget.extractor);
  return twin && { ...event, nugget: judgedNugget(twin, document, event.nugget.profile) };
}

function findEvidence(
  event: AnnotationEvent,
  text: string,
  align: () => AlignSource,
): { event: AnnotationEvent; reason: string } | { refused: string } {
  const { action } = event;
  const evidence = action.type === 'judge' ? action.changes.evidence : undefined;
  if (action.type !== 'judge' || !evidence) return { event, reason: '' };
  let reason = '';
  const found = [];
  for (const span of evidence) {
    if (text.slice(span.start, span.end) === span.quote) {
      found.push(span);
      continue;
    }
    const place = align().locate(span.quote, span);
    if (!place) return { refused: `the text at ${span.start}–${span.end} does not read as was marked, and the words are nowhere else` };
    reason = `the words marked at ${span.start}–${span.end} stand at ${place.start}–${place.end} (${place.kind})`;
    found.push({ start: place.start, end: place.end, quote: text.slice(place.start, place.end) });
  }
  return { event: { ...event, action: { ...action, changes: { ...action.changes, evidence: found } } }, reason };
}

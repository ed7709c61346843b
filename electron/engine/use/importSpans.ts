/**
 * Spans that people marked under labels of their own → nuggets of a system, with the person's evidence and labels as judgments. A span
 * whose words are not at its place is looked for in the text, and refused where they are nowhere.
 */
import type { ImportAnnotationsOutput } from '../../../shared/contract';
import { IMPORTED, ImportedId, type Progress } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import { groupBy } from '../annotate/groupBy';
import type { LabelledSpan } from '../annotate/labelStudio';
import type { Statement } from '../annotate/statement';
import { alignSource } from '../extract/align';
import { sha256Hex } from '../text/hash';
import { normalise } from '../text/normalise';
import type { Emit, EngineContext } from './context';
import { importNuggets, type NuggetRow } from './importNuggets';
import { importStatements } from './importStatements';
import { offsetReader } from './offsets';

interface Placed {
  readonly span: LabelledSpan;
  readonly doc_id: string;
  readonly start: number;
  readonly end: number;
  readonly quote: string;
}

export async function importSpans(
  context: EngineContext,
  collection: string,
  spans: readonly LabelledSpan[],
  { system, file, ...run }: { system: string; file: string; signal?: AbortSignal; emit: Emit<Progress> },
  out: ImportAnnotationsOutput,
): Promise<void> {
  const source = ImportedId.safeParse(`${IMPORTED}${system}`);
  if (!source.success)
    throw new AppError('USAGE', `The name "${system}" can't be used: ${source.error.issues[0]?.message}.`, 'Name one with --system.');
  const placed = await placeAll(context, collection, spans, out);
  // Two annotators who marked the same words under one label judge one nugget.
  const nuggets = groupBy(placed, ({ doc_id, start, end }) => JSON.stringify([doc_id, start, end]));
  const rows = [...nuggets.values()].map((own, i): NuggetRow => {
    const { doc_id, start, end, quote } = own[0]!;
    const label = [...new Set(own.flatMap(({ span }) => span.labels))].sort();
    const given = { source: source.data, doc_id, text: quote, quotes: [quote], offsets: 'utf16' as const, spans: [{ start, end }] };
    const nugget = { ...given, tier: 'written' as const, context: '', cue: null, fields: { label }, failed_checks: [] };
    return { type: 'nugget', file, row: i + 1, nugget, raw: JSON.stringify({ doc_id, start, end, label, offsets: 'utf16' }) };
  });
  out.system = source.data;
  out.nuggets = rows.length === 0 ? 0 : (await importNuggets(context, collection, rows, run)).nuggets;
  context.spaces.forget(collection);
  const statements = placed.map(({ span, doc_id, start, end, quote }): Statement => {
    const values = { evidence: [{ start, end, quote }], ...(span.labels.length > 0 ? { tags: [...span.labels] } : {}) };
    const { item, annotator, at } = span;
    return {
      item,
      annotator,
      role: 'annotator',
      at,
      doc_id,
      version: '',
      nugget_id: '',
      text: quote,
      extractor: source.data,
      values,
      offsets: 'utf16',
    };
  });
  const rowOf = new Map(
    rows.map(({ nugget }) => [JSON.stringify([nugget.doc_id, nugget.spans![0]!.start, nugget.spans![0]!.end]), nugget]),
  );
  const named = await nameNuggets(context, collection, source.data, statements, rowOf);
  await importStatements(context, collection, named, { origin: file, ...run }, out);
}

/** The same words may stand in a document twice: each statement names the nugget at its place. */
async function nameNuggets(
  { store }: EngineContext,
  collection: string,
  extractor: `imported:${string}`,
  statements: readonly Statement[],
  known: ReadonlyMap<string, unknown>,
): Promise<Statement[]> {
  const ids = new Map<string, string>();
  for (const { id, doc_id, spans } of await store.nuggets(collection, { extractor }))
    for (const { start, end } of spans) ids.set(JSON.stringify([doc_id, start, end]), id);
  return statements.map((statement) => {
    const { start, end } = statement.values.evidence![0]!;
    const place = JSON.stringify([statement.doc_id, start, end]);
    return known.has(place) ? { ...statement, nugget_id: ids.get(place) ?? '' } : statement;
  });
}

async function placeAll(
  { store, spaces }: EngineContext,
  collection: string,
  spans: readonly LabelledSpan[],
  out: ImportAnnotationsOutput,
): Promise<Placed[]> {
  const heads = await spaces.heads(collection);
  const byText = new Map([...heads.values()].map(({ sha256, doc_id }) => [sha256, doc_id]));
  const placed: Placed[] = [];
  for (const [text, own] of groupBy(spans, (span) => span.text)) {
    // The text itself says which document it is; ids are a second choice.
    const docId = byText.get(sha256Hex(text)) ?? own.map(({ doc_id }) => doc_id).find((id) => heads.has(id));
    const document = docId === undefined ? undefined : await store.document(collection, docId);
    if (!document) {
      out.refused.push(...own.map(({ item, doc_id }) => ({ item, reason: `no document has the task's text, nor the id "${doc_id}"` })));
      continue;
    }
    const source = alignSource(document.text);
    for (const span of own) {
      const found = placeSpan(span, document.text, source);
      if (typeof found === 'string') out.refused.push({ item: span.item, reason: found });
      else {
        if (found.reason) out.realigned.push({ item: `${span.item} (${document.doc_id})`, reason: found.reason });
        const { start, end } = found;
        placed.push({ span, doc_id: document.doc_id, start, end, quote: document.text.slice(start, end) });
      }
    }
  }
  return placed;
}

/** @returns the reason where the words are not in the text */
function placeSpan(
  { start, end, quote, offsets }: LabelledSpan,
  text: string,
  source: ReturnType<typeof alignSource>,
): { start: number; end: number; reason: string } | string {
  const read = (unit: 'utf16' | 'codepoints' | 'utf8') => {
    const at = offsetReader(text, unit);
    const [from, to] = [at(start), at(end)];
    return from === undefined || to === undefined || from >= to ? undefined : { start: from, end: to };
  };
  const places = (offsets ? [offsets] : (['codepoints', 'utf16'] as const)).flatMap((unit) => read(unit) ?? []);
  const reads = (place: { start: number; end: number }) => text.slice(place.start, place.end);
  const exact = places.find((place) => quote === '' || reads(place) === quote);
  if (exact) return { ...exact, reason: '' };
  // Some tools write a line end as the two characters \n.
  const wanted = [quote, quote.replaceAll('\\n', '\n')];
  const plain = wanted.map(normalise);
  const same = places.find((place) => plain.includes(normalise(reads(place))));
  if (same) return { ...trim(text, same), reason: `the words at ${start}–${end} read the same but for white space and the like` };
  for (const words of wanted) {
    const found = source.locate(words, places[0]);
    if (found) {
      const moved = found.start !== places[0]?.start || found.end !== places[0]?.end;
      const where = moved ? `stand at ${found.start}–${found.end}` : 'stand there';
      return {
        start: found.start,
        end: found.end,
        reason: `the words marked at ${start}–${end} ${where} (${found.kind}, ${found.score.toFixed(2)})`,
      };
    }
  }
  return `the text at ${start}–${end} does not read as was marked, and the words are nowhere else`;
}

/** White space at the ends is no part of what is marked. */
function trim(text: string, { start, end }: { start: number; end: number }): { start: number; end: number } {
  const words = text.slice(start, end);
  return { start: start + words.length - words.trimStart().length, end: end - (words.length - words.trimEnd().length) };
}

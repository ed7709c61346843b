/** A search as the window and the command line show it: documents with the units that brought them there. */
import type { ParsedInput, ResultDocument, ResultUnit, SearchOutput } from '../../../shared/contract';
import type { DocumentHead, Unit } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import { tiedFlags } from '../../../shared/ties';
import type { CombinedDocument } from '../aggregate/combine';
import type { UnitScore } from '../aggregate/documentScore';
import type { EngineContext } from './context';
import { vectorSpace } from './embedTexts';
import { encoderFor, fitWarnings } from './fitted';
import { createRanker } from './rank';
import { requireCollection } from './require';
import { summaryUnit } from './summaryUnit';
import { summaryText } from './units';

/** Characters of a document that stand for it in a list. */
const HEAD_CHARS = 300;

export async function searchCollection(context: EngineContext, input: ParsedInput<'search'>, signal?: AbortSignal): Promise<SearchOutput> {
  const { store, spaces } = context;
  const query = input.query.trim();
  if (query === '') throw new AppError('USAGE', 'The query is empty.', 'Type a thesis, a question or key words.');
  await requireCollection(store, input.collection);
  const ranker = await createRanker(context, input);
  const started = performance.now();
  const { documents, sentences, unmatched } = await ranker.rank(query, signal);
  const took_ms = performance.now() - started;
  const heads = await spaces.heads(input.collection);
  const shown = documents.slice(0, input.top);
  const tied = tiedFlags(documents.slice(0, input.top + 1).map((document) => document.score));
  const units = await unitReader(context, input.collection, input.unit, shown, input.units_per_document, query);
  const shares = (input.unit === 'document' || input.unit === 'summary') && ranker.config.encoder !== '';
  const read = shares ? await readShares(context, input, ranker.config.encoder) : undefined;
  return {
    config: ranker.config,
    took_ms,
    understood: { sentences: [...sentences], unmatched_words: [...unmatched] },
    total: documents.length,
    warnings: await fitWarnings(context, input.collection, ranker.config.encoder),
    results: shown.map((document, i) => ({
      ...headOf(heads, document.doc_id),
      rank: i + 1,
      doc_id: document.doc_id,
      score: document.score,
      tied: tied[i] === true,
      parts: [...document.parts],
      matched: document.matched,
      units: document.units.slice(0, input.units_per_document).flatMap((unit) => units(unit) ?? []),
      read: read?.(document.doc_id) ?? null,
    })),
  };
}

function headOf(
  heads: ReadonlyMap<string, DocumentHead>,
  docId: string,
): Pick<ResultDocument, 'title' | 'court' | 'class' | 'date' | 'lang'> {
  const head = heads.get(docId);
  if (!head) throw new AppError('INTERNAL', `Ranked document ${docId} is not in the collection.`);
  return { title: head.title, court: head.court, class: head.class, date: head.date, lang: head.lang };
}

/** Units by id, with their text and places. */
async function unitReader(
  { store, spaces }: EngineContext,
  collection: string,
  unit: Unit,
  shown: readonly CombinedDocument[],
  perDocument: number,
  query: string,
): Promise<(unit: UnitScore) => ResultUnit | undefined> {
  if (unit === 'nugget') {
    const nuggets = await spaces.nuggets(collection);
    return ({ id, score }) => {
      const nugget = nuggets.get(id);
      return (
        nugget && {
          id,
          text: nugget.text,
          score,
          spans: nugget.spans,
          tier: nugget.tier,
          extractor: nugget.extractor,
          status: nugget.status,
          fields: null,
        }
      );
    };
  }
  if (unit === 'summary') {
    const summaries = await spaces.summaries(collection);
    return ({ id, score }) => {
      const summary = summaries.get(id);
      return summary && summaryUnit(summary, score, query);
    };
  }
  const wanted = shown.filter((document) => document.units.slice(0, perDocument).length > 0).map((document) => document.doc_id);
  const texts = new Map((await store.documents(collection, wanted)).map((document) => [document.doc_id, document.text]));
  const passages = unit === 'passage' ? await spaces.passages(collection) : undefined;
  return ({ id, score }) => {
    const passage = passages?.get(id);
    const text = texts.get(passage?.doc_id ?? id);
    if (text === undefined) return undefined;
    const place = passage ?? { start: 0, end: headEnd(text) };
    const spans = passage ? [{ start: place.start, end: place.end, kind: 'exact' as const, score: 1 }] : [];
    return { id, text: text.slice(place.start, place.end), score, spans, tier: null, extractor: null, status: null, fields: null };
  };
}

function headEnd(text: string): number {
  if (text.length <= HEAD_CHARS) return text.length;
  const space = text.lastIndexOf(' ', HEAD_CHARS);
  return space > 0 ? space : HEAD_CHARS;
}

/** How much of each document, or of its summary, the encoder read. */
async function readShares(
  context: EngineContext,
  input: ParsedInput<'search'>,
  encoderId: string,
): Promise<(docId: string) => ResultDocument['read']> {
  const { spaces } = context;
  const { collection, extractor } = input;
  const encoder = await encoderFor(context, collection, encoderId);
  if (input.unit === 'summary') {
    const space = await spaces.vectors(collection, 'summary', extractor, vectorSpace(encoder));
    const summaries = await spaces.summaries(collection);
    const lengths = space.unitIds.map((id) => summaryText(summaries.get(id)!).length);
    const shares = new Map(
      space.unitIds.map((_, i) => [space.docIds[space.docOf[i]!]!, { used_chars: space.usedChars[i]!, chars: lengths[i]! }]),
    );
    return (docId) => shares.get(docId) ?? null;
  }
  const space = await spaces.vectors(collection, 'document', extractor, vectorSpace(encoder));
  const heads = await spaces.heads(collection);
  const used = new Map(space.unitIds.map((id, i) => [id, space.usedChars[i]!]));
  return (docId) => ({ used_chars: used.get(docId) ?? 0, chars: heads.get(docId)?.chars ?? 0 });
}

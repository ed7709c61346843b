/** Units by id, with their text and places, for those who show them. */
import type { ResultUnit } from '../../../shared/contract';
import type { Unit } from '../../../shared/domain';
import type { UnitScore } from '../aggregate/documentScore';
import type { EngineContext } from './context';
import { summaryUnit } from './summaryUnit';

/** Characters of a document that stand for it in a list. */
const HEAD_CHARS = 300;

/**
 * @param docIds the documents whose units are asked for
 * @param query of a summary, which fields share words with it are told
 * @returns undefined for a unit that is no more there
 */
export async function unitReader(
  { store, spaces }: EngineContext,
  collection: string,
  unit: Unit,
  docIds: readonly string[],
  query: string,
): Promise<(unit: UnitScore) => ResultUnit | undefined> {
  if (unit === 'nugget') {
    const nuggets = await spaces.nuggetsOf(collection, docIds);
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
  const texts = new Map((await store.documents(collection, [...docIds])).map((document) => [document.doc_id, document.text]));
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

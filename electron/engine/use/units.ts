/** The retrieval units of a collection and the texts that stand for them in vector space. */
import type { Lang, Nugget, Passage, Summary, Unit } from '../../../shared/domain';
import type { Store } from '../ports';
import { sha256Hex } from '../text/hash';

export interface UnitText {
  readonly id: string;
  readonly doc_id: string;
  readonly lang: Lang;
  /** What is embedded and, for BM25, what is matched. */
  readonly text: string;
}

/** The key of a text's vector in an encoder's table: the role is part of it, since it chooses the model's prefix. */
export const vectorKey = (role: 'query' | 'passage', text: string): string => sha256Hex(`${role}\n${text}`);

/** A nugget is embedded together with the sentence after it; what is shown stays the nugget. */
export const nuggetText = (nugget: Pick<Nugget, 'text' | 'context'>): string =>
  nugget.context ? `${nugget.text} ${nugget.context}` : nugget.text;

/** What a summary is searched by: the items of its ranked fields, in the form's order, a line for each field. */
export const summaryText = (summary: Pick<Summary, 'fields'>): string =>
  summary.fields
    .filter(({ ranked, items }) => ranked && items.length > 0)
    .map(({ items }) => items.map(({ text }) => text).join(' '))
    .join('\n');

/** Documents whose nuggets are read at once. */
const NUGGETS_OF = 5000;

/** Every unit of one kind, document by document in id order, in chunks that fit in memory. */
export async function* scanUnits(store: Store, collection: string, unit: Unit): AsyncIterable<UnitText[]> {
  if (unit === 'nugget') {
    const { heads } = await store.documentHeads({ collection });
    for (let from = 0; from < heads.length; from += NUGGETS_OF) {
      const some = heads.slice(from, from + NUGGETS_OF);
      const langs = new Map(some.map((head) => [head.doc_id, head.lang]));
      const nuggets = await store.nuggets(collection, some.length === heads.length ? {} : { docIds: [...langs.keys()] });
      yield nuggets.map((nugget) => ({
        id: nugget.id,
        doc_id: nugget.doc_id,
        lang: langs.get(nugget.doc_id) ?? 'pt',
        text: nuggetText(nugget),
      }));
    }
    return;
  }
  if (unit === 'summary') {
    const langs = new Map((await store.documentHeads({ collection })).heads.map((head) => [head.doc_id, head.lang]));
    const texts = (await store.summaries(collection)).map((summary) => ({ summary, text: summaryText(summary) }));
    // A summary that failed, or that found nothing to say, is no unit.
    yield texts
      .filter(({ text }) => text !== '')
      .map(({ summary: { id, doc_id }, text }) => ({ id, doc_id, lang: langs.get(doc_id) ?? 'pt', text }));
    return;
  }
  const passages = unit === 'passage' ? groupByDocument(await store.passages(collection)) : undefined;
  for await (const documents of store.scanDocuments(collection)) {
    yield documents.flatMap(({ doc_id, lang, text }) =>
      passages
        ? (passages.get(doc_id) ?? []).map(({ id, start, end }) => ({ id, doc_id, lang, text: text.slice(start, end) }))
        : [{ id: doc_id, doc_id, lang, text }],
    );
  }
}

function groupByDocument(passages: readonly Passage[]): Map<string, Passage[]> {
  const groups = new Map<string, Passage[]>();
  for (const passage of passages) {
    const group = groups.get(passage.doc_id);
    if (group) group.push(passage);
    else groups.set(passage.doc_id, [passage]);
  }
  return groups;
}

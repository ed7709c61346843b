/** What stands for a document before a model that reranks: its structured summary, else what of it speaks most of the query. */
import type { Summary } from '../../../shared/domain';
import type { Candidate } from '../rerank/candidateText';
import type { EngineContext } from './context';
import { SUMMARY_PROFILE } from './profiles';

export type ShownAs = 'summary' | 'nugget' | 'passage';
export type ShownCandidate = Candidate & { readonly shownAs: ShownAs };

/** Nuggets or passages of a document that has no summary. */
const UNITS = 3;
/** BM25 as it is set where nobody says otherwise; every unit counts. */
const LEXICAL = { k1: 0.9, b: 0.4, candidates: Number.MAX_SAFE_INTEGER };

export interface CandidateReader {
  /** In the order of the ids. */
  read(docIds: readonly string[], query: string): Promise<ShownCandidate[]>;
}

/**
 * A summary shows its ranked fields; of several the six-field form goes first. A document without one shows the three nuggets, or without nuggets the three
 * passages, that BM25 ranks best for the query, or its first ones where none has a word of it.
 */
export async function candidateReader({ store, spaces }: EngineContext, collection: string): Promise<CandidateReader> {
  const summaries = new Map<string, Summary>();
  for (const summary of await store.summaries(collection)) {
    const { doc_id, fields, profile_id } = summary;
    if (!fields.some(({ ranked, items }) => ranked && items.length > 0)) continue;
    if (!summaries.has(doc_id) || profile_id === SUMMARY_PROFILE) summaries.set(doc_id, summary);
  }
  const best = async (unit: 'nugget' | 'passage', query: string): Promise<Map<string, string[]>> => {
    const { index, map } = await spaces.bm25(collection, unit, 'any');
    const ofDocument = new Map<string, string[]>();
    const add = (row: number) => {
      const docId = map.docIds[map.docOf[row]!]!;
      const ids = ofDocument.get(docId) ?? [];
      if (ids.length < UNITS && !ids.includes(map.unitIds[row]!)) ofDocument.set(docId, [...ids, map.unitIds[row]!]);
    };
    for (const row of index.hits(query, LEXICAL).units) add(row);
    for (let row = 0; row < map.unitIds.length; row++) add(row);
    return ofDocument;
  };
  return {
    async read(docIds, query) {
      const without = docIds.filter((id) => !summaries.has(id));
      const nuggets = without.length > 0 ? await spaces.nuggets(collection) : new Map();
      const byNugget = nuggets.size > 0 ? await best('nugget', query) : new Map<string, string[]>();
      const bare = without.filter((id) => !byNugget.has(id));
      const byPassage = bare.length > 0 ? await best('passage', query) : new Map<string, string[]>();
      const passages = bare.length > 0 ? await spaces.passages(collection) : new Map();
      const texts = new Map((await store.documents(collection, bare)).map(({ doc_id, text }) => [doc_id, text]));
      return docIds.map((doc_id): ShownCandidate => {
        const summary = summaries.get(doc_id);
        if (summary) return { doc_id, shownAs: 'summary', fields: fieldsOf(summary) };
        const ofNuggets = byNugget.get(doc_id);
        if (ofNuggets) return { doc_id, shownAs: 'nugget', fields: [{ name: '', items: ofNuggets.map((id) => nuggets.get(id)!.text) }] };
        const items = (byPassage.get(doc_id) ?? []).map((id) => {
          const { start, end } = passages.get(id)!;
          return texts.get(doc_id)!.slice(start, end).replace(/\s+/g, ' ').trim();
        });
        return { doc_id, shownAs: 'passage', fields: [{ name: '', items }] };
      });
    },
  };
}

const fieldsOf = ({ fields }: Summary): Candidate['fields'] =>
  fields
    .filter(({ ranked, items }) => ranked && items.length > 0)
    .map(({ name, items }) => ({ name: name.replaceAll('_', ' '), items: items.map(({ text }) => text) }));

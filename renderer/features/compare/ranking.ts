/** One column of the comparison: how it ranks, and what came of it. */
import type { Input, ResultDocument } from '../../../shared/contract';
import type { Judgment, Ranker, Unit } from '../../../shared/domain';
import { type Move, rankMoves } from '../../../shared/moves';

export const UNITS = ['nugget', 'passage', 'document', 'summary'] as const satisfies readonly Unit[];
export const RANKERS = ['dense', 'bm25', 'hybrid'] as const satisfies readonly Ranker[];
export const AGGREGATES = ['max', 'mean:3', 'by-sentence'] as const;

export interface Ranking {
  readonly unit: Unit;
  readonly ranker: Ranker;
  readonly aggregate: (typeof AGGREGATES)[number];
  /** The one that was chosen; without it, the collection's first. */
  readonly encoder?: string;
}

export const FIRST: readonly Ranking[] = [
  { unit: 'nugget', ranker: 'dense', aggregate: 'max' },
  { unit: 'document', ranker: 'dense', aggregate: 'max' },
  { unit: 'document', ranker: 'bm25', aggregate: 'max' },
];
export const TOP = 200;
export const SHOWN = 10;

/** The encoder that a ranking uses of those that index the collection; BM25 uses none. */
export const encoderOf = ({ ranker, encoder }: Ranking, encoders: readonly string[]): string | undefined =>
  ranker === 'bm25' ? undefined : (encoders.find((id) => id === encoder) ?? encoders[0]);

export const inputOf = (collection: string, query: string, ranking: Ranking, encoders: readonly string[]): Input<'search'> => ({
  collection,
  query,
  unit: ranking.unit,
  ranker: ranking.ranker,
  encoder: encoderOf(ranking, encoders),
  // A full document is one unit: nothing is gathered.
  aggregate: ranking.unit === 'document' ? 'max' : ranking.aggregate,
  top: TOP,
  units_per_document: 1,
});

/** How each document of a ranking stands against the first column's. */
export function movesAgainst(base: readonly ResultDocument[] | undefined, results: readonly ResultDocument[]): ReadonlyMap<string, Move> {
  if (!base) return new Map();
  const ids = (list: readonly ResultDocument[]) => list.map(({ doc_id }) => doc_id);
  return new Map(rankMoves(ids(base), ids(results)).moves.map(({ doc_id, move }) => [doc_id, move]));
}

/** Grades of the documents that are judged for a query. */
export const gradesOf = (judgments: readonly Judgment[], queryId: string | undefined): ReadonlyMap<string, number> =>
  new Map(judgments.filter(({ query_id }) => query_id === queryId).map(({ doc_id, grade }) => [doc_id, grade]));

export interface Tally {
  /** Relevant documents among the first ten. */
  readonly found: number;
  readonly relevant: number;
  /** Rank of the first relevant document, null where none is in the ranking. */
  readonly first: number | null;
}

export function tallyOf(results: readonly ResultDocument[], grades: ReadonlyMap<string, number>): Tally {
  const isRelevant = ({ doc_id }: ResultDocument) => (grades.get(doc_id) ?? 0) >= 1;
  return {
    found: results.slice(0, SHOWN).filter(isRelevant).length,
    relevant: [...grades.values()].filter((grade) => grade >= 1).length,
    first: results.find(isRelevant)?.rank ?? null,
  };
}

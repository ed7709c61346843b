/** A ranking as it is chosen: what a search, a run or a line of an experiment is asked with. */
import type { Input } from '../../../../shared/contract';
import type { Judgment, Ranker, Unit } from '../../../../shared/domain';

export const UNITS = ['nugget', 'passage', 'document', 'summary'] as const satisfies readonly Unit[];
export const RANKERS = ['dense', 'bm25', 'hybrid'] as const satisfies readonly Ranker[];
export const AGGREGATES = ['max', 'mean:3', 'sum', 'log-sum', 'count-damped', 'by-sentence'] as const;

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
/** What a further column shows: the first of the usual rankings, and of nuggets by words, that no column shows yet. */
export const nextRanking = (shown: readonly Ranking[]): Ranking =>
  [...FIRST, { unit: 'nugget', ranker: 'bm25', aggregate: 'max' } as const].find(
    ({ unit, ranker }) => !shown.some((other) => other.unit === unit && other.ranker === ranker),
  ) ?? FIRST[0]!;
export const TOP = 200;

/** The encoder that a ranking uses of those that index the collection; BM25 uses none. */
export const encoderOf = ({ ranker, encoder }: Ranking, encoders: readonly string[]): string | undefined =>
  ranker === 'bm25' ? undefined : (encoders.find((id) => id === encoder) ?? encoders[0]);

export const knobsOf = (collection: string, ranking: Ranking, encoders: readonly string[]) => ({
  collection,
  unit: ranking.unit,
  ranker: ranking.ranker,
  encoder: encoderOf(ranking, encoders),
  // A full document is one unit: nothing is gathered.
  aggregate: ranking.unit === 'document' ? 'max' : ranking.aggregate,
});

export const inputOf = (collection: string, query: string, ranking: Ranking, encoders: readonly string[]): Input<'search'> => ({
  ...knobsOf(collection, ranking, encoders),
  query,
  top: TOP,
  units_per_document: 1,
});

/** Grades of the documents that are judged for a query. */
export const gradesOf = (judgments: readonly Judgment[], queryId: string | undefined): ReadonlyMap<string, number> =>
  new Map(judgments.filter(({ query_id }) => query_id === queryId).map(({ doc_id, grade }) => [doc_id, grade]));

/** The collection's queries in the order that a researcher wants to read them in. Pure. */
import type { CompareRunsOutput } from '../../../../shared/contract';
import type { Query } from '../../../../shared/domain';

/** `difference`: whichever run is better · `gain`: the second run's gains first · `loss`: its losses first · `mean`: the hardest first. */
export const ORDERS = ['id', 'difference', 'gain', 'loss', 'mean'] as const;
export type Order = (typeof ORDERS)[number];

/** A measure's values on one query: of the first run and of the second. */
export interface Values {
  readonly a: number;
  readonly b: number;
}

export type QueryValues = ReadonlyMap<string, Values>;

/** Queries that both runs are measured on. */
export function valuesOf(perQuery: CompareRunsOutput['per_query'], a: string, b: string, measure: string): QueryValues {
  return new Map(
    Object.entries(perQuery).flatMap(([id, runs]): [string, Values][] => {
      const [x, y] = [runs[a]?.[measure], runs[b]?.[measure]];
      return x === undefined || y === undefined ? [] : [[id, { a: x, b: y }]];
    }),
  );
}

const KEYS: Readonly<Record<Exclude<Order, 'id'>, (values: Values) => number>> = {
  difference: ({ a, b }) => -Math.abs(b - a),
  gain: ({ a, b }) => a - b,
  loss: ({ a, b }) => b - a,
  mean: ({ a, b }) => (a + b) / 2,
};

/** Ties, and all by `id`, stand in the collection's own order; queries without values come last. */
export function sortQueries(queries: readonly Query[], values: QueryValues, order: Order): Query[] {
  if (order === 'id') return [...queries];
  const key = (query: Query) => {
    const own = values.get(query.query_id);
    return own ? KEYS[order](own) : Number.POSITIVE_INFINITY;
  };
  return queries
    .map((query, i) => ({ query, i, key: key(query) }))
    .sort((x, y) => (x.key === y.key ? x.i - y.i : x.key - y.key))
    .map(({ query }) => query);
}

/** How much a reranking varies when it is made again. Pure. */

export interface Spread {
  /** One for each repeat. */
  readonly values: readonly number[];
  readonly mean: number;
  /** Sample standard deviation (n − 1); 0 with one value. */
  readonly sd: number;
  readonly min: number;
  readonly max: number;
  /** max − min. */
  readonly range: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const n = values.length;
  const mean = n === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / n;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const [min, max] = n === 0 ? [0, 0] : [Math.min(...values), Math.max(...values)];
  return { values: [...values], mean, sd: n > 1 ? Math.sqrt(squares / (n - 1)) : 0, min, max, range: max - min };
}

export interface Agreement {
  /** Pairs of repeats × queries that were compared. */
  readonly comparisons: number;
  /** Share of them with the same documents in the same order. */
  readonly identical: number;
  /** Share of them with the same documents in any order. */
  readonly same_documents: number;
  /** Mean share of documents that both have, of the longer of the two. */
  readonly overlap: number;
}

/**
 * Every pair of repeats, query by query.
 * @param repeats query id → the documents at the top of its ranking, best first
 */
export function agreementOf(repeats: readonly ReadonlyMap<string, readonly string[]>[]): Agreement {
  let [comparisons, identical, same, overlap] = [0, 0, 0, 0];
  for (const [i, first] of repeats.entries()) {
    for (const second of repeats.slice(i + 1)) {
      for (const [query, a] of first) {
        const b = second.get(query) ?? [];
        const shared = a.filter((id) => b.includes(id)).length;
        const longest = Math.max(a.length, b.length);
        comparisons++;
        if (a.length === b.length && a.every((id, place) => id === b[place])) identical++;
        if (shared === a.length && shared === b.length) same++;
        overlap += longest === 0 ? 1 : shared / longest;
      }
    }
  }
  const share = (n: number) => (comparisons === 0 ? 1 : n / comparisons);
  return { comparisons, identical: share(identical), same_documents: share(same), overlap: share(overlap) };
}

/** Texts as weighted bags of tokens: smooth inverse frequency (SIF), a / (a + p). Pure. */
import type { SparseRows } from './sparse';

/** Share of each token among all tokens. */
export function tokenShares(texts: readonly ArrayLike<number>[], vocabulary: number): Float64Array {
  const shares = new Float64Array(vocabulary);
  let total = 0;
  for (const ids of texts) {
    for (let i = 0; i < ids.length; i++) shares[ids[i]!]!++;
    total += ids.length;
  }
  return total === 0 ? shares : shares.map((count) => count / total);
}

/** SIF weight of each token, (0, 1]: rare tokens near 1, a token of share `a` one half. */
export const sifWeights = (shares: Float64Array, a: number): Float64Array => shares.map((p) => a / (a + p));

/**
 * One row a text, its tokens' weights as shares of their sum, so that a row adds up to 1. Columns are the tokens that
 * occur, in order of id.
 * @returns the rows and the token of each column
 */
export function bagRows(texts: readonly ArrayLike<number>[], weights: Float64Array): { rows: SparseRows; tokens: Int32Array } {
  const seen = new Uint8Array(weights.length);
  for (const ids of texts) for (let i = 0; i < ids.length; i++) seen[ids[i]!] = 1;
  const tokens = Int32Array.from([...seen.keys()].filter((token) => seen[token] === 1));
  const columnOf = new Int32Array(weights.length);
  for (const [column, token] of tokens.entries()) columnOf[token] = column;

  const starts = new Int32Array(texts.length + 1);
  const columns: number[] = [];
  const values: number[] = [];
  for (const [row, ids] of texts.entries()) {
    const bag = new Map<number, number>();
    let sum = 0;
    for (let i = 0; i < ids.length; i++) {
      const weight = weights[ids[i]!]!;
      bag.set(ids[i]!, (bag.get(ids[i]!) ?? 0) + weight);
      sum += weight;
    }
    for (const [token, weight] of bag) {
      columns.push(columnOf[token]!);
      values.push(weight / sum);
    }
    starts[row + 1] = columns.length;
  }
  return { rows: { starts, columns: Int32Array.from(columns), values: Float32Array.from(values), width: tokens.length }, tokens };
}

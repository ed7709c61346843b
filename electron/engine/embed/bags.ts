/** A batch of texts as its distinct tokens and how often each text has each. Pure. */

export interface Bags {
  /** Distinct token ids, ascending. */
  readonly tokens: BigInt64Array;
  /** texts × tokens, row-major */
  readonly counts: Float32Array;
}

export function toBags(texts: readonly (readonly number[])[]): Bags {
  const distinct = new Set<number>();
  for (const ids of texts) for (const id of ids) distinct.add(id);
  const tokens = Int32Array.from(distinct).sort();
  const columns = new Map<number, number>();
  for (const [column, token] of tokens.entries()) columns.set(token, column);
  const counts = new Float32Array(texts.length * tokens.length);
  for (const [row, ids] of texts.entries()) for (const id of ids) counts[row * tokens.length + columns.get(id)!]!++;
  return { tokens: BigInt64Array.from(tokens, BigInt), counts };
}

/**
 * Groups texts for the encoder: neighbours in length go together, so that little
 * is padded, and a batch is bounded by its padded tokens, not by its number.
 */

/** Indices of `lengths` (tokens a text), longest first, cut so that rows × longest ≤ maxTokens and rows ≤ maxRows. */
export function batchByLength(lengths: ArrayLike<number>, maxTokens: number, maxRows: number): number[][] {
  const order = Array.from({ length: lengths.length }, (_, i) => i).sort(
    (a, b) => (lengths[b] as number) - (lengths[a] as number) || a - b,
  );
  const batches: number[][] = [];
  let batch: number[] = [];
  let longest = 0;
  for (const index of order) {
    if (batch.length > 0 && (batch.length >= maxRows || (batch.length + 1) * longest > maxTokens)) {
      batches.push(batch);
      batch = [];
    }
    if (batch.length === 0) longest = Math.max(1, lengths[index] as number);
    batch.push(index);
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

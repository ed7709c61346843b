/** From token vectors to one unit vector for each text. Pure. */

/**
 * @param hidden rows × length × dims, row-major
 * @param lengths real tokens of each row (the rest is padding, on the right)
 * @returns rows × dims, not normalised
 */
export function poolTokens(
  hidden: Float32Array,
  rows: number,
  length: number,
  dims: number,
  lengths: ArrayLike<number>,
  how: 'mean' | 'cls' | 'last',
): Float32Array {
  const out = new Float32Array(rows * dims);
  for (let r = 0; r < rows; r++) {
    const n = lengths[r] as number;
    const base = r * length * dims;
    if (how !== 'mean') {
      const at = base + (how === 'cls' ? 0 : n - 1) * dims;
      out.set(hidden.subarray(at, at + dims), r * dims);
      continue;
    }
    for (let t = 0; t < n; t++) {
      for (let d = 0; d < dims; d++) out[r * dims + d]! += hidden[base + t * dims + d]! / n;
    }
  }
  return out;
}

/** Keeps the first `to` of each row's `from` values (a Matryoshka cut); the rows must be normalised again. */
export function cutRows(matrix: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return matrix;
  const rows = matrix.length / from;
  const out = new Float32Array(rows * to);
  for (let r = 0; r < rows; r++) out.set(matrix.subarray(r * from, r * from + to), r * to);
  return out;
}

/** Scales each row to L2 norm 1 in place. Returns the first row that can't be (zero or not finite), or -1. */
export function normaliseRows(matrix: Float32Array, dims: number): number {
  for (let at = 0; at < matrix.length; at += dims) {
    let sum = 0;
    for (let d = 0; d < dims; d++) sum += matrix[at + d]! * matrix[at + d]!;
    if (!(sum > 1e-24) || !Number.isFinite(sum)) return at / dims;
    const scale = 1 / Math.sqrt(sum);
    for (let d = 0; d < dims; d++) matrix[at + d]! *= scale;
  }
  return -1;
}

/** Sparse matrices by rows, and their products with dense ones. Pure; dense matrices are row-major. */

export interface SparseRows {
  /** Row i holds the entries starts[i] … starts[i + 1]. */
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float32Array;
  /** Number of columns. */
  readonly width: number;
}

/** X · V, where V is width × dims, into `out` (rows × dims). */
export function multiply(x: SparseRows, v: Float32Array, dims: number, out: Float32Array): void {
  out.fill(0);
  for (let row = 0; row + 1 < x.starts.length; row++) {
    const to = row * dims;
    for (let at = x.starts[row]!; at < x.starts[row + 1]!; at++) addScaled(out, to, v, x.columns[at]! * dims, x.values[at]!, dims);
  }
}

/** Xᵀ · Y, where Y is rows × dims, into `out` (width × dims). */
export function multiplyTransposed(x: SparseRows, y: Float32Array, dims: number, out: Float32Array): void {
  out.fill(0);
  for (let row = 0; row + 1 < x.starts.length; row++) {
    const from = row * dims;
    for (let at = x.starts[row]!; at < x.starts[row + 1]!; at++) addScaled(out, x.columns[at]! * dims, y, from, x.values[at]!, dims);
  }
}

function addScaled(to: Float32Array, toAt: number, from: Float32Array, fromAt: number, scale: number, dims: number): void {
  for (let d = 0; d < dims; d++) to[toAt + d]! += scale * from[fromAt + d]!;
}

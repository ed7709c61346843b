/** Ridge regression over sparse rows, all right-hand sides at once, by conjugate gradients. Pure. */
import { multiply, multiplyTransposed, type SparseRows } from './sparse';

export interface RidgeOptions {
  /** Weight of the penalty: larger pulls the answer towards zero. */
  readonly lambda: number;
  readonly iterations: number;
  /** Called after each iteration; awaited, so that it may let others run, and may throw to cancel. */
  readonly onIteration?: (done: number) => Promise<void> | void;
}

/**
 * The V that makes |X V − Y|² + lambda |V|² least. Each of the `dims` columns is a problem of its own with its own
 * step, preconditioned by the diagonal. The arithmetic has a fixed order: the same input gives the same bits.
 * @param y rows × dims
 * @returns width × dims
 */
export async function solveRidge(x: SparseRows, y: Float32Array, dims: number, options: RidgeOptions): Promise<Float32Array> {
  const size = x.width * dims;
  const solution = new Float32Array(size);
  const residual = new Float32Array(size);
  multiplyTransposed(x, y, dims, residual);
  const inverse = inverseDiagonal(x, options.lambda);
  const direction = new Float32Array(size);
  const image = new Float32Array(size);
  const rows = new Float32Array(y.length);
  let gamma: Float64Array = new Float64Array(dims);
  for (let done = 0; done < options.iterations; done++) {
    const next = columnDots(residual, residual, dims, inverse);
    turn(direction, residual, inverse, dims, done === 0 ? undefined : quotients(next, gamma));
    gamma = next;
    multiply(x, direction, dims, rows);
    multiplyTransposed(x, rows, dims, image);
    for (let i = 0; i < size; i++) image[i]! += options.lambda * direction[i]!;
    step(solution, residual, direction, image, dims, quotients(gamma, columnDots(direction, image, dims)));
    await options.onIteration?.(done + 1);
  }
  return solution;
}

/** 1 / (diagonal of XᵀX + lambda). */
function inverseDiagonal(x: SparseRows, lambda: number): Float64Array {
  const diagonal = new Float64Array(x.width).fill(lambda);
  for (const [at, column] of x.columns.entries()) diagonal[column]! += x.values[at]! * x.values[at]!;
  return diagonal.map((value) => 1 / value);
}

/** For each column, the inner product of two matrices' columns, rows weighted where `weights` is given. */
function columnDots(a: Float32Array, b: Float32Array, dims: number, weights?: Float64Array): Float64Array {
  const dots = new Float64Array(dims);
  for (let row = 0, at = 0; at < a.length; row++, at += dims) {
    const weight = weights ? weights[row]! : 1;
    for (let d = 0; d < dims; d++) dots[d]! += weight * a[at + d]! * b[at + d]!;
  }
  return dots;
}

/** a / b; 0 where there is nothing left to solve. */
const quotients = (a: Float64Array, b: Float64Array): Float64Array => a.map((value, d) => (b[d]! > 0 ? value / b[d]! : 0));

/** direction = preconditioned residual + beta × direction */
function turn(direction: Float32Array, residual: Float32Array, inverse: Float64Array, dims: number, beta: Float64Array | undefined): void {
  for (let row = 0, at = 0; at < direction.length; row++, at += dims) {
    const weight = inverse[row]!;
    for (let d = 0; d < dims; d++) {
      direction[at + d] = weight * residual[at + d]! + (beta ? beta[d]! * direction[at + d]! : 0);
    }
  }
}

function step(
  solution: Float32Array,
  residual: Float32Array,
  direction: Float32Array,
  image: Float32Array,
  dims: number,
  alpha: Float64Array,
): void {
  for (let at = 0; at < solution.length; at += dims) {
    for (let d = 0; d < dims; d++) {
      solution[at + d]! += alpha[d]! * direction[at + d]!;
      residual[at + d]! -= alpha[d]! * image[at + d]!;
    }
  }
}

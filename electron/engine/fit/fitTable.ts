/** From texts and the teacher's vectors to the table of token vectors. Pure but for the callback. */
import { bagRows, sifWeights, tokenShares } from './features';
import { solveRidge } from './ridge';

export interface FitOptions {
  /** SIF: a token of this share weighs one half. */
  readonly a: number;
  readonly lambda: number;
  readonly iterations: number;
  readonly vocabulary: number;
  /** Ids that stand before and after every text; the first carries the direction of a text without any known token. */
  readonly specials: readonly number[];
  readonly onIteration?: (done: number) => Promise<void> | void;
}

/** What <s> adds to each text: nothing beside any token, and a direction where there is no other. */
const EMPTY_WEIGHT = 1e-4;

/**
 * Token vectors whose SIF-weighted mean comes nearest to what the teacher's vectors add to their common mean. The mean
 * itself stays out, as SIF leaves out the common component (Arora et al. 2017): a long text is a mean of many tokens,
 * in which their own parts fade and a common one does not, so that with it long documents would all look alike.
 * A token that the sample does not have says nothing.
 * @param texts token ids of each text, without special tokens
 * @param vectors texts × dims
 * @returns vocabulary × dims, each row times its weight
 */
export async function fitTable(
  texts: readonly ArrayLike<number>[],
  vectors: Float32Array,
  dims: number,
  options: FitOptions,
): Promise<{ table: Float32Array; tokensSeen: number }> {
  const weights = sifWeights(tokenShares(texts, options.vocabulary), options.a);
  const { rows, tokens } = bagRows(texts, weights);
  const mean = meanRow(vectors, dims);
  const solution = await solveRidge(rows, minusRow(vectors, mean), dims, options);
  const table = new Float32Array(options.vocabulary * dims);
  for (const [column, token] of tokens.entries()) {
    for (let d = 0; d < dims; d++) table[token * dims + d] = weights[token]! * solution[column * dims + d]!;
  }
  for (const [i, token] of options.specials.entries()) setRow(table, token, mean, i === 0 ? EMPTY_WEIGHT : 0);
  return { table, tokensSeen: tokens.length };
}

function setRow(table: Float32Array, row: number, vector: Float32Array, weight: number): void {
  for (let d = 0; d < vector.length; d++) table[row * vector.length + d] = weight * vector[d]!;
}

function meanRow(matrix: Float32Array, dims: number): Float32Array {
  const sums = new Float64Array(dims);
  for (let at = 0; at < matrix.length; at += dims) for (let d = 0; d < dims; d++) sums[d]! += matrix[at + d]!;
  return Float32Array.from(sums, (sum) => (sum * dims) / Math.max(1, matrix.length));
}

function minusRow(matrix: Float32Array, row: Float32Array): Float32Array {
  return matrix.map((value, i) => value - row[i % row.length]!);
}

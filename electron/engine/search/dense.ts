/** Exact dense retrieval: every unit is scored against every query vector, and the best N are kept. */
import { AppError, throwIfAborted } from '../../../shared/errors';
import type { UnitHits } from '../../../shared/hits';
import type { DotScorer } from '../ports';
import { topN } from './topN';

/** Scores held at once (64 MB): many query vectors over many units are scored in several goes. */
const MAX_SCORES = 16_000_000;

export interface DenseSpace {
  /** Units × dims, row-major, each row of L2 norm 1. */
  readonly matrix: Float32Array;
  readonly dims: number;
  /** Ids of the units by row. */
  readonly unitIds: readonly string[];
}

/**
 * The `candidates` best units for each query vector, by inner product.
 * @param queries m × dims, row-major; the answer has m entries in the same order.
 * @param options.maxScores scores held at once, for machines with less memory.
 * @throws INTERNAL where lengths do not fit, MODEL_FAILED where a score is not a number.
 */
export async function denseHits(
  { matrix, dims, unitIds }: DenseSpace,
  queries: Float32Array,
  scorer: DotScorer,
  options: { candidates: number; signal?: AbortSignal; maxScores?: number },
): Promise<UnitHits[]> {
  const rows = unitIds.length;
  if (dims < 1 || matrix.length !== rows * dims || queries.length % dims !== 0) {
    throw new AppError(
      'INTERNAL',
      `${matrix.length} numbers for ${rows} units and ${queries.length} for the queries do not fit ${dims} dimensions.`,
    );
  }
  const m = queries.length / dims;
  const idOf = (row: number) => unitIds[row]!;
  const hits: UnitHits[] = [];
  const step = Math.max(1, Math.floor((options.maxScores ?? MAX_SCORES) / Math.max(1, rows)));
  for (let first = 0; first < m; first += step) {
    throwIfAborted(options.signal);
    const some = Math.min(step, m - first);
    const scores =
      rows === 0 ? new Float32Array(0) : await scorer.score(matrix, dims, queries.subarray(first * dims, (first + some) * dims));
    const column = new Float32Array(rows);
    for (let q = 0; q < some; q++) {
      for (let row = 0; row < rows; row++) column[row] = scores[row * some + q]!;
      hits.push(best(column, options.candidates, idOf));
    }
  }
  return hits;
}

function best(scores: Float32Array, candidates: number, idOf: (row: number) => string): UnitHits {
  const units = topN(scores, candidates, idOf);
  if (units.length < Math.min(candidates, scores.length)) {
    throw new AppError(
      'MODEL_FAILED',
      'Some similarities are not numbers.',
      'Index the collection again; if it comes back, the encoder is damaged.',
    );
  }
  const kept = Float32Array.from(units, (row) => scores[row]!);
  return { units, scores: kept, floor: kept[kept.length - 1] ?? 0 };
}

/** Inner products in plain JavaScript: for tests, and where the native runtime is missing. */
export const jsDotScorer: DotScorer = {
  async score(matrix, dims, queries) {
    const rows = matrix.length / dims;
    const m = queries.length / dims;
    const out = new Float32Array(rows * m);
    const tail = dims - (dims % 4);
    for (let row = 0; row < rows; row++) {
      const at = row * dims;
      for (let q = 0; q < m; q++) {
        const from = q * dims;
        // Four sums, so that the additions do not wait for each other.
        let a = 0;
        let b = 0;
        let c = 0;
        let d = 0;
        for (let i = 0; i < tail; i += 4) {
          a += matrix[at + i]! * queries[from + i]!;
          b += matrix[at + i + 1]! * queries[from + i + 1]!;
          c += matrix[at + i + 2]! * queries[from + i + 2]!;
          d += matrix[at + i + 3]! * queries[from + i + 3]!;
        }
        for (let i = tail; i < dims; i++) a += matrix[at + i]! * queries[from + i]!;
        out[row * m + q] = a + b + (c + d);
      }
    }
    return out;
  },
};

/** What an approximate index names, ranked by its exact scores. */
import type { UnitHits } from '../../../shared/hits';
import type { DotScorer } from '../ports';
import { topN } from './topN';

/** Rows of zeros below the others: the scorer reckons what is left over of a block in another order of additions. */
export const SPARE_ROWS = 16;

/**
 * The best `candidates` of these rows by inner product, in the order of the tie rule.
 * @param rows numbers of units, each once
 * @param vectors of these, and SPARE_ROWS of zeros, × dims
 */
export async function nearestHits(
  { rows, vectors, idOf }: { rows: Uint32Array; vectors: Float32Array; idOf: (unit: number) => string },
  query: Float32Array,
  scorer: DotScorer,
  candidates: number,
): Promise<UnitHits> {
  const scores = (await scorer.score(vectors, query.length, query)).subarray(0, rows.length);
  const first = topN(scores, candidates, (i) => idOf(rows[i]!));
  const kept = Float32Array.from(first, (i) => scores[i]!);
  return { units: first.map((i) => rows[i]!), scores: kept, floor: kept[kept.length - 1] ?? 0 };
}

/** Scores of different rankers brought to one scale. Pure. */
import type { Normalisation } from '../../../shared/domain';

/** A side whose scores are all the same says nothing: its values are 0 (but with `none`). */
export function normalise(scores: Float64Array, how: Normalisation): Float64Array {
  if (how === 'none') return scores.slice();
  return how === 'min-max' ? minMax(scores) : zScore(scores);
}

/** To 0–1. */
function minMax(scores: Float64Array): Float64Array {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < scores.length; i++) {
    low = Math.min(low, scores[i]!);
    high = Math.max(high, scores[i]!);
  }
  const width = high - low;
  return scores.map((score) => (width > 0 ? (score - low) / width : 0));
}

/** To mean 0 and deviation 1 (of the population). */
function zScore(scores: Float64Array): Float64Array {
  const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  const deviation = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / Math.max(1, scores.length));
  return scores.map((score) => (deviation > 0 ? (score - mean) / deviation : 0));
}

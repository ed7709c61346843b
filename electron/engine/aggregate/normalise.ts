/** Scores of different rankers brought to one scale. Pure. */
import type { Normalisation } from '../../../shared/domain';

/** A side whose scores are all the same says nothing: its values are 0 (but with `none`). */
export function normalise(scores: readonly number[], how: Normalisation): number[] {
  if (how === 'none') return [...scores];
  return how === 'min-max' ? minMax(scores) : zScore(scores);
}

/** To 0–1. */
function minMax(scores: readonly number[]): number[] {
  const low = scores.reduce((least, score) => Math.min(least, score), Number.POSITIVE_INFINITY);
  const high = scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY);
  const width = high - low;
  return scores.map((score) => (width > 0 ? (score - low) / width : 0));
}

/** To mean 0 and deviation 1 (of the population). */
function zScore(scores: readonly number[]): number[] {
  const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  const deviation = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / Math.max(1, scores.length));
  return scores.map((score) => (deviation > 0 ? (score - mean) / deviation : 0));
}

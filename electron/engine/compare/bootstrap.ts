/** Bootstrap interval of a mean over queries: how far another draw of queries might move it. Pure, with a fixed seed. */
import type { Pieces } from '../pieces';
import { mulberry32 } from './random';

export interface BootstrapOptions {
  readonly samples?: number;
  /** Share of the resampled means inside the interval. */
  readonly level?: number;
  readonly seed?: number;
}

/** Values drawn in one piece of the work. */
const PIECE = 200_000;

/**
 * Percentile bootstrap (Efron 1979): `samples` times, as many values as there are are drawn with replacement.
 * @param values one a query
 * @returns the two ends, `[NaN, NaN]` where there are no values
 */
export function* bootstrapMean(
  values: readonly number[],
  { samples = 10_000, level = 0.95, seed = 1 }: BootstrapOptions = {},
): Pieces<[number, number]> {
  const n = values.length;
  if (n === 0) return [Number.NaN, Number.NaN];
  const random = mulberry32(seed);
  const means = new Float64Array(samples);
  const step = Math.ceil(PIECE / n);
  for (let from = 0; from < samples; from += step) {
    for (let s = from; s < Math.min(samples, from + step); s++) {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += values[Math.floor(random() * n)]!;
      means[s] = sum / n;
    }
    yield;
  }
  means.sort();
  const at = (share: number) => means[Math.min(samples - 1, Math.max(0, Math.round(share * (samples - 1))))]!;
  return [at((1 - level) / 2), at((1 + level) / 2)];
}

/** Paired t-test, two-sided. */
import { twoSidedT } from './studentT';

/**
 * @param differences one a query
 * @returns p; 1 where all differences are 0, NaN with fewer than two
 */
export function pairedT(differences: readonly number[]): { t: number; p: number } {
  const n = differences.length;
  if (n < 2) return { t: Number.NaN, p: Number.NaN };
  const mean = differences.reduce((sum, d) => sum + d, 0) / n;
  const variance = differences.reduce((sum, d) => sum + (d - mean) ** 2, 0) / (n - 1);
  if (variance === 0) return mean === 0 ? { t: 0, p: 1 } : { t: Math.sign(mean) * Number.POSITIVE_INFINITY, p: 0 };
  const t = mean / Math.sqrt(variance / n);
  return { t, p: twoSidedT(t, n - 1) };
}

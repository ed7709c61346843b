/** Wilcoxon's signed-rank test, two-sided. */
import { erfc } from './erfc';
import { settled } from './settled';

/** Pairs up to which the exact distribution is used, where no two differences are equal in size. */
const EXACT = 50;

/**
 * Differences of 0 are left out (Wilcoxon's own way), equal ones share their mean rank. Exact without equal ones and up
 * to 50 pairs; else by the normal distribution, its variance corrected for ties, without correction for continuity.
 * @returns the smaller of the two rank sums, p (1 where nothing differs) and the pairs that count
 */
export function wilcoxon(differences: readonly number[]): { w: number; p: number; n: number } {
  const counted = differences.map(settled).filter((d) => d !== 0);
  const n = counted.length;
  if (n === 0) return { w: 0, p: 1, n };
  const sorted = counted.sort((a, b) => Math.abs(a) - Math.abs(b));
  let positive = 0;
  let tied = 0;
  for (let i = 0; i < n; ) {
    let end = i + 1;
    while (end < n && Math.abs(sorted[end]!) === Math.abs(sorted[i]!)) end++;
    const rank = (i + 1 + end) / 2;
    positive += rank * sorted.slice(i, end).filter((d) => d > 0).length;
    tied += (end - i) ** 3 - (end - i);
    i = end;
  }
  const all = (n * (n + 1)) / 2;
  const w = Math.min(positive, all - positive);
  if (tied === 0 && n <= EXACT) return { w, p: exact(w, n), n };
  const variance = (n * (n + 1) * (2 * n + 1)) / 24 - tied / 48;
  const z = (w - all / 2) / Math.sqrt(variance);
  return { w, p: Math.min(1, erfc(-z / Math.SQRT2)), n };
}

/** Of all 2^n ways to give signs to the ranks 1…n, the share with a sum of at most w, twice. */
function exact(w: number, n: number): number {
  const ways = new Float64Array((n * (n + 1)) / 2 + 1);
  ways[0] = 1;
  for (let rank = 1, most = 0; rank <= n; rank++) {
    most += rank;
    for (let sum = most; sum >= rank; sum--) ways[sum]! += ways[sum - rank]!;
  }
  let below = 0;
  for (let sum = 0; sum <= w; sum++) below += ways[sum]!;
  return Math.min(1, (2 * below) / 2 ** n);
}

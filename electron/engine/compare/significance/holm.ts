/** Holm's step-down correction (1979) of p-values for the number of comparisons; NaN stays NaN and does not count. */
export function holm(ps: readonly number[]): number[] {
  const order = ps
    .map((p, i) => ({ p, i }))
    .filter(({ p }) => !Number.isNaN(p))
    .sort((a, b) => a.p - b.p);
  const corrected = ps.map(() => Number.NaN);
  let least = 0;
  for (const [step, { p, i }] of order.entries()) {
    least = Math.max(least, Math.min(1, p * (order.length - step)));
    corrected[i] = least;
  }
  return corrected;
}

/** How much of an exact ranking another one finds. Pure. */

/** The share of the first k of `exact` that are among the first k of `found`; 1 where there is nothing to find. */
export function recallAt<T>(exact: ArrayLike<T>, found: ArrayLike<T>, k: number): number {
  const due = Math.min(k, exact.length);
  if (due === 0) return 1;
  const there = new Set<T>();
  for (let i = 0; i < Math.min(k, found.length); i++) there.add(found[i]!);
  let hits = 0;
  for (let i = 0; i < due; i++) if (there.has(exact[i]!)) hits++;
  return hits / due;
}

/** Whether the first k are the same in the same order. */
export function sameOrder<T>(exact: ArrayLike<T>, found: ArrayLike<T>, k: number): boolean {
  const due = Math.min(k, exact.length);
  if (Math.min(k, found.length) !== due) return false;
  for (let i = 0; i < due; i++) if (exact[i] !== found[i]) return false;
  return true;
}

/** Where a list that is too long for one question is looked at, and how an answer changes its order. Pure. */

/**
 * Sliding windows from the bottom to the top (Sun et al. 2023): each begins half a window above the one before, so that the better half
 * of a window meets those above it. The last one begins at the top.
 * @param n candidates; @param size of a window, at least 1
 * @returns places of their first candidates, in the order in which they are asked about
 */
export function slidingStarts(n: number, size: number): number[] {
  if (n === 0) return [];
  const step = Math.max(1, Math.floor(size / 2));
  const starts: number[] = [];
  for (let start = Math.max(0, n - size); ; start = Math.max(0, start - step)) {
    starts.push(start);
    if (start === 0) return starts;
  }
}

/** Those that were named come first, in that order; the others follow as they stood. */
export function reorder<T>(window: readonly T[], named: readonly T[]): T[] {
  const first = new Set(named);
  return [...named, ...window.filter((item) => !first.has(item))];
}

/** A permutation of 0 … n−1 (Fisher–Yates). @param random uniform in [0, 1) */
export function shuffled(n: number, random: () => number): number[] {
  const places = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [places[i], places[j]] = [places[j]!, places[i]!];
  }
  return places;
}

/** Best place of a pattern in a text under edit distance (insert, delete, replace cost 1; Sellers 1980). */

export interface EditPlace {
  readonly start: number;
  readonly end: number;
  readonly distance: number;
}

/** The whole pattern against any part of the text. Among equals the earliest end, then the latest start. O(pattern × text). */
export function bestEditPlace(pattern: string, text: string): EditPlace {
  const m = pattern.length;
  const n = text.length;
  let previous = new Int32Array(n + 1);
  let current = new Int32Array(n + 1);
  let previousStart = Int32Array.from({ length: n + 1 }, (_, j) => j);
  let currentStart = new Int32Array(n + 1);
  for (let i = 1; i <= m; i++) {
    const c = pattern.charCodeAt(i - 1);
    current[0] = i;
    currentStart[0] = 0;
    for (let j = 1; j <= n; j++) {
      const replaced = previous[j - 1]! + (text.charCodeAt(j - 1) === c ? 0 : 1);
      const removed = previous[j]! + 1;
      const inserted = current[j - 1]! + 1;
      let cost = replaced;
      let start = previousStart[j - 1]!;
      if (removed < cost) {
        cost = removed;
        start = previousStart[j]!;
      }
      if (inserted < cost) {
        cost = inserted;
        start = currentStart[j - 1]!;
      }
      current[j] = cost;
      currentStart[j] = start;
    }
    [previous, current] = [current, previous];
    [previousStart, currentStart] = [currentStart, previousStart];
  }
  let end = 0;
  for (let j = 1; j <= n; j++) if (previous[j]! < previous[end]!) end = j;
  return { start: previousStart[end]!, end, distance: previous[end]! };
}

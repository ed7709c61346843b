/** How much of a text was read, where what was read overlaps. */

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** UTF-16 code units in the union of the ranges; a gap of nothing but white space counts as read. */
export function covered(text: string, ranges: readonly Range[]): number {
  const gap = (start: number, end: number) => (/\S/.test(text.slice(start, end)) ? 0 : end - start);
  let total = 0;
  let at = 0;
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (end <= at) continue;
    if (start > at) total += gap(at, start);
    total += end - Math.max(at, start);
    at = end;
  }
  return total + (at < text.length ? gap(at, text.length) : 0);
}

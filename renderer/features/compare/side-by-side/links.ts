/** Lines between the same documents of neighbouring columns. Pure. */

/** Room for the lines between two columns, px: four columns need it for their words. */
export const gutterOf = (columns: number): number => (columns > 3 ? 24 : 40);

export interface Link {
  readonly docId: string;
  /** Row numbers, from 0, in the left column and in the right. */
  readonly from: number;
  readonly to: number;
}

/**
 * Of documents that both columns list, in the left column's order.
 * @param first and last row that is in view: a line counts where one end is, or where it crosses the view
 */
export function linksBetween(left: readonly string[], right: readonly string[], first: number, last: number): Link[] {
  const places = new Map(right.map((id, i) => [id, i]));
  return left.flatMap((docId, from): Link[] => {
    const to = places.get(docId);
    if (to === undefined || Math.max(from, to) < first || Math.min(from, to) > last) return [];
    return [{ docId, from, to }];
  });
}

/** From the middle of a row at the left edge to the middle of another at the right, level at both ends. */
export function linkPath({ from, to }: Link, width: number, row: number): string {
  const [y1, y2] = [(from + 0.5) * row, (to + 0.5) * row];
  const bend = width / 2;
  return `M0 ${y1} C${bend} ${y1} ${width - bend} ${y2} ${width} ${y2}`;
}

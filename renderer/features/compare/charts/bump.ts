/** Ranks of documents across rankings: which lines a bump chart has, and where they go. Pure. */

export interface BumpLine {
  readonly id: string;
  readonly title: string;
  /** Rank in each ranking, null where it is not listed. */
  readonly ranks: readonly (number | null)[];
}

/** Documents that one of the rankings has among its first `top`, in the order in which they first appear. */
export function bumpLines(columns: readonly (readonly { readonly id: string; readonly title: string }[])[], top: number): BumpLine[] {
  const titles = new Map<string, string>();
  for (const column of columns) for (const { id, title } of column.slice(0, top)) if (!titles.has(id)) titles.set(id, title);
  const ranks = columns.map((column) => new Map(column.map(({ id }, i) => [id, i + 1])));
  return [...titles].map(([id, title]) => ({ id, title, ranks: ranks.map((places) => places.get(id) ?? null) }));
}

/** The row of a rank: ranks beyond the first `top`, and no rank, share the row below them. */
export const rowOf = (rank: number | null, top: number): number => (rank === null || rank > top ? top : rank - 1);

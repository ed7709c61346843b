/** How documents moved between two rankings of the same query. */

export type Move =
  | { readonly kind: 'up' | 'down'; readonly by: number }
  | { readonly kind: 'same' }
  /** Not in the earlier ranking. */
  | { readonly kind: 'new' };

export interface RankMove {
  readonly doc_id: string;
  /** From 1, in the later ranking. */
  readonly rank: number;
  /** From 1, in the earlier ranking; null where it was not there. */
  readonly before: number | null;
  readonly move: Move;
}

/** The later ranking with each document's move, and what fell out of it, in its earlier order. Ids are in rank order. */
export function rankMoves(before: readonly string[], after: readonly string[]): { moves: RankMove[]; gone: string[] } {
  const earlier = new Map(before.map((id, i) => [id, i + 1]));
  const later = new Set(after);
  const moves = after.map((doc_id, i): RankMove => {
    const rank = i + 1;
    const was = earlier.get(doc_id) ?? null;
    return { doc_id, rank, before: was, move: moveOf(was, rank) };
  });
  return { moves, gone: before.filter((id) => !later.has(id)) };
}

function moveOf(before: number | null, after: number): Move {
  if (before === null) return { kind: 'new' };
  if (before === after) return { kind: 'same' };
  return before > after ? { kind: 'up', by: before - after } : { kind: 'down', by: after - before };
}

/** `▲3`, `▼12`, `new`, or '' where nothing moved; the word for new is the caller's language. */
export function moveLabel(move: Move, wordForNew = 'new'): string {
  switch (move.kind) {
    case 'up':
      return `▲${move.by}`;
    case 'down':
      return `▼${move.by}`;
    case 'new':
      return wordForNew;
    case 'same':
      return '';
  }
}

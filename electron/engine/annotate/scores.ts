/**
 * TREC's nugget scores, here for whether nuggets are borne by their decision: strict = support / n; the other adds a half for each
 * partial; 0 where there are no nuggets. Pure.
 */
import type { Faithful, Importance } from '../../../shared/annotation';
import type { TrecScores } from '../../../shared/contract';

/** A nugget with what holds of it; null where nobody says anything, or it is disputed. */
export interface Scored {
  readonly doc_id: string;
  readonly faithful: Faithful | null;
  readonly importance: Importance | null;
}

/** Judged and known: what scores are made of. */
export const isScored = ({ faithful }: Scored): boolean => faithful !== null && faithful !== 'unknown';

export function trecScores(nuggets: readonly Scored[]): TrecScores {
  const all = nuggets.filter(isScored);
  const vital = all.filter(({ importance }) => importance === 'vital');
  const share = (of: readonly Scored[], half: number) => {
    const sum = of.reduce((total, { faithful }) => total + (faithful === 'support' ? 1 : faithful === 'partial' ? half : 0), 0);
    return of.length === 0 ? 0 : sum / of.length;
  };
  return { strict_vital: share(vital, 0), strict_all: share(all, 0), vital: share(vital, 0.5), all: share(all, 0.5) };
}

export const SCORE_NAMES = ['strict_vital', 'strict_all', 'vital', 'all'] as const satisfies readonly (keyof TrecScores)[];

/** Document → its scores, ascending by id as they come. */
export function scoresByDocument(nuggets: ReadonlyMap<string, readonly Scored[]>): Map<string, TrecScores> {
  return new Map([...nuggets].map(([doc_id, own]) => [doc_id, trecScores(own)]));
}

/** The mean over documents; 0 of everything where there are none. */
export function meanScores(scores: Iterable<TrecScores>): TrecScores {
  const all = [...scores];
  const mean = (name: keyof TrecScores) => (all.length === 0 ? 0 : all.reduce((sum, one) => sum + one[name], 0) / all.length);
  return { strict_vital: mean('strict_vital'), strict_all: mean('strict_all'), vital: mean('vital'), all: mean('all') };
}

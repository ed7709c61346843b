/** The known names nearest to one that is unknown, for error messages. */
import { distance } from 'fastest-levenshtein';

/** At most three, nearest first; only those that share most of their letters. */
export function nearest(name: string, known: readonly string[]): string[] {
  return known
    .map((candidate) => ({ candidate, d: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, d }) => d <= Math.max(2, Math.min(name.length, candidate.length) / 2))
    .sort((a, b) => a.d - b.d || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

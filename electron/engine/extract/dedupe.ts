/** Overlapping windows tell the same thesis twice: the first telling stays. */
import type { ExtractedNugget } from '../ports';
import { fold } from '../text/fold';

/** Share of common words (Jaccard) from which two texts with overlapping evidence are the same nugget. */
const SAME_WORDS = 0.9;

export function dedupe(nuggets: readonly ExtractedNugget[]): ExtractedNugget[] {
  const kept: { nugget: ExtractedNugget; folded: string; words: Set<string> }[] = [];
  for (const nugget of nuggets) {
    const folded = fold(nugget.text);
    const words = new Set(folded.match(/[\p{L}\p{N}]+/gu) ?? []);
    const twin = kept.some(
      (other) => other.folded === folded || (overlaps(other.nugget, nugget) && jaccard(other.words, words) >= SAME_WORDS),
    );
    if (!twin) kept.push({ nugget, folded, words });
  }
  return kept.map(({ nugget }) => nugget);
}

const overlaps = (a: ExtractedNugget, b: ExtractedNugget): boolean =>
  a.spans.some((x) => b.spans.some((y) => x.start < y.end && y.start < x.end));

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const word of a) if (b.has(word)) common++;
  return common / Math.max(1, a.size + b.size - common);
}

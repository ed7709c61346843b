/** Overlapping windows tell the same thesis twice: the better-evidenced telling stays, in the first one's place. */
import type { ExtractedNugget } from '../ports';
import { fold } from '../text/fold';

/** Share of common words (Jaccard) from which two texts with overlapping evidence are the same nugget. */
const SAME_WORDS = 0.9;

/** One of these, or a number, more or less makes another thesis, however like the rest is. */
const TURNS = new Set(
  'nao nem sem nunca jamais salvo exceto ressalvado ressalvada apenas somente not no nor never without unless except only cannot neither'.split(
    ' ',
  ),
);
const RANK = { exact: 3, normalised: 2, fuzzy: 1, none: 0 } as const;

interface Kept {
  nugget: ExtractedNugget;
  readonly folded: string;
  readonly words: ReadonlySet<string>;
  readonly turns: string;
}

export function dedupe(nuggets: readonly ExtractedNugget[]): ExtractedNugget[] {
  const kept: Kept[] = [];
  for (const nugget of nuggets) {
    const words = fold(nugget.text).match(/[\p{L}\p{N}]+/gu) ?? [];
    const told: Kept = {
      nugget,
      folded: words.join(' '),
      words: new Set(words),
      turns: words.filter((word) => TURNS.has(word) || /\p{N}/u.test(word)).join(' '),
    };
    const twin = kept.find((other) => isSame(other, told));
    if (!twin) kept.push(told);
    else if (RANK[nugget.status] > RANK[twin.nugget.status]) twin.nugget = nugget;
  }
  return kept.map(({ nugget }) => nugget);
}

function isSame(a: Kept, b: Kept): boolean {
  if (a.folded === b.folded) return true;
  return a.turns === b.turns && overlaps(a.nugget, b.nugget) && jaccard(a.words, b.words) >= SAME_WORDS;
}

const overlaps = (a: ExtractedNugget, b: ExtractedNugget): boolean =>
  a.spans.some((x) => b.spans.some((y) => x.start < y.end && y.start < x.end));

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const word of a) if (b.has(word)) common++;
  return common / Math.max(1, a.size + b.size - common);
}

/**
 * The one tie rule of every ranking: score descending, compared as 32-bit floats
 * (as trec_eval stores them), then id descending by the bytes of its UTF-8 form.
 * Units of a document (nuggets, passages) follow the same rule with their own ids.
 */
import type { Ranked, RankingConfig } from './domain';

export const TIE_RULE: RankingConfig['tie_rule'] = 'score descending (32-bit), then document id descending (bytes)';

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;

/**
 * Order of two strings by their UTF-8 bytes, ascending (negative: a before b).
 * JavaScript's `<` compares UTF-16 units, which puts U+1F600 before U+FB01; bytes do not.
 */
export function compareBytes(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    if (isSurrogate(x) !== isSurrogate(y)) {
      // A surrogate belongs to a character above U+FFFF, so it is the greater of the two.
      return isSurrogate(x) ? 1 : -1;
    }
    return x - y;
  }
  return a.length - b.length;
}

/** Whether two scores are the same to the tie rule: 1 and 0.999999999 are, 1 and 0.9999999 are not. */
export function scoresTie(a: number, b: number): boolean {
  return Math.fround(a) === Math.fround(b);
}

/** Comparator for scores with ids: the better one first. A score that is no number comes last. */
export function compareScored(scoreA: number, idA: string, scoreB: number, idB: string): number {
  const a = Number.isNaN(scoreA) ? Number.NEGATIVE_INFINITY : Math.fround(scoreA);
  const b = Number.isNaN(scoreB) ? Number.NEGATIVE_INFINITY : Math.fround(scoreB);
  if (a !== b) return a > b ? -1 : 1;
  return compareBytes(idB, idA);
}

/** Comparator for ranked documents: the better one first. */
export function compareRanked(a: Ranked, b: Ranked): number {
  return compareScored(a.score, a.doc_id, b.score, b.doc_id);
}

/** For scores in rank order: whether each is the same as a neighbour's, so that only the tie rule orders them. */
export function tiedFlags(scores: readonly number[]): boolean[] {
  const same = (i: number, j: number) => j >= 0 && j < scores.length && scoresTie(scores[i]!, scores[j]!);
  return scores.map((_, i) => same(i, i - 1) || same(i, i + 1));
}

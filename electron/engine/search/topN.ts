/**
 * The best n of many scores without sorting them all: a radix selection finds the
 * n-th score in three passes over the array, and only the chosen few are sorted.
 */
import { compareScored } from '../../../shared/ties';
import { selectFirst } from './selectFirst';

/** Digits of the radix selection, high to low: where each begins in a 32-bit key, and its width. */
const DIGITS = [
  { shift: 21, bits: 11 },
  { shift: 10, bits: 11 },
  { shift: 0, bits: 10 },
] as const;

/**
 * Row numbers of the n best scores, best first, by the tie rule (equal scores: id descending).
 * Scores that are NaN are never chosen, so fewer than n come back where there are too few.
 */
export function topN(scores: Float32Array, n: number, idOf: (row: number) => string): Uint32Array {
  const keys = sortableKeys(scores);
  const wanted = Math.min(n, countNumbers(keys));
  if (wanted <= 0) return new Uint32Array(0);
  const { key, above } = nthKey(keys, wanted);
  const chosen: number[] = [];
  const tied: number[] = [];
  for (let row = 0; row < keys.length; row++) {
    const k = keys[row]!;
    if (k > key) chosen.push(row);
    else if (k === key) tied.push(row);
  }
  // Scores are 32-bit floats and numbers here: only where they tie are the ids asked for.
  const byRule = (a: number, b: number) => scores[b]! - scores[a]! || compareScored(scores[a]!, idOf(a), scores[b]!, idOf(b));
  selectFirst(tied, wanted - above, byRule);
  chosen.sort(byRule);
  // The tied ones are all below the others, so the two sorted parts are simply joined.
  return Uint32Array.from(chosen.concat(tied));
}

/** Unsigned keys in the order of the scores: -0 equals 0, NaN is 0, below every number. */
function sortableKeys(scores: Float32Array): Uint32Array {
  const keys = new Uint32Array(scores.length);
  const bits = new Uint32Array(scores.buffer, scores.byteOffset, scores.length);
  for (let i = 0; i < keys.length; i++) {
    const s = scores[i]!;
    if (s > 0) keys[i] = bits[i]! | 0x80000000;
    else if (s < 0) keys[i] = ~bits[i]!;
    else keys[i] = s === 0 ? 0x80000000 : 0;
  }
  return keys;
}

function countNumbers(keys: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < keys.length; i++) if (keys[i]! !== 0) count++;
  return count;
}

/** The n-th greatest key (n from 1), and how many keys are above it. */
function nthKey(keys: Uint32Array, n: number): { key: number; above: number } {
  let prefix = 0;
  let above = 0;
  for (const [level, { shift, bits }] of DIGITS.entries()) {
    const mask = (1 << bits) - 1;
    const counts = new Uint32Array(mask + 1);
    const high = DIGITS[level - 1]?.shift;
    for (let i = 0; i < keys.length; i++) {
      const k = keys[i]!;
      if (high !== undefined && k >>> high !== prefix) continue;
      counts[(k >>> shift) & mask]!++;
    }
    let digit = mask;
    while (above + counts[digit]! < n) above += counts[digit--]!;
    prefix = ((prefix << bits) | digit) >>> 0;
  }
  return { key: prefix, above };
}

/**
 * The best n of many scores without sorting them all: a radix selection splits the
 * scores by the leading digits of their bits, goes on within the one group that the
 * n-th score falls into, and sorts the chosen few alone.
 */
import { compareScored } from '../../../shared/ties';
import { selectFirst } from './selectFirst';

/** Digits of a 32-bit key, high to low. The first is wide: it alone is asked of every score. */
const FIRST = { shift: 18, width: 14 };
const FINER = [
  { shift: 9, width: 9 },
  { shift: 0, width: 9 },
];

/** A key and its place in the list make one number of 53 bits, which is as much as one holds exactly. */
const PLACES = 2 ** 21;

/**
 * Row numbers of the n best scores, best first, by the tie rule (equal scores: id descending).
 * Scores that are NaN are never chosen, so fewer than n come back where there are too few.
 */
export function topN(scores: Float32Array, n: number, idOf: (row: number) => string): Uint32Array {
  const bits = new Uint32Array(scores.buffer, scores.byteOffset, scores.length);
  const { chosen, tied, missing } = select(bits, n);
  // Scores are 32-bit floats and numbers here: only where they tie are the ids asked for.
  const byRule = (a: number, b: number) => scores[b]! - scores[a]! || compareScored(scores[a]!, idOf(a), scores[b]!, idOf(b));
  const above = inOrder(chosen, bits, byRule);
  selectFirst(tied, missing, byRule);
  // The tied ones are all below the others, so the two sorted parts are simply joined.
  return new Uint32Array(above.concat(tied));
}

/** A key in the order of the scores, of a score's bits: -0 is as 0, a number's key is above 0, NaN's is 0. */
function keyOf(bits: number): number {
  const size = bits & 0x7fffffff;
  if (size > 0x7f800000) return 0;
  if (size === 0) return 0x80000000;
  return (bits >>> 31 === 0 ? bits | 0x80000000 : ~bits) >>> 0;
}

/** Rows above the n-th score, the rows that are level with it, and how many of these belong to the best n. */
function select(bits: Uint32Array, n: number): { chosen: number[]; tied: number[]; missing: number } {
  const { counts, numbers } = firstDigits(bits);
  const wanted = Math.min(n, numbers);
  if (wanted <= 0) return { chosen: [], tied: [], missing: 0 };
  const chosen: number[] = [];
  let tied: number[] = [];
  const first = splitAt(counts, wanted);
  for (let row = 0; row < bits.length; row++) {
    const key = keyOf(bits[row]!);
    const digit = key >>> FIRST.shift;
    if (digit > first) chosen.push(row);
    else if (digit === first && key !== 0) tied.push(row);
  }
  for (const { shift, width } of FINER) {
    const mask = (1 << width) - 1;
    const digitOf = (row: number) => (keyOf(bits[row]!) >>> shift) & mask;
    const finer = new Uint32Array(mask + 1);
    for (const row of tied) finer[digitOf(row)]!++;
    const digit = splitAt(finer, wanted - chosen.length);
    const level: number[] = [];
    for (const row of tied) {
      const own = digitOf(row);
      if (own > digit) chosen.push(row);
      else if (own === digit) level.push(row);
    }
    tied = level;
  }
  return { chosen, tied, missing: wanted - chosen.length };
}

/** How many scores have each leading digit, and how many are numbers. */
function firstDigits(bits: Uint32Array): { counts: Uint32Array; numbers: number } {
  const counts = new Uint32Array(1 << FIRST.width);
  let nans = 0;
  for (let i = 0; i < bits.length; i++) {
    const key = keyOf(bits[i]!);
    if (key === 0) nans++;
    else counts[key >>> FIRST.shift]!++;
  }
  return { counts, numbers: bits.length - nans };
}

/** The digit that the n-th greatest key has. */
function splitAt(counts: Uint32Array, n: number): number {
  let digit = counts.length - 1;
  for (let above = 0; above + counts[digit]! < n; digit--) above += counts[digit]!;
  return digit;
}

/** Rows in the order of the rule: by their keys as plain numbers, which is several times as fast, then ties by the rule. */
function inOrder(rows: number[], bits: Uint32Array, byRule: (a: number, b: number) => number): number[] {
  if (rows.length > PLACES) return rows.sort(byRule);
  const packed = new Float64Array(rows.length);
  for (let place = 0; place < rows.length; place++) packed[place] = (0xffffffff - keyOf(bits[rows[place]!]!)) * PLACES + place;
  packed.sort();
  const sorted: number[] = [];
  for (let i = 0; i < packed.length; i++) sorted.push(rows[packed[i]! % PLACES]!);
  for (let start = 0, end = 0; start < sorted.length; start = end) {
    const key = keyOf(bits[sorted[start]!]!);
    while (end < sorted.length && keyOf(bits[sorted[end]!]!) === key) end++;
    if (end - start === 1) continue;
    const equal = sorted.slice(start, end).sort(byRule);
    for (const [i, row] of equal.entries()) sorted[start + i] = row;
  }
  return sorted;
}

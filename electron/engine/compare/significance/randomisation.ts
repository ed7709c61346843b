/** Fisher's randomisation test on paired differences, two-sided: how often signs given by chance move the mean as far. */
import type { Pieces } from '../../pieces';
import { bitsOf, nextState } from '../random';
import { settled } from './settled';

/** Pairs that differ, up to which all sign patterns are tried. */
const EXACT = 16;
/** Against the last digit's noise, for patterns that give the same sum. */
const SLACK = 1e-9;
/** Signs drawn in one piece of the work. */
const PIECE = 500_000;

/**
 * @param differences one a query
 * @returns p: exact up to 16 pairs that differ; else over `samples` draws, (as far + 1) / (samples + 1)
 */
export function* randomisation(
  differences: readonly number[],
  { samples = 100_000, seed = 1 }: { samples?: number; seed?: number } = {},
): Pieces<{ p: number; exact: boolean }> {
  const counted = Float64Array.from(differences.map(settled).filter((d) => d !== 0));
  const due = Math.abs(counted.reduce((sum, d) => sum + d, 0)) - SLACK;
  const n = counted.length;
  if (n <= EXACT) {
    let asFar = 0;
    for (let pattern = 0; pattern < 2 ** n; pattern++) {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += pattern & (1 << i) ? counted[i]! : -counted[i]!;
      if (Math.abs(sum) >= due) asFar++;
    }
    return { p: asFar / 2 ** n, exact: true };
  }
  const signed = Float64Array.from({ length: 2 * n }, (_, i) => (i % 2 === 0 ? counted[i >> 1]! : -counted[i >> 1]!));
  const step = Math.ceil(PIECE / n);
  let found = { asFar: 0, state: seed | 0 };
  for (let from = 0; from < samples; from += step) {
    found = draw(signed, due, Math.min(step, samples - from), found);
    yield;
  }
  return { p: (found.asFar + 1) / (samples + 1), exact: false };
}

/**
 * A number below a half keeps the sign, else it is turned: that is the first bit of what was drawn, and no branch is due.
 * @param signed each difference as it is and turned, side by side
 */
function draw(signed: Float64Array, due: number, times: number, { asFar, state }: { asFar: number; state: number }) {
  for (let s = 0; s < times; s++) {
    let sum = 0;
    for (let i = 0; i < signed.length; i += 2) {
      state = nextState(state);
      sum += signed[i + (bitsOf(state) >>> 31)]!;
    }
    if (Math.abs(sum) >= due) asFar++;
  }
  return { asFar, state };
}

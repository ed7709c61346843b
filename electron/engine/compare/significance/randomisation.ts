/** Fisher's randomisation test on paired differences, two-sided: how often signs given by chance move the mean as far. */
import { mulberry32 } from '../random';
import { settled } from './settled';

/** Pairs that differ, up to which all sign patterns are tried. */
const EXACT = 16;
/** Against the last digit's noise, for patterns that give the same sum. */
const SLACK = 1e-9;

/**
 * @param differences one a query
 * @returns p: exact up to 16 pairs that differ; else over `samples` draws, (as far + 1) / (samples + 1)
 */
export function randomisation(
  differences: readonly number[],
  { samples = 100_000, seed = 1 }: { samples?: number; seed?: number } = {},
): { p: number; exact: boolean } {
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
  const random = mulberry32(seed);
  let asFar = 0;
  for (let s = 0; s < samples; s++) {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += random() < 0.5 ? counted[i]! : -counted[i]!;
    if (Math.abs(sum) >= due) asFar++;
  }
  return { p: (asFar + 1) / (samples + 1), exact: false };
}

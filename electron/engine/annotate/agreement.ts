/**
 * How far people agree. Pure. A *unit* (a nugget) holds the categories that annotators gave it, by number; who gave none, or
 * does not know, is absent. Coincidences of units add up, so that documents can be drawn again without counting anew.
 */

/** Square, row-major: `size` × `size`. */
export interface Matrix {
  readonly size: number;
  readonly cells: Float64Array;
}

export const emptyMatrix = (size: number): Matrix => ({ size, cells: new Float64Array(size * size) });

export function addMatrix(into: Matrix, other: Matrix): void {
  for (let i = 0; i < into.cells.length; i++) into.cells[i]! += other.cells[i]!;
}

/**
 * Krippendorff's coincidences: every ordered pair of values within a unit, over one less than its values. A unit with one
 * value pairs with nothing.
 */
export function coincidences(units: Iterable<readonly number[]>, size: number): Matrix {
  const matrix = emptyMatrix(size);
  for (const values of units) {
    if (values.length < 2) continue;
    for (let i = 0; i < values.length; i++)
      for (let j = 0; j < values.length; j++) if (i !== j) matrix.cells[values[i]! * size + values[j]!]! += 1 / (values.length - 1);
  }
  return matrix;
}

export type Metric = 'nominal' | 'ordinal';

/**
 * Krippendorff's α (Computing Krippendorff's Alpha-Reliability, 2011): 1 − observed over expected disagreement.
 * @returns null where nothing can be expected to differ: fewer than two values, or one category alone
 */
export function krippendorff({ size, cells }: Matrix, metric: Metric): number | null {
  const totals = Array.from({ length: size }, (_, c) => cells.subarray(c * size, (c + 1) * size).reduce((sum, x) => sum + x, 0));
  const n = totals.reduce((sum, x) => sum + x, 0);
  const distance = (c: number, k: number): number => {
    if (c === k) return 0;
    if (metric === 'nominal') return 1;
    const [low, high] = c < k ? [c, k] : [k, c];
    let between = -(totals[low]! + totals[high]!) / 2;
    for (let g = low; g <= high; g++) between += totals[g]!;
    return between * between;
  };
  let observed = 0;
  let expected = 0;
  for (let c = 0; c < size; c++) {
    for (let k = 0; k < size; k++) {
      observed += cells[c * size + k]! * distance(c, k);
      expected += totals[c]! * totals[k]! * distance(c, k);
    }
  }
  return expected > 0 ? 1 - ((n - 1) * observed) / expected : null;
}

/** Of all pairs of values within units, the share that is the same; null where there are none. */
export function rawAgreement({ size, cells }: Matrix): number | null {
  const all = cells.reduce((sum, x) => sum + x, 0);
  let same = 0;
  for (let c = 0; c < size; c++) same += cells[c * size + c]!;
  return all > 0 ? same / all : null;
}

/** What the first said (rows) against what the second said (columns). */
export function confusion(pairs: Iterable<readonly [number, number]>, size: number): Matrix {
  const matrix = emptyMatrix(size);
  for (const [a, b] of pairs) matrix.cells[a * size + b]! += 1;
  return matrix;
}

/** Cohen's κ, unweighted; null where both always say one and the same thing, so that chance alone would agree. */
export function cohenKappa({ size, cells }: Matrix): number | null {
  const n = cells.reduce((sum, x) => sum + x, 0);
  if (n === 0) return null;
  let chance = 0;
  let same = 0;
  for (let c = 0; c < size; c++) {
    let row = 0;
    let column = 0;
    for (let k = 0; k < size; k++) {
      row += cells[c * size + k]!;
      column += cells[k * size + c]!;
    }
    chance += (row / n) * (column / n);
    same += cells[c * size + c]! / n;
  }
  return 1 - chance > 1e-12 ? (same - chance) / (1 - chance) : null;
}

export interface Draws {
  readonly samples: number;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

/**
 * Percentile bootstrap over groups (documents, whose nuggets hang together): 95 % of the values of `measure` over the sum of as many
 * groups as there are, drawn with replacement. Draws that have no value are left out.
 * @returns null where there are fewer than two groups, or more than half of the draws have no value
 */
export function bootstrapGroups(
  groups: readonly Matrix[],
  measure: (sum: Matrix) => number | null,
  { samples, random }: Draws,
): [number, number] | null {
  if (groups.length < 2) return null;
  const values: number[] = [];
  const sum = emptyMatrix(groups[0]!.size);
  for (let s = 0; s < samples; s++) {
    sum.cells.fill(0);
    for (let i = 0; i < groups.length; i++) addMatrix(sum, groups[Math.floor(random() * groups.length)]!);
    const value = measure(sum);
    if (value !== null) values.push(value);
  }
  if (values.length * 2 <= samples) return null;
  values.sort((a, b) => a - b);
  const at = (share: number) => values[Math.round(share * (values.length - 1))]!;
  return [at(0.025), at(0.975)];
}

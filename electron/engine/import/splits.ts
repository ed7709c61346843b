/** Of judgments that come in splits, the ones that are read. */

/** Every split; else one that is named. */
export type Split = string;

export interface SplitChoice {
  readonly read: readonly string[];
  readonly left: readonly string[];
}

/**
 * The split that is asked for; without one `test`, as the published figures are measured on it; without a split of that
 * name all of them. What is left out is named.
 * @param there the splits that there are, each once or more
 * @returns the reason where the wanted one is not there
 */
export function chooseSplits(there: readonly string[], wanted: Split | undefined): SplitChoice | string {
  const names = [...new Set(there)].sort();
  if (wanted === 'all') return { read: names, left: [] };
  const chosen = wanted ?? (names.includes('test') ? 'test' : undefined);
  if (chosen === undefined) return { read: names, left: [] };
  if (!names.includes(chosen)) return `there is no split "${chosen}" (found: ${names.join(', ')})`;
  return { read: [chosen], left: names.filter((name) => name !== chosen) };
}

export const leftOut = ({ read, left }: SplitChoice): string =>
  `judgments of the split "${read.join('", "')}" alone; left out: ${left.join(', ')} (--split NAME or all)`;

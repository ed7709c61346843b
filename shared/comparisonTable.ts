/** Runs × measures, with the marks of significance against the first run or the baseline. Pure. */
import type { CompareRunsOutput } from './contract';
import type { Table } from './table';

/** p below which a difference is marked, after correction. */
export const ALPHA = 0.05;

export type Mark = '' | '†' | '‡';
export type Test = 'randomisation' | 't' | 'wilcoxon';

/** † better, ‡ worse than the run it is held against, at p < .05 after Holm's correction. */
export function markOf(out: CompareRunsOutput, run: string, against: string, measure: string, test: Test = 'randomisation'): Mark {
  const pair = out.pairs.find((p) => p.run === run && p.against === against && p.measure === measure);
  if (!pair || !((pair[test].corrected ?? 1) < ALPHA)) return '';
  return pair.difference > 0 ? '†' : '‡';
}

/** Means with marks, to four digits. */
export function meansTable(out: CompareRunsOutput, test: Test = 'randomisation'): Table {
  const against = out.baseline ?? out.runs[0]?.name ?? '';
  return {
    head: ['run', ...out.measures],
    rows: out.runs.map(({ name, means }) => [
      name,
      ...out.measures.map((measure) => `${(means[measure] ?? 0).toFixed(4)}${markOf(out, name, against, measure, test)}`),
    ]),
  };
}

/** One row a pair and measure. */
export function pairsTable(out: CompareRunsOutput): Table {
  return {
    head: [
      'measure',
      'run',
      'against',
      'difference',
      'ci low',
      'ci high',
      'wins',
      'ties',
      'losses',
      'p t',
      'p Wilcoxon',
      'p randomisation',
    ],
    rows: out.pairs.map((p) => [
      p.measure,
      p.run,
      p.against,
      p.difference,
      ...p.ci95,
      String(p.wins),
      String(p.ties),
      String(p.losses),
      p.t.corrected,
      p.wilcoxon.corrected,
      p.randomisation.corrected,
    ]),
  };
}

/** Rows of the table runs × measures. Pure: what the engine reckoned, arranged. */
import { type Mark, markOf, type Test } from '../../../../shared/comparisonTable';
import type { CompareRunsOutput } from '../../../../shared/contract';

export interface MeasureCell {
  readonly mean: number;
  readonly low: number | undefined;
  readonly high: number | undefined;
  readonly mark: Mark;
}

export interface RunRow {
  readonly name: string;
  readonly cells: Readonly<Record<string, MeasureCell>>;
  /** Against the baseline on the chosen measure; undefined for the baseline itself. */
  readonly against:
    | { readonly wins: number; readonly ties: number; readonly losses: number; readonly difference: number; readonly p: number | null }
    | undefined;
}

export function runRows(out: CompareRunsOutput, measure: string, test: Test): RunRow[] {
  const baseline = out.baseline ?? out.runs[0]?.name ?? '';
  return out.runs.map(({ name, means, ci95 }) => {
    const pair = out.pairs.find((one) => one.run === name && one.against === baseline && one.measure === measure);
    return {
      name,
      cells: Object.fromEntries(
        out.measures.map((one): [string, MeasureCell] => [
          one,
          { mean: means[one] ?? 0, low: ci95[one]?.[0], high: ci95[one]?.[1], mark: markOf(out, name, baseline, one, test) },
        ]),
      ),
      against: pair && { wins: pair.wins, ties: pair.ties, losses: pair.losses, difference: pair.difference, p: pair[test].corrected },
    };
  });
}

/** Best first; without a measure, as they are. Rows with one value keep their order. */
export const sortRows = (rows: readonly RunRow[], by: string | null): RunRow[] =>
  by === null
    ? [...rows]
    : rows
        .map((row, i) => ({ row, i }))
        .sort((x, y) => (y.row.cells[by]?.mean ?? 0) - (x.row.cells[by]?.mean ?? 0) || x.i - y.i)
        .map(({ row }) => row);

/** `ndcg@10, r@100` as it is typed → measures, each once. */
export const measuresOf = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

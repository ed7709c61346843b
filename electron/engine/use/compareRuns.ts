/** Runs against each other, from files or as they were just made. */
import type { CompareRunsOutput, Convention, ParsedInput } from '../../../shared/contract';
import type { Run } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import { evaluateRun, type Qrels } from '../compare/evaluate';
import { compareOrders, comparePairs, type PValue } from '../compare/pairwise';
import { parseMeasure } from '../compare/parseMeasure';
import type { EngineContext } from './context';
import { intervals, readJudgments, readRuns, unknownDocuments } from './evaluateRuns';

export async function compareRuns({ store }: EngineContext, input: ParsedInput<'compareRuns'>): Promise<CompareRunsOutput> {
  const runs = await readRuns(input.runs);
  const compared = compareAll(runs, await readJudgments(store, input), input);
  return { ...compared, unknown: await unknownDocuments(store, input.collection, runs) };
}

export interface CompareOptions {
  readonly measures: readonly string[];
  readonly convention: Convention;
  readonly baseline?: string | undefined;
}

/** @param runs each with a name of its own */
export function compareAll(runs: readonly Run[], qrels: Qrels, options: CompareOptions): CompareRunsOutput {
  const { convention, baseline } = options;
  const measures = options.measures.map(parseMeasure);
  if (baseline !== undefined && !runs.some(({ name }) => name === baseline))
    throw new AppError('USAGE', `No run is named "${baseline}".`, `There are: ${runs.map(({ name }) => name).join(', ')}.`);
  const evaluations = runs.map((run) => evaluateRun(run, qrels, measures, { convention }));
  const names = measures.map(({ name }) => name);
  return {
    convention,
    measures: names,
    queries: qrels.size,
    baseline: baseline ?? null,
    runs: evaluations.map((evaluation) => ({ name: evaluation.name, means: { ...evaluation.means }, ci95: intervals(evaluation) })),
    pairs: comparePairs(evaluations, names, baseline).map((pair) => ({
      ...pair,
      ci95: [...pair.ci95],
      t: orNull(pair.t),
      wilcoxon: orNull(pair.wilcoxon),
      randomisation: orNull(pair.randomisation),
    })),
    likeness: compareOrders(runs, baseline),
    per_query: Object.fromEntries(
      [...qrels.keys()].map((query) => [
        query,
        Object.fromEntries(evaluations.flatMap(({ name, perQuery }) => (perQuery.has(query) ? [[name, perQuery.get(query)!]] : []))),
      ]),
    ),
    missing: evaluations.flatMap(({ name, missing }) => missing.map((query_id) => ({ run: name, query_id }))),
    ignored: evaluations.flatMap(({ name, ignored }) => ignored.map((query_id) => ({ run: name, query_id }))),
    unknown: [],
  };
}

/** JSON knows no NaN. */
const orNull = ({ p, corrected }: PValue) => ({ p: Number.isNaN(p) ? null : p, corrected: Number.isNaN(corrected) ? null : corrected });

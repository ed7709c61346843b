/** Runs against each other: from files, from the workspace (also by other rules), or as they were just made. */
import type { CompareRunsOutput, Convention, KeptRun, ParsedInput } from '../../../shared/contract';
import type { Progress, Run } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import { type Evaluation, evaluateRun, type Qrels } from '../compare/evaluate';
import { compareOrders, comparePairs, type PValue, pairsOf } from '../compare/pairwise';
import { type Measure, parseMeasure } from '../compare/parseMeasure';
import { parseTrecRun } from '../compare/trecRun';
import { inTurns, type Pieces } from '../pieces';
import type { Emit, EngineContext } from './context';
import { intervals, readJudgments, readRuns, unknownDocuments } from './evaluateRuns';
import { requireRun } from './keptRuns';
import { ownQueryIds } from './ownQueryIds';
import { createProgress } from './progress';
import { readKeptRun } from './readKeptRun';
import { recombine, rescored } from './recombine';

/** @throws USAGE where there is nothing to compare, or kept runs are named without their collection */
export async function compareRuns(
  context: EngineContext,
  input: ParsedInput<'compareRuns'>,
  { signal, emit }: { signal?: AbortSignal; emit: Emit<Progress> },
): Promise<CompareRunsOutput> {
  const { store } = context;
  const { collection, kept } = input;
  if (kept.length === 0 && input.runs.length < 2) throw new AppError('USAGE', 'Two runs or more are due.', 'Name two run files.');
  if (kept.length > 0 && collection === undefined)
    throw new AppError('USAGE', 'Kept runs belong to a collection, and none was named.', 'Name it.');
  const read = [...(await readRuns(input.runs))];
  for (const choice of kept) read.push(await keptRun(context, collection!, choice, signal));
  const runs = namedApart(read);
  const out = {
    ...(await compareAll(runs, await readJudgments(store, input), input, { signal, emit })),
    unknown: await unknownDocuments(store, collection, runs),
  };
  if (kept.length === 0) return out;
  const own = await ownQueryIds(store, collection!);
  const owned = <T extends { query_id: string }>(rows: readonly T[]) => rows.map((row) => ({ ...row, query_id: own(row.query_id) }));
  return {
    ...out,
    per_query: Object.fromEntries(Object.entries(out.per_query).map(([id, values]) => [own(id), values])),
    missing: owned(out.missing),
    ignored: owned(out.ignored),
  };
}

async function keptRun(context: EngineContext, collection: string, choice: KeptRun, signal?: AbortSignal): Promise<Run> {
  if (!choice.change) {
    const stored = await requireRun(context, collection, choice.run_id);
    return { ...parseTrecRun(stored.trec, stored.name), name: choice.name ?? stored.name };
  }
  const kept = await readKeptRun(context, collection, choice.run_id);
  return recombine(kept, rescored(kept.config, choice.change), choice.name ?? kept.stored.name, signal);
}

/** Two runs of one name would be one row: the later one gets a number. */
function namedApart(runs: readonly Run[]): Run[] {
  const taken = new Set<string>();
  return runs.map((run) => {
    let name = run.name;
    for (let n = 2; taken.has(name); n++) name = `${run.name} (${n})`;
    taken.add(name);
    return { ...run, name };
  });
}

export interface CompareOptions {
  readonly measures: readonly string[];
  readonly convention: Convention;
  readonly baseline?: string | undefined;
}

/**
 * Other calls are answered meanwhile: many runs and measures are many tests.
 * @param runs each with a name of its own
 */
export async function compareAll(
  runs: readonly Run[],
  qrels: Qrels,
  options: CompareOptions,
  { signal, emit }: { signal?: AbortSignal | undefined; emit: Emit<Progress> },
): Promise<CompareRunsOutput> {
  const { convention, baseline } = options;
  const measures = options.measures.map(parseMeasure);
  if (baseline !== undefined && !runs.some(({ name }) => name === baseline))
    throw new AppError('USAGE', `No run is named "${baseline}".`, `There are: ${runs.map(({ name }) => name).join(', ')}.`);
  const evaluations = await inTurns(eachEvaluated(runs, qrels, measures, convention), signal);
  const names = measures.map(({ name }) => name);
  const total = pairsOf(
    runs.map(({ name }) => name),
    baseline,
  ).length;
  const progress = createProgress(emit, 'test', 'step', total * names.length);
  let tested = 0;
  const pairs = await inTurns(comparePairs(evaluations, names, { baseline, onPair: () => progress.at(++tested) }), signal);
  progress.end();
  const ci95: Record<string, [number, number]>[] = [];
  for (const evaluation of evaluations) ci95.push(await inTurns(intervals(evaluation), signal));
  return {
    convention,
    measures: names,
    queries: qrels.size,
    baseline: baseline ?? null,
    runs: evaluations.map(({ name, means }, i) => ({ name, means: { ...means }, ci95: ci95[i]! })),
    pairs: pairs.map((pair) => ({
      ...pair,
      ci95: [...pair.ci95],
      t: orNull(pair.t),
      wilcoxon: orNull(pair.wilcoxon),
      randomisation: orNull(pair.randomisation),
    })),
    likeness: await inTurns(compareOrders(runs, baseline), signal),
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

function* eachEvaluated(runs: readonly Run[], qrels: Qrels, measures: readonly Measure[], convention: Convention): Pieces<Evaluation[]> {
  const evaluations: Evaluation[] = [];
  for (const run of runs) {
    evaluations.push(evaluateRun(run, qrels, measures, { convention }));
    yield;
  }
  return evaluations;
}

/** JSON knows no NaN. */
const orNull = ({ p, corrected }: PValue) => ({ p: Number.isNaN(p) ? null : p, corrected: Number.isNaN(corrected) ? null : corrected });

/** An experiment: every run of its file made or found, measured together, written down. */
import { readFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { meansTable, pairsTable } from '../../../shared/comparisonTable';
import type { ExperimentOutput, ParsedInput } from '../../../shared/contract';
import type { Progress, RankingConfig, Run } from '../../../shared/domain';
import { AppError, throwIfAborted } from '../../../shared/errors';
import type { ExperimentFile } from '../../../shared/experiment';
import { toCsv, toLatex } from '../../../shared/table';
import { parseMeasure } from '../compare/parseMeasure';
import { toQrels } from '../compare/trecQrels';
import { formatTrecRun, parseTrecRun } from '../compare/trecRun';
import { expandRuns, type PlannedRun } from '../experiment/expandRuns';
import { parseExperiment } from '../experiment/parseExperiment';
import { writeReport } from '../experiment/report';
import { sha256Hex } from '../text/hash';
import { collectionState } from './collectionState';
import { compareAll } from './compareRuns';
import type { Emit, EngineContext } from './context';
import { experimentReranker } from './experimentReranker';
import { fitWarnings } from './fitted';
import { formQueries } from './formQueries';
import { judgmentsOf } from './judgments';
import { experimentFolder } from './keptExperiments';
import { createProgress, type ProgressReporter } from './progress';
import { createRanker } from './rank';
import { type AskedQuery, chosenQueries, rankQueries } from './rankQueries';
import { requireCollection } from './require';
import { writeOutput } from './writeOutput';

interface MadeRun {
  readonly name: string;
  readonly config: RankingConfig;
  readonly config_sha256: string;
  readonly run_file: string;
  readonly run: Run;
  readonly reused: boolean;
  /** What the search, or the model that reranked it, left to be told. */
  readonly warnings?: readonly string[];
}

/** A run that is done stays: after a cancel or a crash the next call finds it and goes on from there. */
export async function runExperiment(
  context: EngineContext,
  input: ParsedInput<'experiment'>,
  { signal, emit }: { signal?: AbortSignal; emit: Emit<Progress> },
): Promise<ExperimentOutput> {
  const started = performance.now();
  const { store, config, clock } = context;
  const experiment = parseExperiment(input.source, input.file);
  experiment.measures.map(parseMeasure);
  const planned = expandRuns(experiment);
  await requireCollection(store, experiment.collection);
  const judgments = await judgmentsOf(store, experiment.collection);
  if (judgments.length === 0)
    throw new AppError('NOT_FOUND', `The collection "${experiment.collection}" has no judgments to measure by.`, 'Import qrels into it.');
  if (input.out === undefined && store.readonly)
    throw new AppError('USAGE', 'The workspace is open for reading, so the outcome can be kept nowhere.', 'Name a folder: --out DIR.');
  const dir = input.out === undefined ? experimentFolder(config.workspace, experiment) : resolve(input.out);
  const data = await collectionState(store, experiment.collection);
  const queries = await chosenQueries(context, experiment);

  const progress = createProgress(emit, 'search', 'query', planned.length * queries.length);
  const made: MadeRun[] = [];
  for (const [i, plan] of planned.entries()) {
    throwIfAborted(signal);
    made.push(
      await makeOrFind(context, experiment, plan, queries, { dir, state: data.sha256, done: i * queries.length, progress, signal, emit }),
    );
  }
  progress.end();

  const comparison = await compareAll(
    made.map(({ run }) => run),
    toQrels(judgments),
    experiment,
    { signal, emit },
  );
  const out: ExperimentOutput = {
    name: experiment.name,
    collection: experiment.collection,
    data,
    runs: made.map(({ name, config_sha256, run_file, reused }, i) => ({
      name,
      config_sha256,
      run_file,
      means: comparison.runs[i]!.means,
      reused,
    })),
    comparison,
    warnings: [
      ...(await encoderWarnings(context, experiment.collection, made)),
      ...made.flatMap(({ name, warnings = [] }) => warnings.map((warning) => `${name}: ${warning}`)),
      ...queryWarnings(comparison),
    ],
    dir,
    report: join(dir, 'report.md'),
    seconds: (performance.now() - started) / 1000,
  };
  await writeOutput(join(dir, 'experiment.yaml'), input.source);
  await writeOutput(join(dir, 'report.md'), writeReport({ experiment, data, runs: made, comparison }));
  await writeOutput(join(dir, 'means.csv'), toCsv(meansTable(comparison)));
  await writeOutput(join(dir, 'means.tex'), toLatex(meansTable(comparison)));
  await writeOutput(join(dir, 'pairs.csv'), toCsv(pairsTable(comparison)));
  // What differs from one time to the next has a file of its own; it comes last, and says that the outcome is whole.
  const machine = `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`;
  const outcome = { ...out, made_at: clock.now().toISOString(), machine };
  await writeOutput(join(dir, 'outcome.json'), `${JSON.stringify(outcome, null, 2)}\n`);
  return out;
}

/** What the encoders of the runs have to say, each once. */
async function encoderWarnings(context: EngineContext, collection: string, made: readonly MadeRun[]): Promise<string[]> {
  const encoders = new Set(made.flatMap(({ config }) => config.parts.flatMap(({ encoder }) => encoder || [])));
  const all: string[] = [];
  for (const encoder of encoders) all.push(...(await fitWarnings(context, collection, encoder)));
  return [...new Set(all)];
}

function queryWarnings({ missing, ignored }: ExperimentOutput['comparison']): string[] {
  const count = (rows: readonly { query_id: string }[]) => new Set(rows.map(({ query_id }) => query_id)).size;
  return [
    ...(missing.length > 0 ? [`${count(missing)} judged queries have no answer in one run or more; there they count 0.`] : []),
    ...(ignored.length > 0 ? [`${count(ignored)} queries have no judgments and are not measured.`] : []),
  ];
}

async function makeOrFind(
  context: EngineContext,
  experiment: ExperimentFile,
  { name, input, rerank }: PlannedRun,
  asked: readonly AskedQuery[],
  how: { dir: string; state: string; done: number; progress: ProgressReporter; signal: AbortSignal | undefined; emit: Emit<Progress> },
): Promise<MadeRun> {
  const { queries, key, texts } = await formQueries(context, input, asked);
  const ranker = await createRanker(context, input, key);
  const { config } = ranker;
  const second = rerank && (await experimentReranker(context, experiment.collection, rerank, asked));
  const config_sha256 = sha256Hex(JSON.stringify([config, experiment.depth, how.state, queries, ...(second ? [second.identity] : [])]));
  const file = join(how.dir, `${name.replace(/[^\p{L}\p{N}._+-]+/gu, '-')}.run`);
  const known = { name, config, config_sha256, run_file: file, warnings: ranker.warnings };
  const kept = await keptRun(file, name, config_sha256);
  if (kept) {
    how.progress.at(how.done + queries.length, name);
    return { ...known, run: kept, reused: true };
  }
  const first = await rankQueries(ranker, queries, {
    depth: experiment.depth,
    signal: how.signal,
    onQuery: (i) => how.progress.at(how.done + i, name),
  });
  const reranked = await second?.rerank(first, how);
  const trec = formatTrecRun({ name, rankings: reranked?.rankings ?? first });
  await writeOutput(file, trec);
  await writeOutput(
    `${file}.config.json`,
    `${JSON.stringify({ ...config, name, depth: experiment.depth, ...texts, ...(reranked && { rerank: reranked.told }), config_sha256 }, null, 2)}\n`,
  );
  // Read back, so that a run just made and one that was found are the same.
  return {
    ...known,
    run: readBack(trec, file, name),
    reused: false,
    ...(reranked && { warnings: [...ranker.warnings, ...reranked.warnings] }),
  };
}

/** A ranking by words may find nothing for any query: its file is empty, and it is a run all the same. */
const readBack = (trec: string, file: string, name: string): Run =>
  trec === '' ? { name, rankings: new Map() } : { ...parseTrecRun(trec, file), name };

/** The run that lies there, where it was made of just the same. Its configuration is written after it. */
async function keptRun(file: string, name: string, configSha256: string): Promise<Run | undefined> {
  try {
    const { config_sha256 } = JSON.parse(await readFile(`${file}.config.json`, 'utf8')) as { config_sha256?: unknown };
    return config_sha256 === configSha256 ? readBack(await readFile(file, 'utf8'), file, name) : undefined;
  } catch {
    return undefined;
  }
}

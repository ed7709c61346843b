/** Runs → figures in the JUÁ leaderboard's form, and its published figures beside ours. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Output, ParsedInput, ReadLeaderboardOutput } from '../../../shared/contract';
import { AppError, toAppError } from '../../../shared/errors';
import { evaluateRun } from '../compare/evaluate';
import { folderOf, LEADERBOARD_MEASURES, leaderboardEntry, parseLeaderboard } from '../compare/leaderboard';
import { parseMeasure } from '../compare/parseMeasure';
import { isFile, isFolder } from '../import/files';
import type { EngineContext } from './context';
import { readJudgments, readRuns, unknownDocuments } from './evaluateRuns';
import { writeOutput } from './writeOutput';

/** Ranks that the leaderboard looks at. */
const DEPTH = 1000;

export async function writeLeaderboard(
  { store, clock, config }: EngineContext,
  input: ParsedInput<'writeLeaderboard'>,
): Promise<Output<'writeLeaderboard'>> {
  const qrels = await readJudgments(store, input);
  const [run] = await readRuns([input.run]);
  const result = evaluateRun(run!, qrels, LEADERBOARD_MEASURES, { convention: 'jua' });
  const model = input.model ?? run!.name;
  const made = await configOf(resolve(input.run));
  const dir = join(resolve(input.out), folderOf(model));
  const entry = leaderboardEntry(result, { model, task: input.task, at: clock.now().toISOString() });
  const meta = {
    model,
    kind: input.kind,
    meta: {
      name: model,
      ...(input.provider === undefined ? {} : { provider: input.provider }),
      description: input.description ?? `Pepita ${config.version}${made ? `: ${String(made.unit)} ${String(made.ranker)}` : ''}`,
      ...(input.url === undefined ? {} : { url: input.url }),
      modalities: ['text'],
      model_type: [made?.ranker === 'bm25' ? 'bm25' : made?.ranker === 'hybrid' ? 'hybrid' : 'dense-retrieval', input.kind],
      // What the leaderboard has no field for.
      ...(made ? { extra: { pepita: made } } : {}),
    },
  };
  const files = [join(dir, `${input.task}.json`), join(dir, 'model_meta.json')];
  await writeOutput(files[0]!, `${JSON.stringify(entry, null, 2)}\n`);
  await writeOutput(files[1]!, `${JSON.stringify(meta, null, 2)}\n`);
  const deepest = Math.max(0, ...[...run!.rankings.values()].map(({ length }) => length));
  const named = ({ name, missing, ignored }: typeof result) => ({
    missing: missing.map((query_id) => ({ run: name, query_id })),
    ignored: ignored.map((query_id) => ({ run: name, query_id })),
  });
  return {
    model,
    task: input.task,
    overall_score: entry.overall_score ?? 0,
    files,
    queries: result.queries,
    ...named(result),
    unknown: await unknownDocuments(store, input.collection, [run!]),
    warnings:
      deepest < DEPTH
        ? [
            `no query has more than ${deepest} documents: figures beyond that rank are as if nothing more were found (pepita run --depth ${DEPTH})`,
          ]
        : [],
  };
}

/** The configuration that pepita run writes beside a run. */
async function configOf(run: string): Promise<Record<string, unknown> | undefined> {
  const text = await readFile(`${run}.config.json`, 'utf8').catch(() => undefined);
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Record<string, unknown>);
  } catch {
    return undefined;
  }
}

export async function readLeaderboard({ store }: EngineContext, input: ParsedInput<'readLeaderboard'>): Promise<ReadLeaderboardOutput> {
  const measures = input.measures.map(parseMeasure);
  const rows: ReadLeaderboardOutput['rows'] = [];
  const rejected: ReadLeaderboardOutput['rejected'] = [];
  for (const file of await entryFiles(resolve(input.path))) {
    try {
      const { model, task, figures } = parseLeaderboard(await readFile(file, 'utf8'), file);
      if (input.task !== undefined && task !== input.task) continue;
      const { name, kind } = await metaOf(dirname(file));
      rows.push({ task, model: name || model || basename(dirname(file)), kind, ours: false, figures: chosen(figures, input.measures) });
    } catch (error) {
      rejected.push({ file, reason: toAppError(error).message });
    }
  }
  if (input.runs.length > 0) {
    const task = taskOf(rows, input.task);
    const qrels = await readJudgments(store, input);
    for (const run of await readRuns(input.runs)) {
      const { name, means } = evaluateRun(run, qrels, measures, { convention: 'jua' });
      rows.push({ task, model: name, kind: '', ours: true, figures: { ...means } });
    }
  }
  if (rows.length === 0)
    throw new AppError(
      'NOT_FOUND',
      `${input.path} holds no figures${input.task ? ` for ${input.task}` : ''}.`,
      rejected[0]?.reason ?? "Name the leaderboard's folder, a model's folder in it, or one of its files.",
    );
  const first = measures[0]!.name;
  rows.sort((a, b) => (a.task < b.task ? -1 : a.task > b.task ? 1 : (b.figures[first] ?? -1) - (a.figures[first] ?? -1)));
  return { measures: measures.map(({ name }) => name), rows, rejected };
}

function taskOf(rows: ReadLeaderboardOutput['rows'], wanted: string | undefined): string {
  const tasks = [...new Set(rows.map(({ task }) => task))].sort();
  if (wanted !== undefined) return wanted;
  if (tasks.length === 1) return tasks[0]!;
  throw new AppError('USAGE', 'Which task are the runs of?', `Say --task NAME; there are: ${tasks.join(', ') || 'none'}.`);
}

function chosen(figures: Readonly<Record<string, number>>, measures: readonly string[]): Record<string, number> {
  const names = measures.map((measure) => parseMeasure(measure).name);
  return Object.fromEntries(names.filter((name) => figures[name] !== undefined).map((name) => [name, figures[name]!]));
}

/** Files of figures: not the metadata, and not the raw rankings that may lie beside them. */
async function entryFiles(path: string): Promise<string[]> {
  if (await isFile(path)) return [path];
  if (!(await isFolder(path))) throw new AppError('NOT_FOUND', `${path} is not there.`, 'Check the path.');
  const names = (await readdir(path, { recursive: true })).map((name) => name.replaceAll('\\', '/'));
  return names
    .filter((name) => /\.json$/.test(name) && !/_results\.json$|(^|\/)model_meta\.json$/.test(name))
    .sort()
    .map((name) => join(path, name));
}

async function metaOf(dir: string): Promise<{ name: string; kind: string }> {
  try {
    const json = JSON.parse(await readFile(join(dir, 'model_meta.json'), 'utf8')) as { kind?: unknown; meta?: { name?: unknown } };
    const text = (value: unknown) => (typeof value === 'string' ? value : '');
    return { name: text(json.meta?.name), kind: text(json.kind) };
  } catch {
    return { name: '', kind: '' };
  }
}

/** Run files against judgments from a file or a collection. */
import { basename, resolve } from 'node:path';
import type { EvaluateOutput, ParsedInput } from '../../../shared/contract';
import type { Run } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import { bootstrapMean } from '../compare/bootstrap';
import { type Evaluation, evaluateRun, type Qrels } from '../compare/evaluate';
import { parseMeasure } from '../compare/parseMeasure';
import { parseQrels, toQrels } from '../compare/trecQrels';
import { trecId } from '../compare/trecRows';
import { parseTrecRun } from '../compare/trecRun';
import { readText } from '../import/decode';
import { inTurns, type Pieces } from '../pieces';
import type { EngineContext } from './context';
import { judgmentsOf } from './judgments';
import { requireCollection } from './require';

export async function evaluateRuns(
  { store }: EngineContext,
  input: ParsedInput<'evaluate'>,
  signal?: AbortSignal,
): Promise<EvaluateOutput> {
  const measures = input.measures.map(parseMeasure);
  const qrels = await readJudgments(store, input);
  const runs = await readRuns(input.runs);
  const unknown = await unknownDocuments(store, input.collection, runs);
  const out: EvaluateOutput = { convention: input.convention, runs: [], queries: qrels.size, missing: [], ignored: [], unknown };
  for (const run of runs) {
    const { name } = run;
    const result = evaluateRun(run, qrels, measures, { convention: input.convention });
    out.runs.push({
      name,
      means: { ...result.means },
      ...(input.intervals ? { ci95: await inTurns(intervals(result), signal) } : {}),
      ...(input.per_query ? { per_query: Object.fromEntries(result.perQuery) } : {}),
    });
    out.missing.push(...result.missing.map((query_id) => ({ run: name, query_id })));
    out.ignored.push(...result.ignored.map((query_id) => ({ run: name, query_id })));
  }
  return out;
}

/** Run files; two with the same tag are told apart by their file names. */
export async function readRuns(paths: readonly string[]): Promise<Run[]> {
  const names = new Set<string>();
  const runs: Run[] = [];
  for (const path of paths) {
    const run = parseTrecRun(await textOf(path), basename(path));
    const name = names.has(run.name) ? `${run.name} (${basename(path)})` : run.name;
    if (names.has(name))
      throw new AppError('USAGE', `The run "${run.name}" of ${basename(path)} was named twice.`, 'Name each run file once.');
    names.add(name);
    runs.push({ ...run, name });
  }
  return runs;
}

/** Documents that runs name and the collection does not hold: an id that is spelt otherwise is never relevant, and should be seen. */
export async function unknownDocuments(
  store: EngineContext['store'],
  collection: string | undefined,
  runs: readonly Run[],
): Promise<EvaluateOutput['unknown']> {
  if (collection === undefined) return [];
  await requireCollection(store, collection);
  const { heads } = await store.documentHeads({ collection });
  const known = new Set(heads.map(({ doc_id }) => trecId(doc_id)));
  return runs.flatMap(({ name, rankings }) => {
    const counts = new Map<string, number>();
    for (const ranked of rankings.values())
      for (const { doc_id } of ranked) if (!known.has(doc_id)) counts.set(doc_id, (counts.get(doc_id) ?? 0) + 1);
    return [...counts].map(([doc_id, queries]) => ({ run: name, doc_id, queries }));
  });
}

export function* intervals({ means, perQuery }: Evaluation): Pieces<Record<string, [number, number]>> {
  const found: Record<string, [number, number]> = {};
  for (const measure of Object.keys(means)) {
    const values = [...perQuery.values()].map((row) => row[measure]).filter((value) => value !== undefined);
    found[measure] = yield* bootstrapMean(values);
  }
  return found;
}

export async function readJudgments(
  store: EngineContext['store'],
  input: { qrels?: string | undefined; collection?: string | undefined },
): Promise<Qrels> {
  if (input.qrels) return parseQrels(await textOf(input.qrels), basename(input.qrels));
  if (!input.collection) throw new AppError('USAGE', 'Judgments are missing.', 'Name them: --qrels FILE, or --collection ID.');
  await requireCollection(store, input.collection);
  const judgments = await judgmentsOf(store, input.collection);
  if (judgments.length === 0)
    throw new AppError(
      'NOT_FOUND',
      `The collection "${input.collection}" has no judgments.`,
      'Import qrels into it, or name a file: --qrels FILE.',
    );
  return toQrels(judgments);
}

async function textOf(path: string): Promise<string> {
  const decoded = await readText(resolve(path));
  if (decoded.ok) return decoded.text;
  throw new AppError('NOT_FOUND', `${path}: ${decoded.reason}.`, 'Check the path.');
}

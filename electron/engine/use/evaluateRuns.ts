/** Run files against judgments from a file or a collection. */
import { basename, resolve } from 'node:path';
import type { EvaluateOutput, ParsedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { bootstrapMean } from '../compare/bootstrap';
import { type Evaluation, evaluateRun, type Qrels } from '../compare/evaluate';
import { parseMeasure } from '../compare/parseMeasure';
import { parseQrels, toQrels } from '../compare/trecQrels';
import { parseTrecRun } from '../compare/trecRun';
import { readText } from '../import/decode';
import type { EngineContext } from './context';
import { requireCollection } from './require';

export async function evaluateRuns({ store }: EngineContext, input: ParsedInput<'evaluate'>): Promise<EvaluateOutput> {
  const measures = input.measures.map(parseMeasure);
  const qrels = await readJudgments(store, input);
  const out: EvaluateOutput = { convention: input.convention, runs: [], queries: qrels.size, missing: [], ignored: [] };
  const names = new Set<string>();
  for (const path of input.runs) {
    const run = parseTrecRun(await textOf(path), basename(path));
    // Two files with the same tag are told apart by their file names.
    const name = names.has(run.name) ? `${run.name} (${basename(path)})` : run.name;
    names.add(name);
    const result = evaluateRun(run, qrels, measures, { convention: input.convention });
    out.runs.push({
      name,
      means: { ...result.means },
      ...(input.intervals ? { ci95: intervals(result) } : {}),
      ...(input.per_query ? { per_query: Object.fromEntries(result.perQuery) } : {}),
    });
    out.missing.push(...result.missing.map((query_id) => ({ run: name, query_id })));
    out.ignored.push(...result.ignored.map((query_id) => ({ run: name, query_id })));
  }
  return out;
}

function intervals({ means, perQuery }: Evaluation): Record<string, [number, number]> {
  const valuesOf = (measure: string) => [...perQuery.values()].map((row) => row[measure]).filter((value) => value !== undefined);
  return Object.fromEntries(Object.keys(means).map((measure) => [measure, bootstrapMean(valuesOf(measure))]));
}

async function readJudgments(store: EngineContext['store'], input: ParsedInput<'evaluate'>): Promise<Qrels> {
  if (input.qrels) return parseQrels(await textOf(input.qrels), basename(input.qrels));
  if (!input.collection) throw new AppError('USAGE', 'Judgments are missing.', 'Name them: --qrels FILE, or --collection ID.');
  await requireCollection(store, input.collection);
  const judgments = await store.judgments(input.collection);
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

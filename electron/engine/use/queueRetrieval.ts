/** Nuggets that a query retrieves, for queues: from a kept run, or searched for now. */
import type { QueueSpec } from '../../../shared/annotation';
import { contract } from '../../../shared/contract';
import type { RankingConfig } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import { compareScored } from '../../../shared/ties';
import type { EngineContext } from './context';
import { requireRun } from './keptRuns';
import { createRanker } from './rank';

/** Without a size, so many nuggets of a query. */
const DEFAULT_SIZE = 100;

/** Ids, best first. @throws USAGE where neither words nor a query of a run are named */
export async function queryNuggets(context: EngineContext, collection: string, spec: QueueSpec, signal?: AbortSignal): Promise<string[]> {
  const best = await scoresFor(context, collection, spec, signal);
  const inOrder = [...best].sort(([a, x], [b, y]) => compareScored(x, a, y, b)).map(([id]) => id);
  return inOrder.slice(0, spec.size ?? DEFAULT_SIZE);
}

async function scoresFor(
  context: EngineContext,
  collection: string,
  { run_id, query_id, query }: QueueSpec,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  if (run_id !== undefined && query_id !== undefined) return runScores(context, collection, run_id, query_id);
  const words = query ?? (await context.store.queries(collection)).find((one) => one.query_id === query_id)?.text;
  if (words === undefined || words.trim() === '') {
    throw new AppError(
      'USAGE',
      'This queue needs a query.',
      "Give the query's words, the id of one of the collection's queries, or a kept run and the id of its query.",
    );
  }
  const ranker = await createRanker(context, contract.search.input.parse({ collection, query: words, unit: 'nugget' }));
  const { documents } = await ranker.rank([words], signal);
  return new Map(documents.slice().flatMap(({ units }) => units.map(({ id, score }) => [id, score] as const)));
}

/** The best score that each nugget has in a kept run, over all its queries or for one. */
export async function runScores(
  context: EngineContext,
  collection: string,
  runId: string,
  queryId?: string,
): Promise<ReadonlyMap<string, number>> {
  const run = await requireRun(context, collection, runId);
  const config = JSON.parse(run.config) as RankingConfig;
  const part = config.parts.findIndex(({ unit }) => unit === 'nugget');
  const hits = part < 0 ? undefined : await context.store.runHits(collection, runId, queryId);
  if (!hits)
    throw new AppError(
      'USAGE',
      `The run "${run.name}" ranks no nuggets, or was kept without its hits.`,
      'Choose a run with the unit nugget.',
    );
  if (queryId !== undefined && !hits.queries.has(queryId))
    throw new AppError('NOT_FOUND', `The run "${run.name}" has no query "${queryId}".`, 'Choose one of its queries.');
  const best = new Map<string, number>();
  const { unitIds } = hits.maps[part]!;
  for (const parts of hits.queries.values()) {
    for (const { units, scores } of parts[part]!) {
      for (const [i, unit] of units.entries()) {
        const id = unitIds[unit]!;
        best.set(id, Math.max(best.get(id) ?? Number.NEGATIVE_INFINITY, scores[i]!));
      }
    }
  }
  return best;
}

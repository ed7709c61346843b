/** The runs that the workspace keeps. */
import { type Output, type RunHead, RunReranking } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { StoredRun } from '../ports';
import type { EngineContext } from './context';
import { requireCollection } from './require';

/** In the order in which they were made. */
export async function listRuns({ store }: EngineContext, collection: string): Promise<Output<'runs'>> {
  await requireCollection(store, collection);
  const runs = await store.runs(collection);
  return { runs: runs.map(headOf) };
}

/** Without the candidates of each query of a reranking: a list of runs needs none of them. */
function headOf({ id, name, created_at, config }: Omit<StoredRun, 'trec'>): RunHead {
  const { rerank, ...rest } = JSON.parse(config) as RunHead['config'];
  const { queries: _, ...reranking } = (rerank ?? {}) as { queries?: unknown };
  return {
    id,
    name,
    created_at,
    config: { ...rest, ...(rerank ? { rerank: reranking } : {}) },
    reranking: RunReranking.safeParse(rerank).data ?? null,
  };
}

/** @throws NOT_FOUND */
export async function requireRun({ store }: EngineContext, collection: string, id: string): Promise<StoredRun> {
  await requireCollection(store, collection);
  const run = await store.run(collection, id);
  if (run) return run;
  throw new AppError('NOT_FOUND', `The collection "${collection}" keeps no run "${id}".`, 'List its runs again.');
}

export async function removeRun({ store }: EngineContext, collection: string, id: string): Promise<Output<'removeRun'>> {
  await requireCollection(store, collection);
  const removed = (await store.run(collection, id)) !== undefined;
  await store.removeRun(collection, id);
  return { removed };
}

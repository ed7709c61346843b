/** The runs that the workspace keeps. */
import type { Output, RunHead } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { StoredRun } from '../ports';
import type { EngineContext } from './context';
import { requireCollection } from './require';

/** In the order in which they were made. */
export async function listRuns({ store }: EngineContext, collection: string): Promise<Output<'runs'>> {
  await requireCollection(store, collection);
  const runs = await store.runs(collection);
  return { runs: runs.map(({ id, name, created_at, config }): RunHead => ({ id, name, created_at, config: JSON.parse(config) })) };
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

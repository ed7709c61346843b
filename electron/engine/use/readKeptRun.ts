/** A kept run with what it retrieved. The last one that was wanted whole stays in memory: its knobs are moved many times. */
import type { RankingConfig, Run } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import { parseTrecRun } from '../compare/trecRun';
import type { RunHits, Store, StoredRun } from '../ports';
import type { EngineContext } from './context';
import { requireRun } from './keptRuns';

export interface KeptRanking {
  readonly stored: Omit<StoredRun, 'config'>;
  readonly config: RankingConfig;
  /** Documents kept for each query. */
  readonly depth: number;
  /** As it was made; ids as a run file spells them. */
  readonly run: Run;
  readonly hits: RunHits | undefined;
}

const last = new WeakMap<Store, { key: string; kept: KeptRanking }>();

/**
 * @param queryId where no more than the hits of this query are wanted
 * @throws NOT_FOUND
 */
export async function readKeptRun(context: EngineContext, collection: string, id: string, queryId?: string): Promise<KeptRanking> {
  const { store } = context;
  const stored = await requireRun(context, collection, id);
  const key = JSON.stringify([collection, id]);
  const known = last.get(store);
  if (known?.key === key) return known.kept;
  const config = JSON.parse(stored.config) as RankingConfig & { depth?: number };
  const hits = await store.runHits(collection, id, queryId);
  const kept = { stored, config, depth: config.depth ?? 1000, run: parseTrecRun(stored.trec, stored.name), hits };
  if (queryId === undefined) last.set(store, { key, kept });
  return kept;
}

/** @throws NOT_FOUND where the run was kept without them */
export function requireHits({ stored, hits }: KeptRanking): RunHits {
  if (hits) return hits;
  throw new AppError('NOT_FOUND', `The run "${stored.name}" was kept without what it retrieved.`, 'Make it again.');
}

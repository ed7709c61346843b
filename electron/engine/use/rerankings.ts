/** Reasons of a kept run that was reranked, with the questions and answers behind them. */
import type { Output, ParsedInput, RerankedPlace } from '../../../shared/contract';
import type { Ranked } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import type { Reranking } from '../../../shared/reranking';
import type { EngineContext } from './context';
import { requireRun } from './keptRuns';

type Query = Output<'rerankings'>['queries'][number];

/** Where the returned documents stand now and stood before. */
export function returnedOf({ order, returned }: Pick<Reranking, 'order' | 'returned'>, before: readonly string[]): Query['documents'] {
  const places = (ids: readonly string[]) => new Map(ids.map((id, i) => [id, i + 1]));
  const [now, then] = [places(order), places(before)];
  return returned.map(({ doc_id, reason }) => ({ doc_id, rank: now.get(doc_id)!, before: then.get(doc_id)!, reason }));
}

export const idsOf = (ranked: readonly Ranked[]): string[] => ranked.map(({ doc_id }) => doc_id);

/** What a reranked run's configuration says of each query. */
export interface KeptQueries {
  readonly rerank?: { readonly queries?: Readonly<Record<string, { readonly key: string; readonly candidates: readonly string[] }>> };
}

/** @throws NOT_FOUND where the run is not there, was not reranked, or has no such query */
export async function listRerankings(context: EngineContext, input: ParsedInput<'rerankings'>): Promise<Output<'rerankings'>> {
  const { collection, run_id, query_id, trace } = input;
  const run = await requireRun(context, collection, run_id);
  const kept = (JSON.parse(run.config) as KeptQueries).rerank?.queries;
  if (!kept) throw new AppError('NOT_FOUND', `The run "${run.name}" was not reranked.`, 'Rerank it: pepita rerank --run ID.');
  const wanted = Object.entries(kept).filter(([id]) => query_id === undefined || id === query_id);
  if (query_id !== undefined && wanted.length === 0)
    throw new AppError('NOT_FOUND', `The run "${run.name}" has no reranked query "${query_id}".`, 'Choose one of its queries.');
  const rows = await context.store.rerankings(
    collection,
    wanted.map(([, { key }]) => key),
  );
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return {
    queries: wanted.flatMap(([id, { key, candidates }]): Query[] => {
      const row = byKey.get(key);
      if (!row) return [];
      const windows = trace ? [...row.windows] : [];
      return [{ query_id: id, documents: returnedOf(row, candidates), warnings: [...row.warnings], windows }];
    }),
  };
}

/**
 * How each document of one query came to its place, in a run that was reranked.
 * @returns undefined where the run was not reranked, or this query of it
 */
export async function rerankedPlaces(
  { store }: EngineContext,
  collection: string,
  config: KeptQueries,
  query_id: string,
): Promise<{ placeOf(docId: string, rank: number): RerankedPlace; warnings: readonly string[] } | undefined> {
  const kept = config.rerank?.queries?.[query_id];
  const [row] = kept ? await store.rerankings(collection, [kept.key]) : [];
  if (!kept || !row) return undefined;
  const before = new Map(kept.candidates.map((id, i) => [id, i + 1]));
  const reasons = new Map(row.returned.map(({ doc_id, reason }) => [doc_id, reason]));
  return {
    warnings: row.warnings,
    placeOf(docId, rank) {
      const reason = reasons.get(docId);
      const was = before.get(docId);
      // Documents below those that were read stand where they stood.
      if (was === undefined) return { before: rank, state: 'unread', reason: '' };
      return { before: was, state: reason === undefined ? 'below' : 'returned', reason: reason ?? '' };
    },
  };
}

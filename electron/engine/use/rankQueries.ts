/** Many queries through one ranker. */
import { resolve } from 'node:path';
import type { Query, Ranked } from '../../../shared/domain';
import { AppError, throwIfAborted } from '../../../shared/errors';
import { readQueries } from '../import/queries';
import { createTurns } from '../pieces';
import type { EngineContext } from './context';
import { judgmentsOf } from './judgments';
import { nearest } from './nearest';
import type { Ranker } from './rank';
import type { QueryHits } from './rankPart';

export type AskedQuery = Pick<Query, 'query_id' | 'text'>;

/** A query with what is searched in its place: one text, or those of the union. */
export interface FormedQuery extends AskedQuery {
  readonly asked: readonly string[];
}

export interface RankOptions {
  /** Documents kept for each query. */
  readonly depth: number;
  readonly signal?: AbortSignal | undefined;
  /** Before each query, with its place from 0. */
  readonly onQuery: (place: number, query: FormedQuery) => void;
  readonly onHits?: (query: FormedQuery, hits: readonly QueryHits[]) => void;
}

/** Query id → its documents, best first. While one is ranked, the next ones' vectors are made in other threads. */
export async function rankQueries(
  ranker: Ranker,
  queries: readonly FormedQuery[],
  { depth, signal, onQuery, onHits }: RankOptions,
): Promise<Map<string, Ranked[]>> {
  const rankings = new Map<string, Ranked[]>();
  const prepared: Promise<void>[] = [];
  const others = createTurns();
  try {
    for (const [i, query] of queries.entries()) {
      // A ranking by words, or by vectors that are there, waits for nothing: a cancel would not be heard before the last query.
      await others();
      throwIfAborted(signal);
      while (prepared.length < queries.length && prepared.length <= i + ranker.ahead)
        prepared.push(ranker.prepare(queries[prepared.length]!.asked, signal));
      onQuery(i, query);
      const { documents, hits } = await ranker.rank(query.asked, signal);
      onHits?.(query, hits);
      rankings.set(
        query.query_id,
        documents.slice(0, depth).map(({ doc_id, score }) => ({ doc_id, score })),
      );
    }
  } finally {
    // Nothing is left running when a query fails: the caller may close the encoder at once.
    await Promise.all(prepared);
  }
  return rankings;
}

async function requireQueries(store: EngineContext['store'], collection: string, remedy: string): Promise<Query[]> {
  const queries = await store.queries(collection);
  if (queries.length > 0) return queries;
  throw new AppError('NOT_FOUND', `The collection "${collection}" has no queries.`, remedy);
}

/** Queries of the collection by id, in the collection's order; without ids, all. @throws NOT_FOUND */
export async function queriesNamed({ store }: EngineContext, collection: string, ids: readonly string[] | undefined): Promise<Query[]> {
  const queries = await requireQueries(store, collection, 'Import them, or formulate a text of your own.');
  if (!ids) return queries;
  const known = queries.map(({ query_id }) => query_id);
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown === undefined) return queries.filter(({ query_id }) => ids.includes(query_id));
  const near = nearest(unknown, known);
  throw new AppError(
    'NOT_FOUND',
    `There is no query "${unknown}" in collection "${collection}".`,
    near.length > 0 ? `Did you mean ${near.map((id) => `"${id}"`).join(', ')}?` : `It has ${known.length} queries.`,
  );
}

/** The collection's own queries, those of them that are judged, or those of a file. @throws NOT_FOUND, BAD_INPUT with file and row */
export async function chosenQueries(
  { store }: EngineContext,
  input: { readonly collection: string; readonly queries: string },
): Promise<AskedQuery[]> {
  if (input.queries === 'all' || input.queries === 'judged') {
    const queries = await requireQueries(store, input.collection, 'Import them, or name a file: --queries FILE.jsonl.');
    const judged = new Set(input.queries === 'all' ? [] : (await judgmentsOf(store, input.collection)).map(({ query_id }) => query_id));
    return input.queries === 'all' ? queries : queries.filter(({ query_id }) => judged.has(query_id));
  }
  const queries: AskedQuery[] = [];
  for await (const item of readQueries(resolve(input.queries))) {
    if (item.type === 'query') queries.push(item);
    else if (item.type === 'rejected')
      throw new AppError(
        'BAD_INPUT',
        `${item.file}${item.row === null ? '' : `, row ${item.row}`}: ${item.reason}.`,
        'Mend the row, or leave it out.',
      );
  }
  return queries;
}

/** Many queries through one ranker. */
import { resolve } from 'node:path';
import type { Query, Ranked } from '../../../shared/domain';
import { AppError, throwIfAborted } from '../../../shared/errors';
import { readQueries } from '../import/queries';
import type { EngineContext } from './context';
import type { Ranker } from './rank';
import type { QueryHits } from './rankPart';

export type AskedQuery = Pick<Query, 'query_id' | 'text'>;

export interface RankOptions {
  /** Documents kept for each query. */
  readonly depth: number;
  readonly signal?: AbortSignal | undefined;
  /** Before each query, with its place from 0. */
  readonly onQuery: (place: number, query: AskedQuery) => void;
  readonly onHits?: (query: AskedQuery, hits: readonly QueryHits[]) => void;
}

/** Query id → its documents, best first. */
export async function rankQueries(
  ranker: Ranker,
  queries: readonly AskedQuery[],
  { depth, signal, onQuery, onHits }: RankOptions,
): Promise<Map<string, Ranked[]>> {
  const rankings = new Map<string, Ranked[]>();
  for (const [i, query] of queries.entries()) {
    throwIfAborted(signal);
    onQuery(i, query);
    const { documents, hits } = await ranker.rank(query.text, signal);
    onHits?.(query, hits);
    rankings.set(
      query.query_id,
      documents.slice(0, depth).map(({ doc_id, score }) => ({ doc_id, score })),
    );
  }
  return rankings;
}

/** The collection's own queries, those of them that are judged, or those of a file. @throws NOT_FOUND, BAD_INPUT with file and row */
export async function chosenQueries(
  { store }: EngineContext,
  input: { readonly collection: string; readonly queries: string },
): Promise<AskedQuery[]> {
  if (input.queries === 'all' || input.queries === 'judged') {
    const queries = await store.queries(input.collection);
    const judged = new Set(input.queries === 'all' ? [] : (await store.judgments(input.collection)).map(({ query_id }) => query_id));
    if (queries.length > 0) return input.queries === 'all' ? queries : queries.filter(({ query_id }) => judged.has(query_id));
    throw new AppError(
      'NOT_FOUND',
      `The collection "${input.collection}" has no queries.`,
      'Import them, or name a file: --queries FILE.jsonl.',
    );
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

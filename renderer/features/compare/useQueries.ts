/** The collection's queries and judgments, and what they say of the query that is asked. */
import { useMemo } from 'react';
import type { Output } from '../../../shared/contract';
import { api } from '../../api';
import { useLoad } from '../../shell/hooks';
import { gradesOf } from './side-by-side/ranking';

export interface Queries {
  readonly queries: Output<'queries'>['queries'];
  /** undefined where the query is not one of the collection's. */
  readonly queryId: string | undefined;
  /** Document → grade, of that query. */
  readonly grades: ReadonlyMap<string, number>;
  textOf(queryId: string): string;
}

/** @param query its text */
export function useQueries(collection: string, stamp: string, query: string): Queries {
  const stored = useLoad(() => api.call('queries', { collection }), [collection, stamp]);
  const queries = useMemo(() => stored.value?.queries ?? [], [stored.value]);
  const texts = useMemo(() => new Map(queries.map(({ query_id, text }) => [query_id, text])), [queries]);
  const queryId = queries.find(({ text }) => text === query)?.query_id;
  const grades = useMemo(() => gradesOf(stored.value?.judgments ?? [], queryId), [stored.value, queryId]);
  return { queries, queryId, grades, textOf: (id) => texts.get(id) ?? id };
}

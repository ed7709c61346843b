/** What several kept runs found first, to be judged; and what of it is not judged yet. */
import type { HolesOutput, ParsedInput, PoolOutput } from '../../../shared/contract';
import type { Query } from '../../../shared/domain';
import { canMove } from '../../../shared/undo';
import { rolesInOrder, whoIs } from '../annotate/history';
import { type Pooled, type PoolRun, poolOf } from '../annotate/pool';
import { foldRelevance, pairKey } from '../annotate/relevance';
import { trecId } from '../compare/trecRows';
import { parseTrecRun } from '../compare/trecRun';
import type { EngineContext } from './context';
import { settledGrades } from './judgments';
import { requireRun } from './keptRuns';
import { requireCollection } from './require';

export async function judgingPool(context: EngineContext, input: ParsedInput<'judgingPool'>): Promise<PoolOutput> {
  const { store, spaces } = context;
  const { collection, depth, seed, query_ids, blind, open, from, limit } = input;
  await requireCollection(store, collection);
  const queries = (await store.queries(collection)).filter(({ query_id }) => query_ids === undefined || query_ids.includes(query_id));
  const texts = new Map(queries.map(({ query_id, text }) => [query_id, text]));
  const pool = poolOf(await rankedRuns(context, collection, input.runs, queries), [...texts.keys()], depth, seed);
  const { events, faults } = await store.relevanceEvents(collection);
  const { pairs, stacks } = foldRelevance(events);
  const settled = await settledGrades(store, collection);
  const heads = await spaces.heads(collection);
  const by = ({ query_id, doc_id }: Pooled) => pairs.get(pairKey(query_id, doc_id));
  const own = (one: Pooled) => by(one)?.get(whoIs(input))?.grade ?? null;
  const grades = pool.map(own);
  const counts = new Map<string, PoolOutput['queries'][number]>();
  for (const [i, { query_id }] of pool.entries()) {
    const entry = counts.get(query_id) ?? { query_id, text: texts.get(query_id) ?? '', pool: 0, judged: 0 };
    counts.set(query_id, entry);
    entry.pool++;
    if (grades[i] !== null) entry.judged++;
  }
  const wanted = ({ query_id, doc_id }: Pooled, i: number) =>
    input.pair ? query_id === input.pair.query_id && doc_id === input.pair.doc_id : i >= from && !(open && grades[i] !== null);
  const places = pool.flatMap((one, i) => (wanted(one, i) ? [i] : []));
  return {
    total: pool.length,
    judged: grades.filter((grade) => grade !== null).length,
    queries: [...counts.values()],
    items: places.slice(0, limit).map((position) => {
      const one = pool[position]!;
      const all = [...(by(one)?.values() ?? [])].sort(rolesInOrder);
      return {
        position,
        query_id: one.query_id,
        query: texts.get(one.query_id) ?? '',
        document: heads.get(one.doc_id)!,
        found: blind ? [] : [...one.found],
        grade: grades[position]!,
        by: blind ? all.filter((given) => whoIs(given) === whoIs(input)) : all,
        settled: blind ? null : (settled.get(pairKey(one.query_id, one.doc_id)) ?? null),
      };
    }),
    ...canMove(stacks.get(whoIs(input))),
    faults: [...faults],
  };
}

export async function judgingHoles(context: EngineContext, { collection, runs, depth }: ParsedInput<'judgingHoles'>): Promise<HolesOutput> {
  const { store } = context;
  await requireCollection(store, collection);
  const queries = await store.queries(collection);
  const settled = await settledGrades(store, collection);
  const names = new Map((await store.runs(collection)).map(({ id, name }) => [id, name]));
  const ranked = await rankedRuns(context, collection, runs, queries);
  return {
    depth,
    runs: ranked.map(({ id, rankings }) => {
      const perQuery = [...rankings].map(([query_id, documents]) => {
        const first = documents.slice(0, depth);
        return { query_id, documents: first.length, unjudged: first.filter((doc_id) => !settled.has(pairKey(query_id, doc_id))) };
      });
      const documents = perQuery.reduce((sum, one) => sum + one.documents, 0);
      const unjudged = perQuery.reduce((sum, one) => sum + one.unjudged.length, 0);
      return {
        run_id: id,
        name: names.get(id) ?? id,
        documents,
        unjudged,
        judged_share: documents === 0 ? null : 1 - unjudged / documents,
        // A stable sort: queries with as many holes keep their order.
        queries: perQuery.filter((one) => one.unjudged.length > 0).sort((a, b) => b.unjudged.length - a.unjudged.length),
      };
    }),
  };
}

/** Kept runs under the collection's own ids: a run file spells them in TREC's way. */
async function rankedRuns(
  context: EngineContext,
  collection: string,
  ids: readonly string[],
  queries: readonly Query[],
): Promise<PoolRun[]> {
  const docs = new Map([...(await context.spaces.heads(collection)).keys()].map((id) => [trecId(id), id]));
  return Promise.all(
    [...new Set(ids)].map(async (id) => {
      const run = await requireRun(context, collection, id);
      const { rankings } = parseTrecRun(run.trec, run.name);
      const known = queries.flatMap(({ query_id }): [string, string[]][] => {
        const ranked = rankings.get(trecId(query_id));
        return ranked ? [[query_id, ranked.flatMap(({ doc_id }) => docs.get(doc_id) ?? [])]] : [];
      });
      return { id, rankings: new Map(known) };
    }),
  );
}

/** One run: opened, then every query ranked, and written. */
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { Output, ParsedInput } from '../../../shared/contract';
import type { UnitMap } from '../../../shared/hits';
import { formatTrecRun } from '../compare/trecRun';
import type { EngineContext } from './context';
import { fitWarnings } from './fitted';
import { type AskedTexts, formQueries } from './formQueries';
import { createRanker, type Ranker } from './rank';
import type { QueryHits } from './rankPart';
import { type AskedQuery, type FormedQuery, rankQueries } from './rankQueries';
import { writeOutput } from './writeOutput';

export type RunPlan = Omit<ParsedInput<'run'>, 'also'>;

export interface OpenRun {
  readonly plan: RunPlan;
  readonly ranker: Ranker;
  readonly queries: readonly FormedQuery[];
  readonly texts: AskedTexts;
}

export async function openRun(context: EngineContext, plan: RunPlan, asked: readonly AskedQuery[]): Promise<OpenRun> {
  const { queries, key, texts } = await formQueries(context, plan, asked);
  return { plan, ranker: await createRanker(context, plan, key), queries, texts };
}

/** @param onQuery before each query, with its place from 0 and its text */
export async function rankRun(
  context: EngineContext,
  { plan, ranker, queries, texts }: OpenRun,
  { signal, onQuery }: { signal: AbortSignal | undefined; onQuery: (place: number, text: string) => void },
): Promise<Output<'run'>> {
  const { store, clock } = context;
  const started = performance.now();
  // A union is made of several rankings: what its parts retrieved does not give it again.
  const keep = plan.keep_hits && !store.readonly && plan.query_form !== 'union';
  const found = new Map<string, QueryHits['lists'][]>();
  let maps: UnitMap[] | undefined;
  const rankings = await rankQueries(ranker, queries, {
    depth: plan.depth,
    signal,
    onQuery: (i, { text }) => onQuery(i, text),
    onHits: ({ query_id }, hits) => {
      maps ??= hits.map(({ map }) => map);
      const lists = hits.map((part) => part.lists);
      if (keep) found.set(query_id, lists);
    },
  });
  const { config } = ranker;
  const form = config.query_form === 'as-is' ? '' : config.query_form;
  const how = config.parts.some(({ approximate }) => approximate) ? 'approximate' : '';
  const name = plan.name ?? [config.unit, config.ranker, config.aggregate, config.encoder, form, how].filter(Boolean).join('-');
  const trec = formatTrecRun({ name, rankings });
  const full = { ...config, name, depth: plan.depth, queries: plan.queries, ...texts, made_at: clock.now().toISOString() };
  const path = plan.out === undefined ? '' : resolve(plan.out);
  if (path) {
    await writeOutput(path, trec);
    await writeOutput(`${path}.config.json`, `${JSON.stringify(full, null, 2)}\n`);
  }
  const run = { id: randomUUID(), collection: plan.collection, name, config: JSON.stringify(full), created_at: full.made_at, trec };
  if (!store.readonly) await store.putRun(run, keep && maps ? { maps, queries: found } : undefined);
  return {
    queries: queries.length,
    documents_ranked: [...rankings.values()].reduce((sum, { length }) => sum + length, 0),
    seconds: (performance.now() - started) / 1000,
    run_id: store.readonly ? '' : run.id,
    path,
    config_path: path && `${path}.config.json`,
    config,
    warnings: [...ranker.warnings, ...(await fitWarnings(context, plan.collection, config.encoder))],
  };
}

/** Every query of a collection ranked under one configuration: a TREC run file, and beside it the configuration. */
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { Output, ParsedInput } from '../../../shared/contract';
import type { Progress } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import type { UnitMap } from '../../../shared/hits';
import { formatTrecRun } from '../compare/trecRun';
import type { Emit, EngineContext } from './context';
import { fitWarnings } from './fitted';
import { formQueries } from './formQueries';
import { createProgress } from './progress';
import { createRanker } from './rank';
import type { QueryHits } from './rankPart';
import { chosenQueries, rankQueries } from './rankQueries';
import { requireCollection } from './require';
import { writeOutput } from './writeOutput';

export async function makeRun(
  context: EngineContext,
  input: ParsedInput<'run'>,
  options: { signal?: AbortSignal; emit: Emit<Progress> },
): Promise<Output<'run'>> {
  const { store, clock } = context;
  await requireCollection(store, input.collection);
  if (input.out === undefined && store.readonly)
    throw new AppError('USAGE', 'The workspace is open for reading, so the run can be kept nowhere.', 'Name a file for it.');
  const { queries, key, texts } = await formQueries(context, input, await chosenQueries(context, input));
  const ranker = await createRanker(context, input, key);
  const started = performance.now();
  const progress = createProgress(options.emit, 'search', 'query', queries.length);
  // A union is made of several rankings: what its parts retrieved does not give it again.
  const keep = input.keep_hits && !store.readonly && input.query_form !== 'union';
  const found = new Map<string, QueryHits['lists'][]>();
  let maps: UnitMap[] | undefined;
  const rankings = await rankQueries(ranker, queries, {
    depth: input.depth,
    signal: options.signal,
    onQuery: (i, { text }) => progress.at(i, text.slice(0, 80)),
    onHits: ({ query_id }, hits) => {
      maps ??= hits.map(({ map }) => map);
      const lists = hits.map((part) => part.lists);
      if (keep) found.set(query_id, lists);
    },
  });
  progress.at(queries.length);
  progress.end();
  const { config } = ranker;
  const form = config.query_form === 'as-is' ? '' : config.query_form;
  const how = config.parts.some(({ approximate }) => approximate) ? 'approximate' : '';
  const name = input.name ?? [config.unit, config.ranker, config.aggregate, config.encoder, form, how].filter(Boolean).join('-');
  const trec = formatTrecRun({ name, rankings });
  const full = { ...config, name, depth: input.depth, queries: input.queries, ...texts, made_at: clock.now().toISOString() };
  const path = input.out === undefined ? '' : resolve(input.out);
  if (path) {
    await writeOutput(path, trec);
    await writeOutput(`${path}.config.json`, `${JSON.stringify(full, null, 2)}\n`);
  }
  const run = { id: randomUUID(), collection: input.collection, name, config: JSON.stringify(full), created_at: full.made_at, trec };
  if (!store.readonly) await store.putRun(run, keep && maps ? { maps, queries: found } : undefined);
  return {
    queries: queries.length,
    documents_ranked: [...rankings.values()].reduce((sum, { length }) => sum + length, 0),
    seconds: (performance.now() - started) / 1000,
    run_id: store.readonly ? '' : run.id,
    path,
    config_path: path && `${path}.config.json`,
    config,
    warnings: [...ranker.warnings, ...(await fitWarnings(context, input.collection, config.encoder))],
  };
}

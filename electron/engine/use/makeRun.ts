/** Every query of a collection ranked under one configuration: a TREC run file, and beside it the configuration. */
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { Output, ParsedInput } from '../../../shared/contract';
import type { Progress, Ranked } from '../../../shared/domain';
import { AppError, throwIfAborted } from '../../../shared/errors';
import type { UnitMap } from '../../../shared/hits';
import { formatTrecRun } from '../compare/trecRun';
import { readQueries } from '../import/queries';
import type { Emit, EngineContext } from './context';
import { fitWarnings } from './fitted';
import { createProgress } from './progress';
import { createRanker } from './rank';
import type { QueryHits } from './rankPart';
import { replaceFile } from './replaceFile';
import { requireCollection } from './require';

export async function makeRun(
  context: EngineContext,
  input: ParsedInput<'run'>,
  options: { signal?: AbortSignal; emit: Emit<Progress> },
): Promise<Output<'run'>> {
  const { store, clock } = context;
  await requireCollection(store, input.collection);
  if (input.out === undefined && store.readonly)
    throw new AppError('USAGE', 'The workspace is open for reading, so the run can be kept nowhere.', 'Name a file for it.');
  const queries = await chosenQueries(context, input);
  const ranker = await createRanker(context, input);
  const started = performance.now();
  const rankings = new Map<string, Ranked[]>();
  const progress = createProgress(options.emit, 'search', 'query', queries.length);
  const keep = input.keep_hits && !store.readonly;
  const found = new Map<string, QueryHits['lists'][]>();
  let maps: UnitMap[] | undefined;
  let ranked = 0;
  for (const [i, query] of queries.entries()) {
    throwIfAborted(options.signal);
    progress.at(i, query.text.slice(0, 80));
    const { documents, hits } = await ranker.rank(query.text, options.signal);
    maps ??= hits.map(({ map }) => map);
    if (keep)
      found.set(
        query.query_id,
        hits.map(({ lists }) => lists),
      );
    const kept = documents.slice(0, input.depth).map(({ doc_id, score }) => ({ doc_id, score }));
    rankings.set(query.query_id, kept);
    ranked += kept.length;
  }
  progress.at(queries.length);
  progress.end();
  const { config } = ranker;
  const name = input.name ?? [config.unit, config.ranker, config.aggregate, config.encoder].filter(Boolean).join('-');
  const trec = formatTrecRun({ name, rankings });
  const full = { ...config, name, depth: input.depth, queries: input.queries, made_at: clock.now().toISOString() };
  const path = input.out === undefined ? '' : resolve(input.out);
  if (path) {
    await replaceFile(path, trec);
    await replaceFile(`${path}.config.json`, `${JSON.stringify(full, null, 2)}\n`);
  }
  const run = { id: randomUUID(), collection: input.collection, name, config: JSON.stringify(full), created_at: full.made_at, trec };
  if (!store.readonly) await store.putRun(run, keep && maps ? { maps, queries: found } : undefined);
  return {
    queries: queries.length,
    documents_ranked: ranked,
    seconds: (performance.now() - started) / 1000,
    run_id: store.readonly ? '' : run.id,
    path,
    config_path: path && `${path}.config.json`,
    config,
    warnings: await fitWarnings(context, input.collection, config.encoder),
  };
}

export async function chosenQueries(
  { store }: EngineContext,
  input: { readonly collection: string; readonly queries: string },
): Promise<{ query_id: string; text: string }[]> {
  if (input.queries === 'all') {
    const queries = await store.queries(input.collection);
    if (queries.length > 0) return queries;
    throw new AppError(
      'NOT_FOUND',
      `The collection "${input.collection}" has no queries.`,
      'Import them, or name a file: --queries FILE.jsonl.',
    );
  }
  const queries: { query_id: string; text: string }[] = [];
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

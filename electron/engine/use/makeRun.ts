/** Every query of a collection ranked under one configuration: a TREC run file, and beside it the configuration. */
import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Output, ParsedInput } from '../../../shared/contract';
import type { Progress, Ranked } from '../../../shared/domain';
import { AppError, throwIfAborted } from '../../../shared/errors';
import { formatTrecRun } from '../compare/trecRun';
import { readQueries } from '../import/queries';
import type { Emit, EngineContext } from './context';
import { fitWarnings } from './fitted';
import { createProgress } from './progress';
import { createRanker } from './rank';
import { requireCollection } from './require';

export async function makeRun(
  context: EngineContext,
  input: ParsedInput<'run'>,
  options: { signal?: AbortSignal; emit: Emit<Progress> },
): Promise<Output<'run'>> {
  const { store, clock } = context;
  await requireCollection(store, input.collection);
  const queries = await chosenQueries(context, input);
  const ranker = await createRanker(context, input);
  const started = performance.now();
  const rankings = new Map<string, Ranked[]>();
  const progress = createProgress(options.emit, 'search', 'query', queries.length);
  let ranked = 0;
  for (const [i, query] of queries.entries()) {
    throwIfAborted(options.signal);
    progress.at(i, query.text.slice(0, 80));
    const { documents } = await ranker.rank(query.text, options.signal);
    const kept = documents.slice(0, input.depth).map(({ doc_id, score }) => ({ doc_id, score }));
    rankings.set(query.query_id, kept);
    ranked += kept.length;
  }
  progress.at(queries.length);
  progress.end();
  const { config } = ranker;
  const name = input.name ?? [config.unit, config.ranker, config.aggregate, config.encoder].filter(Boolean).join('-');
  const path = resolve(input.out);
  const trec = formatTrecRun({ name, rankings });
  const full = { ...config, name, depth: input.depth, queries: input.queries, made_at: clock.now().toISOString() };
  await replaceFile(path, trec);
  await replaceFile(`${path}.config.json`, `${JSON.stringify(full, null, 2)}\n`);
  if (!store.readonly) {
    await store.putRun({
      id: randomUUID(),
      collection: input.collection,
      name,
      config: JSON.stringify(full),
      created_at: full.made_at,
      trec,
    });
  }
  return {
    queries: queries.length,
    documents_ranked: ranked,
    seconds: (performance.now() - started) / 1000,
    path,
    config_path: `${path}.config.json`,
    config,
    warnings: await fitWarnings(context, input.collection, config.encoder),
  };
}

async function chosenQueries({ store }: EngineContext, input: ParsedInput<'run'>): Promise<{ query_id: string; text: string }[]> {
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

/** Written beside its place and moved there when whole. */
async function replaceFile(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.part`, content);
  await rename(`${path}.part`, path);
}

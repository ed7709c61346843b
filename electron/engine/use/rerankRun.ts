/** A run's head read anew by a language model, once or several times: kept runs with reasons and traces, and how much they vary. */
import { randomUUID } from 'node:crypto';
import { extname, resolve } from 'node:path';
import type { RerankInput, RerankOutput } from '../../../shared/contract';
import type { Progress } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import type { Reranking } from '../../../shared/reranking';
import { evaluateRun } from '../compare/evaluate';
import { parseMeasure } from '../compare/parseMeasure';
import { toQrels } from '../compare/trecQrels';
import { formatTrecRun, parseTrecRun } from '../compare/trecRun';
import { agreementOf, spreadOf } from '../rerank/repeats';
import type { Emit, EngineContext } from './context';
import type { OpenChat } from './openChat';
import { createProgress, withUsage } from './progress';
import { queriesNamed } from './rankQueries';
import { requireCollection } from './require';
import { idsOf, returnedOf } from './rerankings';
import {
  type CasesTold,
  casesTold,
  openReranker,
  type RerankedRankings,
  type RerankRound,
  rerankParams,
  rerankRankings,
} from './rerankQueries';
import { type RunToRerank, runToRerank } from './runToRerank';
import { writeOutput } from './writeOutput';

/** Of repeats that vary by the seed: at 0 nothing is drawn, and all would be the same. */
const SAMPLING_TEMPERATURE = 0.7;

interface Made {
  readonly name: string;
  readonly round: RerankRound;
  readonly reranked: RerankedRankings;
  readonly trec: string;
}

export async function rerankRun(
  context: EngineContext,
  input: RerankInput,
  options: { signal?: AbortSignal; emit: Emit<Progress> },
): Promise<RerankOutput> {
  const started = performance.now();
  const { collection } = input;
  await requireCollection(context.store, collection);
  const measures = input.measures.map(parseMeasure);
  const before = await runToRerank(context, collection, input.run);
  const asked = (await queriesNamed(context, collection, input.queries)).filter(({ query_id }) => before.rankings.has(query_id));
  if (asked.length === 0)
    throw new AppError('NOT_FOUND', `The run "${before.name}" ranks for none of these queries.`, 'Is it a run of another collection?');
  const cases = await casesTold(context, collection, input, asked);
  const chat = await openReranker(context, input, options.signal);
  const made: Made[] = [];
  try {
    const progress = createProgress(withUsage(options.emit, chat), 'rerank', 'query', asked.length * input.repeats);
    let done = 0;
    const onQuery = (text: string) => progress.at(++done, text.slice(0, 80));
    progress.at(0);
    for (const [i, round] of roundsOf(input).entries()) {
      const about = { collection, rankings: before.rankings, cases: cases.queries, knobs: input, round };
      const reranked = await rerankRankings(context, chat, about, { signal: options.signal, onQuery });
      const name = `${input.name ?? `${before.name}-reranked`}${i > 0 ? `-${i + 1}` : ''}`;
      made.push({ name, round, reranked, trec: formatTrecRun({ name, rankings: reranked.rankings }) });
    }
    progress.end();
    const runs: RerankOutput['runs'] = [];
    for (const [i, one] of made.entries()) runs.push(await keep(context, input, before, cases, chat, one, i));
    return {
      ...account(chat, before, cases, made),
      runs,
      measures: await measured(context, collection, before, made, measures),
      seconds: (performance.now() - started) / 1000,
    };
  } finally {
    await chat.model.dispose();
  }
}

/** What differs between the repeats is all that does. */
function roundsOf({ repeats, vary, seed, temperature }: RerankInput): RerankRound[] {
  const bySeed = vary === 'seed';
  const warmth = temperature ?? (bySeed && repeats > 1 ? SAMPLING_TEMPERATURE : 0);
  if (bySeed && repeats > 1 && warmth === 0)
    throw new AppError('USAGE', 'At temperature 0 repeats with other seeds are the same.', 'Leave --temperature out, or say --vary order.');
  return Array.from({ length: repeats }, (_, i) => ({
    temperature: warmth,
    seed: bySeed ? seed + i : seed,
    shuffle: bySeed || i === 0 ? null : i,
  }));
}

async function keep(
  { store, clock }: EngineContext,
  input: RerankInput,
  before: RunToRerank,
  cases: CasesTold,
  chat: OpenChat,
  { name, round, reranked, trec }: Made,
  repeat: number,
): Promise<RerankOutput['runs'][number]> {
  const made_at = clock.now().toISOString();
  const config = { ...before.config, name, made_at, rerank: rerankConfig(input, before, cases, chat, round, reranked.rerankings, repeat) };
  const path = input.out === undefined ? '' : resolve(repeat === 0 ? input.out : numbered(input.out, repeat + 1));
  if (path) {
    await writeOutput(path, trec);
    await writeOutput(`${path}.config.json`, `${JSON.stringify(config, null, 2)}\n`);
    await writeOutput(`${path}.reasons.jsonl`, reasonLines(before, reranked.rerankings));
  }
  // Without its configuration nobody could say what the run is.
  if (!before.config) return { run_id: '', name, path };
  const run_id = randomUUID();
  await store.putRun({ id: run_id, collection: input.collection, name, config: JSON.stringify(config), created_at: made_at, trec });
  return { run_id, name, path };
}

/** `FILE.2.run` of `FILE.run`. */
function numbered(path: string, n: number): string {
  const ending = extname(path);
  return `${path.slice(0, path.length - ending.length)}.${n}${ending}`;
}

export function rerankConfig(
  knobs: RerankInput,
  before: Pick<RunToRerank, 'name' | 'sha256' | 'rankings'>,
  cases: CasesTold,
  chat: OpenChat,
  round: RerankRound,
  rerankings: ReadonlyMap<string, Reranking>,
  repeat: number,
) {
  return {
    of: { run: before.name, sha256: before.sha256 },
    ...rerankParams(chat, knobs, round),
    query_form: cases.form,
    formulation: cases.formulation,
    ...cases.texts,
    repeat: repeat + 1,
    repeats: knobs.repeats,
    vary: knobs.vary,
    queries: Object.fromEntries(
      [...rerankings].map(([id, { key }]) => [id, { key, candidates: idsOf(before.rankings.get(id)!.slice(0, knobs.depth)) }]),
    ),
  };
}

function reasonLines(before: RunToRerank, rerankings: ReadonlyMap<string, Reranking>): string {
  const lines = [...rerankings].flatMap(([query_id, row]) =>
    returnedOf(row, idsOf(before.rankings.get(query_id)!)).map((document) => JSON.stringify({ query_id, ...document })),
  );
  return lines.map((line) => `${line}\n`).join('');
}

async function measured(
  { store }: EngineContext,
  collection: string,
  before: RunToRerank,
  made: readonly Made[],
  measures: readonly ReturnType<typeof parseMeasure>[],
): Promise<RerankOutput['measures']> {
  const judgments = await store.judgments(collection);
  if (judgments.length === 0) return null;
  const qrels = toQrels(judgments);
  const meansOf = (trec: string, name: string) => evaluateRun(parseTrecRun(trec, name), qrels, measures, { convention: 'trec_eval' }).means;
  const first = meansOf(formatTrecRun(before), before.name);
  const all = made.map(({ trec, name }) => meansOf(trec, name));
  return Object.fromEntries(
    measures.map(({ name }) => {
      const { values, ...spread } = spreadOf(all.map((means) => means[name]!));
      return [name, { ...spread, values: [...values], before: first[name]! }];
    }),
  );
}

function account(
  chat: OpenChat,
  before: RunToRerank,
  cases: CasesTold,
  made: readonly Made[],
): Omit<RerankOutput, 'runs' | 'measures' | 'seconds'> {
  const first = made[0]!.reranked;
  const windows = made.flatMap(({ reranked }) => [...reranked.rerankings.values()].flatMap((row) => row.windows));
  const count = (of: (window: (typeof windows)[number]) => number) => windows.reduce((sum, window) => sum + of(window), 0);
  const lists = made.map(
    ({ reranked }) => new Map([...reranked.rerankings].map(([id, { returned }]) => [id, returned.map(({ doc_id }) => doc_id)])),
  );
  return {
    queries: first.rerankings.size,
    reused: made.reduce((sum, { reranked }) => sum + reranked.reused, 0),
    query_form: cases.form,
    model_id: chat.modelId,
    shown: { ...first.shown },
    windows: windows.length,
    kept_windows: count(({ state }) => (state === 'kept' ? 1 : 0)),
    salvaged_windows: count(({ state }) => (state === 'salvaged' ? 1 : 0)),
    invented: count(({ invented }) => invented.length),
    repeated: count(({ repeated }) => repeated.length),
    returned: [...first.rerankings].map(([query_id, row]) => ({
      query_id,
      documents: returnedOf(row, idsOf(before.rankings.get(query_id)!)),
    })),
    agreement: made.length > 1 ? agreementOf(lists) : null,
    usage: chat.usage?.() ?? null,
    warnings: [
      ...cases.warnings,
      ...(before.config ? [] : ['The run came without a configuration: it is written to the file alone, and not kept.']),
      ...(first.shown.summary < first.shown.nugget + first.shown.passage + first.shown.summary
        ? [`${first.shown.nugget} candidates had no structured summary and were shown by nuggets, ${first.shown.passage} by passages.`]
        : []),
      ...[...first.rerankings].flatMap(([query_id, row]) => row.warnings.map((warning) => `${query_id}: ${warning}`)),
    ],
  };
}

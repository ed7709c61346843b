/** What came of a reranking: how it fares beside the run before, how much its repeats vary, and how its answers were. */
import type { RerankOutput } from '../../../shared/contract';
import { evaluateRun } from '../compare/evaluate';
import type { parseMeasure } from '../compare/parseMeasure';
import { toQrels } from '../compare/trecQrels';
import { formatTrecRun, parseTrecRun } from '../compare/trecRun';
import { agreementOf, spreadOf } from '../rerank/repeats';
import type { CasesTold } from './casesTold';
import type { EngineContext } from './context';
import { judgmentsOf } from './judgments';
import type { OpenChat } from './openChat';
import { idsOf, returnedOf } from './rerankings';
import type { RerankedRankings, RerankRound } from './rerankQueries';
import type { RunToRerank } from './runToRerank';

export interface RerankedRound {
  readonly name: string;
  readonly round: RerankRound;
  readonly reranked: RerankedRankings;
  readonly trec: string;
}

export async function measured(
  { store }: EngineContext,
  collection: string,
  before: RunToRerank,
  made: readonly RerankedRound[],
  measures: readonly ReturnType<typeof parseMeasure>[],
): Promise<RerankOutput['measures']> {
  const judgments = await judgmentsOf(store, collection);
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

export function account(
  chat: OpenChat,
  before: RunToRerank,
  cases: CasesTold,
  made: readonly RerankedRound[],
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

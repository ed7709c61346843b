/** A kept run by other rules: from what it retrieved to documents again, without searching. */
import type { ParsedInput, RescoreOutput } from '../../../shared/contract';
import type { Ranked, RankingConfig, RankingPart, Run } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import { tiedFlags } from '../../../shared/ties';
import { type CombinedDocument, combine } from '../aggregate/combine';
import { evaluateRun, type Qrels } from '../compare/evaluate';
import { type Measure, parseMeasure } from '../compare/parseMeasure';
import { toQrels } from '../compare/trecQrels';
import { trecId } from '../compare/trecRows';
import { parseTrecRun } from '../compare/trecRun';
import type { RunHits } from '../ports';
import type { EngineContext } from './context';
import { requireRun } from './keptRuns';

/** Units of a document that are told. */
const UNITS = 10;

export async function rescoreRun(context: EngineContext, input: ParsedInput<'rescore'>): Promise<RescoreOutput> {
  const { store } = context;
  const run = await requireRun(context, input.collection, input.run_id);
  const made = JSON.parse(run.config) as RankingConfig;
  const config = changed(made, input);
  const measures = input.measures.map(parseMeasure);
  const hits = await store.runHits(input.collection, input.run_id);
  if (!hits) throw new AppError('NOT_FOUND', `The run "${run.name}" was kept without what it retrieved.`, 'Make it again.');
  const judgments = await store.judgments(input.collection);
  const qrels = judgments.length > 0 ? toQrels(judgments) : undefined;
  const depth = (made as RankingConfig & { depth?: number }).depth ?? 1000;
  const before = parseTrecRun(run.trec, run.name);
  const after = combineAll(config, hits, depth, run.name);
  const measured = (which: Run) => qrels && measure(which, qrels, measures, input);
  return {
    config,
    before: measured(before) ?? null,
    after: measured(after) ?? null,
    queries: qrels?.size ?? 0,
    ranking: input.query_id === undefined ? null : await rankingOf(context, input, config, hits, before, qrels),
  };
}

function measure(run: Run, qrels: Qrels, measures: readonly Measure[], { convention }: ParsedInput<'rescore'>) {
  const { means, perQuery } = evaluateRun(run, qrels, measures, { convention });
  return { means: { ...means }, per_query: Object.fromEntries(perQuery) };
}

function combineAll(config: RankingConfig, hits: RunHits, depth: number, name: string): Run {
  const rankings = new Map<string, Ranked[]>();
  for (const query of hits.queries.keys()) {
    const documents = combineOne(config, hits, query);
    // Ids as the run file spells them, and the judgments.
    rankings.set(
      trecId(query),
      documents.slice(0, depth).map(({ doc_id, score }) => ({ doc_id: trecId(doc_id), score })),
    );
  }
  return { name, rankings };
}

function combineOne(config: RankingConfig, { maps, queries }: RunHits, queryId: string): CombinedDocument[] {
  const parts = queries.get(queryId);
  if (!parts) return [];
  return combine(
    config,
    maps.map((map, i) => ({ map, lists: parts[i]! })),
  );
}

async function rankingOf(
  { spaces }: EngineContext,
  { collection, query_id = '', top }: ParsedInput<'rescore'>,
  config: RankingConfig,
  hits: RunHits,
  before: Run,
  qrels: Qrels | undefined,
): Promise<RescoreOutput['ranking']> {
  if (!hits.queries.has(query_id)) throw new AppError('NOT_FOUND', `The run has no query "${query_id}".`, 'Choose one of its queries.');
  const documents = combineOne(config, hits, query_id);
  const tied = tiedFlags(documents.slice(0, top + 1).map(({ score }) => score));
  const heads = await spaces.heads(collection);
  const ranks = new Map((before.rankings.get(trecId(query_id)) ?? []).map(({ doc_id }, i) => [doc_id, i + 1]));
  const grades = qrels?.get(trecId(query_id));
  return documents.slice(0, top).map(({ doc_id, score, parts, matched, units }, i) => ({
    rank: i + 1,
    doc_id,
    title: heads.get(doc_id)?.title ?? doc_id,
    score,
    tied: tied[i] === true,
    parts: [...parts],
    matched,
    units: units.slice(0, UNITS).map((unit) => ({ ...unit })),
    before: ranks.get(trecId(doc_id)) ?? null,
    grade: grades?.get(trecId(doc_id)) ?? null,
  }));
}

/** @throws USAGE where the parts don't fit the run's, or a part is to change between whole queries and their sentences */
function changed(made: RankingConfig, { parts, fusion, normalisation, rrf_k }: ParsedInput<'rescore'>): RankingConfig {
  if (parts && parts.length !== made.parts.length)
    throw new AppError('USAGE', `The run has ${made.parts.length} parts, not ${parts.length}.`, 'Give one entry for each of them.');
  const merged = made.parts.map((part, i): RankingPart => {
    const aggregate = parts?.[i]?.aggregate ?? part.aggregate;
    if ((aggregate === 'by-sentence') !== (part.aggregate === 'by-sentence'))
      throw new AppError(
        'USAGE',
        `"${part.name}" was searched ${part.aggregate === 'by-sentence' ? 'by the sentences of each query' : 'with whole queries'}, so it can't be ranked by ${aggregate}.`,
        'Make a run of its own for that.',
      );
    return { ...part, aggregate, weight: parts?.[i]?.weight ?? part.weight };
  });
  return {
    ...made,
    parts: merged,
    aggregate: merged.length === 1 ? merged[0]!.aggregate : made.aggregate,
    fusion: fusion ?? made.fusion,
    normalisation: normalisation ?? made.normalisation,
    rrf_k: rrf_k ?? made.rrf_k,
  };
}

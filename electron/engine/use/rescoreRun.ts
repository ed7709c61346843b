/** A kept run by other rules: from what it retrieved to documents again, without searching. */
import type { ParsedInput, RescoreOutput } from '../../../shared/contract';
import type { RankingConfig, Run } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import { tiedFlags } from '../../../shared/ties';
import { evaluateRun, type Qrels } from '../compare/evaluate';
import { parseMeasure } from '../compare/parseMeasure';
import { toQrels } from '../compare/trecQrels';
import { trecId } from '../compare/trecRows';
import type { EngineContext } from './context';
import { explainParts } from './explainParts';
import { judgmentsOf } from './judgments';
import { ownQueryIds } from './ownQueryIds';
import { rankingAsMade } from './rankingAsMade';
import { type KeptRanking, readKeptRun, requireHits } from './readKeptRun';
import { recombine, recombineOne, rescored } from './recombine';

/** Units of a document that are told. */
const UNITS = 10;

export async function rescoreRun(context: EngineContext, input: ParsedInput<'rescore'>, signal?: AbortSignal): Promise<RescoreOutput> {
  const { store } = context;
  const { collection, query_id } = input;
  const kept = await readKeptRun(context, collection, input.run_id, input.measured ? undefined : query_id);
  const config = rescored(kept.config, input);
  const measures = input.measures.map(parseMeasure);
  const { parts, fusion, normalisation, rrf_k } = input;
  // Seen as it was made, a run needs nothing that it retrieved.
  const asMade = kept.hits === undefined && !input.measured && [parts, fusion, normalisation, rrf_k].every((knob) => knob === undefined);
  if (!asMade) requireHits(kept);
  const judgments = await judgmentsOf(store, collection);
  const qrels = judgments.length > 0 ? toQrels(judgments) : undefined;
  const warnings = await laterDocuments(context, collection, kept);
  const wanted = { ...input, query_id: query_id ?? '' };
  const ranked = async () => {
    if (!asMade) return rankingOf(context, wanted, config, kept, qrels);
    const made = await rankingAsMade(context, wanted, kept, qrels);
    warnings.push(...made.warnings);
    return made.ranking;
  };
  const ranking = query_id === undefined ? null : await ranked();
  const out = { config, before: null, after: null, queries: qrels?.size ?? 0, ranking, warnings };
  if (!input.measured || !qrels) return out;
  const own = await ownQueryIds(store, collection);
  const measured = (run: Run) => {
    const { means, perQuery, missing } = evaluateRun(run, qrels, measures, { convention: input.convention });
    return { means: { ...means }, per_query: Object.fromEntries([...perQuery].map(([id, values]) => [own(id), values])), missing };
  };
  const { missing, ...before } = measured(kept.run);
  const { missing: _, ...after } = measured(await recombine(kept, config, kept.run.name, signal));
  if (missing.length > 0) warnings.push(`${missing.length} of ${qrels.size} judged queries have no answer in the run; they count 0.`);
  return { ...out, before, after };
}

/** Documents that came after the run was made are not in it. */
async function laterDocuments({ spaces }: EngineContext, collection: string, { stored }: KeptRanking): Promise<string[]> {
  const later = [...(await spaces.heads(collection)).values()].filter(({ added_at }) => added_at > stored.created_at).length;
  return later > 0 ? [`${later} documents came after the run "${stored.name}" was made; it does not know them.`] : [];
}

async function rankingOf(
  context: EngineContext,
  { collection, query_id, top }: ParsedInput<'rescore'> & { query_id: string },
  config: RankingConfig,
  kept: KeptRanking,
  qrels: Qrels | undefined,
): Promise<RescoreOutput['ranking']> {
  const hits = requireHits(kept);
  const lists = hits.queries.get(query_id);
  if (!lists) throw new AppError('NOT_FOUND', `The run has no query "${query_id}".`, 'Choose one of its queries.');
  const documents = recombineOne(config, hits, query_id);
  const shown = documents.slice(0, top);
  const tied = tiedFlags(documents.slice(0, top + 1).map(({ score }) => score));
  const heads = await context.spaces.heads(collection);
  const ranks = new Map((kept.run.rankings.get(trecId(query_id)) ?? []).map(({ doc_id }, i) => [doc_id, i + 1]));
  const grades = qrels?.get(trecId(query_id));
  const evidence = await explainParts(context, collection, config, hits.maps, lists, shown);
  return shown.map(({ doc_id, score, parts, matched, units }, i) => {
    const head = heads.get(doc_id);
    return {
      rank: i + 1,
      doc_id,
      title: head?.title ?? doc_id,
      court: head?.court ?? '',
      class: head?.class ?? '',
      date: head?.date ?? '',
      lang: head?.lang ?? 'pt',
      score,
      tied: tied[i] === true,
      parts: [...parts],
      matched,
      units: units.slice(0, UNITS).map((unit) => ({ ...unit })),
      evidence: evidence(doc_id),
      before: ranks.get(trecId(doc_id)) ?? null,
      grade: grades?.get(trecId(doc_id)) ?? null,
      reranked: null,
    };
  });
}

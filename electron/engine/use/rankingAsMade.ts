/** A kept run's ranking of one query as it was made: all that is left of a run that was kept without what it retrieved. */
import type { RescoreOutput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { tiedFlags } from '../../../shared/ties';
import type { Qrels } from '../compare/evaluate';
import { trecId } from '../compare/trecRows';
import type { EngineContext } from './context';
import type { KeptRanking } from './readKeptRun';
import { type KeptQueries, rerankedPlaces } from './rerankings';

/** @throws NOT_FOUND where the run does not answer the query */
export async function rankingAsMade(
  context: EngineContext,
  { collection, query_id, top }: { collection: string; query_id: string; top: number },
  { run, config }: KeptRanking,
  qrels: Qrels | undefined,
): Promise<{ ranking: NonNullable<RescoreOutput['ranking']>; warnings: readonly string[] }> {
  const ranked = run.rankings.get(trecId(query_id));
  if (!ranked) throw new AppError('NOT_FOUND', `The run has no query "${query_id}".`, 'Choose one of its queries.');
  const heads = new Map([...(await context.spaces.heads(collection)).values()].map((head) => [trecId(head.doc_id), head]));
  const grades = qrels?.get(trecId(query_id));
  const tied = tiedFlags(ranked.slice(0, top + 1).map(({ score }) => score));
  const places = await rerankedPlaces(context, collection, config as KeptQueries, query_id);
  const ranking = ranked.slice(0, top).map(({ doc_id, score }, i) => {
    const head = heads.get(doc_id);
    return {
      rank: i + 1,
      doc_id: head?.doc_id ?? doc_id,
      title: head?.title ?? doc_id,
      court: head?.court ?? '',
      class: head?.class ?? '',
      date: head?.date ?? '',
      lang: head?.lang ?? 'pt',
      score,
      tied: tied[i] === true,
      parts: [],
      matched: 0,
      units: [],
      evidence: [],
      before: i + 1,
      grade: grades?.get(doc_id) ?? null,
      reranked: places?.placeOf(head?.doc_id ?? doc_id, i + 1) ?? null,
    };
  });
  return { ranking, warnings: places?.warnings ?? [] };
}

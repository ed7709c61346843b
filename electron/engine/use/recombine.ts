/** A kept run's documents by other rules, from what it retrieved. */
import type { Rescoring } from '../../../shared/contract';
import type { Ranked, RankingConfig, RankingPart, Run } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import { type CombinedDocument, combine } from '../aggregate/combine';
import type { Slices } from '../aggregate/slices';
import { trecId } from '../compare/trecRows';
import { inTurns, type Pieces } from '../pieces';
import type { RunHits } from '../ports';
import { type KeptRanking, requireHits } from './readKeptRun';

/** Every query; other calls are answered meanwhile. Ids as a run file and the judgments spell them. */
export const recombine = (kept: KeptRanking, config: RankingConfig, name: string, signal?: AbortSignal): Promise<Run> =>
  inTurns(eachRecombined(kept, config, name), signal);

function* eachRecombined(kept: KeptRanking, config: RankingConfig, name: string): Pieces<Run> {
  const hits = requireHits(kept);
  const rankings = new Map<string, Ranked[]>();
  for (const query of hits.queries.keys()) {
    const documents = recombineOne(config, hits, query).slice(0, kept.depth);
    rankings.set(
      trecId(query),
      documents.map(({ doc_id, score }) => ({ doc_id: trecId(doc_id), score })),
    );
    yield;
  }
  return { name, rankings };
}

export function recombineOne(config: RankingConfig, { maps, queries }: RunHits, queryId: string): Slices<CombinedDocument> {
  const parts = queries.get(queryId);
  if (!parts) return [];
  return combine(
    config,
    maps.map((map, i) => ({ map, lists: parts[i]! })),
  );
}

/** @throws USAGE where the parts don't fit the run's, or a part is to change between whole queries and their sentences */
export function rescored(made: RankingConfig, { parts, fusion, normalisation, rrf_k }: Rescoring): RankingConfig {
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

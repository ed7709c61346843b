/** A kept run's documents by other rules, from what it retrieved. */
import { setImmediate } from 'node:timers/promises';
import type { Rescoring } from '../../../shared/contract';
import type { Ranked, RankingConfig, RankingPart, Run } from '../../../shared/domain';
import { AppError, throwIfAborted } from '../../../shared/errors';
import { type CombinedDocument, combine } from '../aggregate/combine';
import { trecId } from '../compare/trecRows';
import type { RunHits } from '../ports';
import { type KeptRanking, requireHits } from './readKeptRun';

/** So long the engine's thread is kept before others get their turn. */
const TURN_MS = 25;

/** Every query; other calls are answered meanwhile. Ids as a run file and the judgments spell them. */
export async function recombine(kept: KeptRanking, config: RankingConfig, name: string, signal?: AbortSignal): Promise<Run> {
  const hits = requireHits(kept);
  const rankings = new Map<string, Ranked[]>();
  let turn = performance.now();
  for (const query of hits.queries.keys()) {
    if (performance.now() - turn > TURN_MS) {
      await setImmediate();
      turn = performance.now();
    }
    throwIfAborted(signal);
    const documents = recombineOne(config, hits, query).slice(0, kept.depth);
    rankings.set(
      trecId(query),
      documents.map(({ doc_id, score }) => ({ doc_id: trecId(doc_id), score })),
    );
  }
  return { name, rankings };
}

export function recombineOne(config: RankingConfig, { maps, queries }: RunHits, queryId: string): CombinedDocument[] {
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

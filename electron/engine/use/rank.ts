/** A query → ranked documents, as the configuration says. */
import type { RankingInput } from '../../../shared/contract';
import type { QueryForm, RankingConfig, RankingPart } from '../../../shared/domain';
import { AppError, throwIfAborted } from '../../../shared/errors';
import { TIE_RULE } from '../../../shared/ties';
import { type CombinedDocument, combine } from '../aggregate/combine';
import type { Slices } from '../aggregate/slices';
import { unite } from '../aggregate/unite';
import type { EngineContext } from './context';
import { type OpenPart, openPart, partsOf, type QueryHits } from './rankPart';

export interface Ranking {
  readonly documents: Slices<CombinedDocument>;
  /** What each part retrieved: enough to combine it anew. Of a union, [] : it is no combination of parts alone. */
  readonly hits: readonly QueryHits[];
  /** The query's sentences, where they were searched one by one. */
  readonly sentences: readonly string[];
  readonly unmatched: readonly string[];
}

export interface Ranker {
  readonly config: RankingConfig;
  /** Where an approximate search was asked for and could not be had. */
  readonly warnings: readonly string[];
  /** @param asked the query in one text, or in the three of the union */
  rank(asked: readonly string[], signal?: AbortSignal): Promise<Ranking>;
  /** Queries that are worth being begun before their turn comes. */
  readonly ahead: number;
  /** Makes what `rank` will ask for; what fails is told there. It never fails itself. */
  prepare(asked: readonly string[], signal?: AbortSignal): Promise<void>;
}

/**
 * Opens what the configuration needs, once for many queries.
 * @param formulation key of what the queries are put into other words with, '' where they are not
 * @throws USAGE where parts are given to a ranking that is no hybrid
 */
export async function createRanker(context: EngineContext, input: RankingInput, formulation = ''): Promise<Ranker> {
  if (input.parts && input.ranker !== 'hybrid')
    throw new AppError('USAGE', `Parts belong to a hybrid, not to the ranker "${input.ranker}".`, 'Say --ranker hybrid.');
  const open: OpenPart[] = [];
  for (const part of partsOf(input)) open.push(await openPart(context, input, part));
  const config = configOf(context, input, named(open.map((part) => part.config)), formulation);
  const rankOne = async (query: string, signal: AbortSignal | undefined): Promise<Ranking> => {
    throwIfAborted(signal);
    const hits: QueryHits[] = [];
    for (const part of open) hits.push(await part.hits(query, signal));
    return {
      documents: combine(config, hits),
      hits,
      sentences: hits.find(({ sentences }) => sentences.length > 0)?.sentences ?? [],
      unmatched: [...new Set(hits.flatMap(({ unmatched }) => unmatched))],
    };
  };
  return {
    config,
    warnings: [...new Set(open.flatMap(({ warning }) => warning ?? []))],
    ahead: Math.max(...open.map(({ ahead }) => ahead)),
    async prepare(asked, signal) {
      await Promise.allSettled(open.flatMap((part) => asked.map((text) => part.prepare(text, signal))));
    },
    async rank(asked, signal) {
      const rankings: Ranking[] = [];
      for (const text of asked) rankings.push(await rankOne(text, signal));
      if (rankings.length === 1) return rankings[0]!;
      return {
        documents: unite(
          rankings.map(({ documents }, i) => ({ name: UNITED[i]!, documents })),
          input,
        ),
        hits: [],
        sentences: [],
        unmatched: [...new Set(rankings.flatMap(({ unmatched }) => unmatched))],
      };
    },
  };
}

/** The formulations of the union, in the order of their texts. */
const UNITED: readonly QueryForm[] = ['q_F', 'q_I', 'q_FI'];

function configOf(
  { config: engine }: EngineContext,
  input: RankingInput,
  parts: readonly RankingPart[],
  formulation: string,
): RankingConfig {
  const { collection, unit, ranker, extractor, candidates, k1, b, bm25_weight, fusion, normalisation, rrf_k, query_form } = input;
  const own = parts.find((part) => part.ranker === 'dense' && part.unit === unit) ?? parts.find((part) => part.ranker === 'dense');
  return {
    collection,
    unit,
    ranker,
    aggregate: input.aggregate,
    encoder: own?.encoder ?? '',
    encoder_sha256: own?.encoder_sha256 ?? '',
    encoder_identity: own?.encoder_identity ?? '',
    extractor,
    candidates,
    k1,
    b,
    bm25_weight,
    fusion,
    normalisation,
    rrf_k,
    parts: [...parts],
    query_form,
    formulation,
    pool: query_form === 'union' ? input.pool : 0,
    tie_rule: TIE_RULE,
    pepita: engine.version,
  };
}

/** Names that tell the parts apart with as few words as will do. */
function named(parts: readonly Omit<RankingPart, 'name'>[]): RankingPart[] {
  const short = ({ ranker, unit }: Omit<RankingPart, 'name'>) => `${ranker} ${unit}`;
  const full = (part: Omit<RankingPart, 'name'>) => [short(part), part.encoder, part.aggregate].filter(Boolean).join(' ');
  const names = parts.map((part) => (parts.filter((other) => short(other) === short(part)).length > 1 ? full(part) : short(part)));
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice) throw new AppError('USAGE', `The part "${twice}" is there twice.`, 'Give it once, with a greater weight.');
  return parts.map((part, i) => ({ name: names[i]!, ...part }));
}

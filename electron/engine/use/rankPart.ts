/** One part of a ranking, opened: a query → its best units. */
import type { PartInput, RankingInput } from '../../../shared/contract';
import type { RankingPart } from '../../../shared/domain';
import type { PartHits } from '../aggregate/combine';
import type { Encoder } from '../ports';
import { denseHits } from '../search/dense';
import { splitQuery } from '../text/sentences';
import { type ApproximateIndex, openApproximate } from './approximateIndex';
import type { EngineContext } from './context';
import { vectorSpace } from './embedTexts';
import { encoderFor } from './fitted';
import { queryVectors } from './queryVectors';

export interface QueryHits extends PartHits {
  /** The query's sentences, where they were searched one by one; else []. */
  readonly sentences: readonly string[];
  /** Words that no unit has (BM25). */
  readonly unmatched: readonly string[];
}

export interface OpenPart {
  readonly config: Omit<RankingPart, 'name'>;
  /** Why it is searched exactly where that was not asked for. */
  readonly warning?: string | undefined;
  hits(query: string, signal?: AbortSignal): Promise<QueryHits>;
  /** Queries that are worth being begun before their turn comes. */
  readonly ahead: number;
  /** Makes what `hits` will ask for; what fails is told there. */
  prepare(query: string, signal?: AbortSignal): Promise<unknown>;
}

/** The usual hybrid reads full documents with BM25, whatever the dense unit is: measured best. */
export function partsOf(input: RankingInput): PartInput[] {
  const { unit, aggregate, encoder } = input;
  const alone = { unit, aggregate, encoder, weight: 1 };
  if (input.ranker !== 'hybrid') return [{ ...alone, ranker: input.ranker }];
  // What a part does not say is the ranking's: `--encoder fitted` is meant for every dense part.
  if (input.parts) return input.parts.map((part) => ({ ...part, encoder: part.encoder ?? encoder }));
  return [
    { unit: 'document', ranker: 'bm25', aggregate: 'max', weight: input.bm25_weight },
    { ...alone, ranker: 'dense', weight: 1 - input.bm25_weight },
  ];
}

export async function openPart(context: EngineContext, input: RankingInput, part: PartInput): Promise<OpenPart> {
  return part.ranker === 'bm25' ? openLexical(context, input, part) : openDense(context, input, part);
}

const sentencesOf = ({ aggregate }: PartInput, query: string): string[] => (aggregate === 'by-sentence' ? splitQuery(query) : []);

async function openLexical({ spaces }: EngineContext, input: RankingInput, part: PartInput): Promise<OpenPart> {
  const { index, map } = await spaces.bm25(input.collection, part.unit, input.extractor);
  // Beside others every document with a word of the query counts: one that was cut off would have no score of its own.
  const candidates = input.ranker === 'hybrid' ? Number.MAX_SAFE_INTEGER : input.candidates;
  return {
    config: { ...described(part), encoder: '', encoder_sha256: '', encoder_identity: '' },
    ahead: 0,
    prepare: async () => {},
    async hits(query) {
      const sentences = sentencesOf(part, query);
      const lists = (sentences.length > 0 ? sentences : [query]).map((text) => index.hits(text, { k1: input.k1, b: input.b, candidates }));
      return { lists, map, sentences, unmatched: [...new Set(lists.flatMap((list) => list.unmatched))] };
    },
  };
}

async function openDense(context: EngineContext, input: RankingInput, part: PartInput): Promise<OpenPart> {
  const encoder: Encoder = await encoderFor(context, input.collection, part.encoder);
  const { id, sha256, identity } = encoder.info;
  const config = { ...described(part), encoder: id, encoder_sha256: sha256, encoder_identity: identity };
  const near = input.approximate ? await openApproximate(context, input, part, vectorSpace(encoder)) : undefined;
  if (near?.index) return openNear(context, input, { config: { ...config, approximate: near.index.use }, encoder, index: near.index });
  const space = await context.spaces.vectors(input.collection, part.unit, input.extractor, vectorSpace(encoder));
  const scorer = await context.dot();
  const vectorsOf = (query: string, sentences: readonly string[], signal: AbortSignal | undefined) =>
    queryVectors(encoder, sentences.length > 0 ? sentences : [query], signal);
  return {
    config,
    warning: near?.warning,
    ahead: aheadOf(encoder),
    prepare: (query, signal) => vectorsOf(query, sentencesOf(part, query), signal),
    async hits(query, signal) {
      const sentences = sentencesOf(part, query);
      const vectors = await vectorsOf(query, sentences, signal);
      // By sentence, every unit counts: a document must be comparable for each sentence of the query.
      const candidates = sentences.length > 0 ? Math.max(input.candidates, space.unitIds.length) : input.candidates;
      const lists = await denseHits(space, vectors, scorer, { candidates, ...(signal ? { signal } : {}) });
      return { lists, map: space, sentences, unmatched: [] };
    },
  };
}

function openNear(
  { dot }: EngineContext,
  { candidates }: RankingInput,
  { config, encoder, index }: { config: OpenPart['config']; encoder: Encoder; index: ApproximateIndex },
): OpenPart {
  return {
    config,
    ahead: aheadOf(encoder),
    prepare: (query, signal) => queryVectors(encoder, [query], signal),
    async hits(query, signal) {
      const vectors = await queryVectors(encoder, [query], signal);
      return { lists: [await index.hits(vectors, candidates, await dot())], map: index.units, sentences: [], unmatched: [] };
    },
  };
}

/** Twice as many as are made at once, so that a slow ranking in between leaves no thread idle; none where one is made after the other. */
const aheadOf = ({ lanes = 1 }: Encoder): number => (lanes > 1 ? 2 * lanes : 0);

const described = ({ unit, ranker, aggregate, weight }: PartInput) => ({ unit, ranker, aggregate, weight });

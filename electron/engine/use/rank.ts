/** A query → ranked documents, as the configuration says. */
import type { RankingInput } from '../../../shared/contract';
import type { RankingConfig } from '../../../shared/domain';
import { throwIfAborted } from '../../../shared/errors';
import type { UnitHits } from '../../../shared/hits';
import { TIE_RULE } from '../../../shared/ties';
import { aggregate, aggregateMax } from '../aggregate/aggregate';
import type { DocumentScore, UnitScore } from '../aggregate/documentScore';
import { fuse } from '../aggregate/fuse';
import type { Encoder } from '../ports';
import { denseHits } from '../search/dense';
import { splitQuery } from '../text/sentences';
import type { EngineContext } from './context';
import { vectorSpace } from './embedTexts';
import { encoderFor } from './fitted';

export interface RankedDocument {
  readonly doc_id: string;
  readonly score: number;
  readonly parts: { readonly bm25: number; readonly dense: number } | null;
  readonly matched: number;
  readonly units: readonly UnitScore[];
}

export interface Ranking {
  readonly documents: readonly RankedDocument[];
  /** The query's sentences, where they were searched one by one. */
  readonly sentences: readonly string[];
  readonly unmatched: readonly string[];
}

export interface Ranker {
  readonly config: RankingConfig;
  rank(query: string, signal?: AbortSignal): Promise<Ranking>;
}

/** Opens what the configuration needs, once for many queries. */
export async function createRanker(context: EngineContext, input: RankingInput): Promise<Ranker> {
  const { spaces, config: engine } = context;
  const { collection, unit, ranker, extractor, candidates, k1, b } = input;
  const encoder = ranker === 'bm25' ? undefined : await encoderFor(context, collection, input.encoder);
  const config: RankingConfig = {
    collection,
    unit,
    ranker,
    aggregate: input.aggregate,
    encoder: encoder?.info.id ?? '',
    encoder_sha256: encoder?.info.sha256 ?? '',
    encoder_identity: encoder?.info.identity ?? '',
    extractor,
    candidates,
    k1,
    b,
    bm25_weight: input.bm25_weight,
    normalisation: 'min-max',
    tie_rule: TIE_RULE,
    pepita: engine.version,
  };
  const dense = encoder && (await denseRanker(context, input, encoder));
  // In a hybrid BM25 always reads full documents: measured best, whatever the dense unit is.
  const lexicalUnit = ranker === 'hybrid' ? 'document' : unit;
  const lexical = ranker === 'dense' ? undefined : await spaces.bm25(collection, lexicalUnit, extractor);

  const rankLexical = (query: string) => {
    const options = { k1, b, candidates: Math.max(candidates, ranker === 'hybrid' ? Number.MAX_SAFE_INTEGER : 0) };
    const bySentence = input.aggregate === 'by-sentence' && ranker === 'bm25';
    const sentences = bySentence ? splitQuery(query) : [query];
    const lists = sentences.map((sentence) => lexical!.index.hits(sentence, options));
    const documents = ranker === 'hybrid' ? aggregateMax(lists[0]!, lexical!.map) : aggregate(input.aggregate, lists, lexical!.map);
    return { documents, unmatched: [...new Set(lists.flatMap((list) => list.unmatched))], sentences: bySentence ? sentences : [] };
  };

  return {
    config,
    async rank(query, signal) {
      throwIfAborted(signal);
      if (ranker === 'bm25') {
        const { documents, unmatched, sentences } = rankLexical(query);
        return { documents: documents.map((document) => ({ ...document, parts: null })), sentences, unmatched };
      }
      const { documents, sentences, floor } = await dense!(query, signal);
      if (ranker === 'dense') return { documents: documents.map((document) => ({ ...document, parts: null })), sentences, unmatched: [] };
      const words = rankLexical(query);
      const units = new Map(documents.map((document) => [document.doc_id, document]));
      const fused = fuse([
        { name: 'bm25', weight: input.bm25_weight, ranked: words.documents, floor: 0 },
        { name: 'dense', weight: 1 - input.bm25_weight, ranked: documents, floor },
      ]);
      return {
        documents: fused.map(({ doc_id, score, parts }) => ({
          doc_id,
          score,
          parts,
          matched: units.get(doc_id)?.matched ?? 0,
          units: units.get(doc_id)?.units ?? [],
        })),
        sentences,
        unmatched: words.unmatched,
      };
    },
  };
}

type DenseRanking = { documents: readonly DocumentScore[]; sentences: readonly string[]; floor: number };

async function denseRanker(
  { spaces, dot }: EngineContext,
  input: RankingInput,
  encoder: Encoder,
): Promise<(query: string, signal?: AbortSignal) => Promise<DenseRanking>> {
  const space = await spaces.vectors(input.collection, input.unit, input.extractor, vectorSpace(encoder));
  const scorer = await dot();
  const bySentence = input.aggregate === 'by-sentence';
  return async (query, signal) => {
    const sentences = bySentence ? splitQuery(query) : [query];
    const { vectors } = await encoder.embed(sentences, 'query', signal ? { signal } : {});
    // By sentence, every unit counts: a document must be comparable for each sentence of the query.
    const candidates = bySentence ? Math.max(input.candidates, space.unitIds.length) : input.candidates;
    const lists: UnitHits[] = await denseHits(space, vectors, scorer, { candidates, ...(signal ? { signal } : {}) });
    const floor = lists.reduce((sum, list) => sum + list.floor, 0) / lists.length;
    return { documents: aggregate(input.aggregate, lists, space), sentences: bySentence ? sentences : [], floor };
  };
}

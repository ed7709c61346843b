/** Retrieved units → ranked documents. Only documents with at least one retrieved unit are ranked. */
import type { Aggregate } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import type { UnitHits, UnitMap } from '../../../shared/hits';
import { aggregateBySentence } from './bySentence';
import { type DocumentScore, rankDocuments, unitsByDocument } from './documentScore';

/** First-evidence aggregation: a document's score is that of its best retrieved unit. */
export function aggregateMax(hits: UnitHits, map: UnitMap): DocumentScore[] {
  return rankDocuments(unitsByDocument(hits, map), map, (units) => units[0]!.score);
}

/**
 * Mean of a document's k best retrieved units. Where fewer than k were retrieved, the mean
 * is over those there are: a short document is not punished for having few units.
 */
export function aggregateMeanTopK(hits: UnitHits, map: UnitMap, k: number): DocumentScore[] {
  return rankDocuments(unitsByDocument(hits, map), map, (units) => {
    const top = units.slice(0, k);
    return top.reduce((sum, { score }) => sum + score, 0) / top.length;
  });
}

/**
 * Aggregates as a ranking configuration says.
 * @param lists the hits of each query vector: of the query's sentences for `by-sentence`, else of the whole query alone.
 * @throws INTERNAL where `max` or `mean:K` gets other than one list.
 */
export function aggregate(kind: Aggregate, lists: readonly UnitHits[], map: UnitMap): DocumentScore[] {
  if (kind === 'by-sentence') return aggregateBySentence(lists, map);
  const [hits] = lists;
  if (!hits || lists.length > 1) throw new AppError('INTERNAL', `${kind} takes the hits of one query, not of ${lists.length}.`);
  return kind === 'max' ? aggregateMax(hits, map) : aggregateMeanTopK(hits, map, Number(kind.slice('mean:'.length)));
}

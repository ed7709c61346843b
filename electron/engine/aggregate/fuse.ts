/** Hybrid ranking: the scores of several rankers, each brought to 0–1, added by weight. */
import type { Ranked } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import { compareRanked } from '../../../shared/ties';

export interface Side<Name extends string> {
  readonly name: Name;
  /** Its share; the shares are divided by their sum. */
  readonly weight: number;
  readonly ranked: readonly Ranked[];
  /** The score that stands for a document it does not list: 0 for BM25, the lowest candidate's for a dense ranking that was cut. */
  readonly floor: number;
}

export interface Fused<Name extends string> extends Ranked {
  /** Each side's score after normalisation, 0–1. */
  readonly parts: Readonly<Record<Name, number>>;
}

/**
 * Min-max normalisation over all documents that any side lists, then the weighted mean.
 * A side whose scores are all the same says nothing, so its part is 0 for every document.
 * @throws USAGE where a weight is negative or all are 0.
 */
export function fuse<Name extends string>(sides: readonly Side<Name>[]): Fused<Name>[] {
  const total = sides.reduce((sum, { weight }) => sum + weight, 0);
  if (!(total > 0) || sides.some(({ weight }) => !(weight >= 0))) {
    throw new AppError(
      'USAGE',
      'The weights of a hybrid ranking must be 0 or more, and one of them above 0.',
      'Choose a share of BM25 from 0 to 1.',
    );
  }
  const ids = new Set(sides.flatMap(({ ranked }) => ranked.map(({ doc_id }) => doc_id)));
  const parts = sides.map((side) => ({ name: side.name, share: side.weight / total, values: minMax(side, ids) }));
  return [...ids]
    .map((doc_id) => ({
      doc_id,
      score: parts.reduce((sum, { share, values }) => sum + share * values.get(doc_id)!, 0),
      parts: Object.fromEntries(parts.map(({ name, values }) => [name, values.get(doc_id)!])) as Record<Name, number>,
    }))
    .sort(compareRanked);
}

function minMax({ ranked, floor }: Side<string>, ids: ReadonlySet<string>): Map<string, number> {
  const scores = new Map(ranked.map(({ doc_id, score }) => [doc_id, score]));
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const id of ids) {
    const score = scores.get(id) ?? floor;
    low = Math.min(low, score);
    high = Math.max(high, score);
  }
  const width = high - low;
  return new Map([...ids].map((id) => [id, width > 0 ? ((scores.get(id) ?? floor) - low) / width : 0]));
}

/** Hybrid ranking: several rankings of the same documents as one. */
import type { Fusion, Normalisation, Ranked } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import { compareRanked } from '../../../shared/ties';
import { normalise } from './normalise';

export interface Side {
  readonly name: string;
  /** Its share; the shares are divided by their sum. */
  readonly weight: number;
  /** In the order of the tie rule. */
  readonly ranked: readonly Ranked[];
  /** The score that stands for a document it does not list: 0 for BM25, the lowest candidate's for a dense ranking that was cut. */
  readonly floor: number;
}

export interface FusedPart {
  readonly name: string;
  readonly share: number;
  /** The side's own score and rank (from 1), null where it does not list the document. */
  readonly score: number | null;
  readonly rank: number | null;
  /** What is weighted: the normalised score, or 1 / (k + rank), 0 where it is not listed. */
  readonly value: number;
}

export interface Fused extends Ranked {
  readonly parts: readonly FusedPart[];
}

export interface FuseOptions {
  readonly fusion: Fusion;
  readonly normalisation: Normalisation;
  /** k of reciprocal rank fusion (Cormack, Clarke & Büttcher 2009). */
  readonly rrf_k: number;
}

/**
 * `weighted`: the weighted mean of normalised scores over all documents that any side lists. `rrf`: the weighted mean of
 * 1 / (k + rank), to which the scores themselves do not matter.
 * @throws USAGE where a weight is negative or all are 0.
 */
export function fuse(sides: readonly Side[], options: FuseOptions): Fused[] {
  const total = sides.reduce((sum, { weight }) => sum + weight, 0);
  if (!(total > 0) || sides.some(({ weight }) => !(weight >= 0))) {
    throw new AppError(
      'USAGE',
      'The weights of a hybrid ranking must be 0 or more, and one of them above 0.',
      'Choose a share of BM25 from 0 to 1, or weights of the parts above 0.',
    );
  }
  const ids = [...new Set(sides.flatMap(({ ranked }) => ranked.map(({ doc_id }) => doc_id)))];
  const columns = sides.map((side) => columnOf(side, ids, side.weight / total, options));
  return ids
    .map((doc_id, row) => {
      const parts = columns.map((column) => column(doc_id, row));
      return { doc_id, score: parts.reduce((sum, { share, value }) => sum + share * value, 0), parts };
    })
    .sort(compareRanked);
}

function columnOf(side: Side, ids: readonly string[], share: number, options: FuseOptions): (docId: string, row: number) => FusedPart {
  const places = new Map(side.ranked.map(({ doc_id, score }, i) => [doc_id, { score, rank: i + 1 }]));
  const values =
    options.fusion === 'weighted'
      ? normalise(
          ids.map((id) => places.get(id)?.score ?? side.floor),
          options.normalisation,
        )
      : ids.map((id) => (places.has(id) ? 1 / (options.rrf_k + places.get(id)!.rank) : 0));
  return (docId, row) => {
    const place = places.get(docId);
    return { name: side.name, share, score: place?.score ?? null, rank: place?.rank ?? null, value: values[row]! };
  };
}

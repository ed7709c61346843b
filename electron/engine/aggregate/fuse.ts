/** Hybrid ranking: several rankings of the same documents as one. */
import type { Fusion, Normalisation, Ranked } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import { normalise } from './normalise';
import { orderByRule } from './orderByRule';
import { type Slices, slicesOf } from './slices';
import { unitedPlaces } from './unitedPlaces';

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

/** A side by numbers of documents. */
export interface NumberedSide extends Omit<Side, 'ranked'> {
  /** Numbers of its documents, and their scores, best first. */
  readonly docs: Uint32Array;
  readonly scores: ArrayLike<number>;
}

/** Rankings that name their documents. @throws as `fuseNumbered` */
export function fuse(sides: readonly Side[], options: FuseOptions): Fused[] {
  const { ids, numbers } = unitedPlaces(sides.map(({ ranked }) => ranked.map(({ doc_id }) => doc_id)));
  const numbered = sides.map(({ ranked, ...side }, i) => ({ ...side, docs: numbers[i]!, scores: ranked.map(({ score }) => score) }));
  return fuseNumbered(numbered, ids, options).slice();
}

/**
 * `weighted`: the weighted mean of normalised scores over all documents that any side lists. `rrf`: the weighted mean of
 * 1 / (k + rank), to which the scores themselves do not matter.
 * @param ids of the documents by number
 * @throws USAGE where a weight is negative or all are 0.
 */
export function fuseNumbered(sides: readonly NumberedSide[], ids: readonly string[], options: FuseOptions): Slices<Fused> {
  const total = sides.reduce((sum, { weight }) => sum + weight, 0);
  if (!(total > 0) || sides.some(({ weight }) => !(weight >= 0))) {
    throw new AppError(
      'USAGE',
      'The weights of a hybrid ranking must be 0 or more, and one of them above 0.',
      'Choose a share of BM25 from 0 to 1, or weights of the parts above 0.',
    );
  }
  const { listed, rowOf } = listedBy(sides, ids.length);
  const columns = sides.map((side) => columnOf(side, rowOf, listed.length, side.weight / total, options));
  const scores = new Float64Array(listed.length);
  for (const { share, values } of columns) for (let row = 0; row < scores.length; row++) scores[row]! += share * values[row]!;
  const order = orderByRule(scores, (row) => ids[listed[row]!]!);
  return slicesOf(order.length, (place) => {
    const row = order[place]!;
    const parts = columns.map(({ name, share, ranks, scores: own, values }): FusedPart => {
      const rank = ranks[row]!;
      return { name, share, score: rank > 0 ? own[rank - 1]! : null, rank: rank > 0 ? rank : null, value: values[row]! };
    });
    return { doc_id: ids[listed[row]!]!, score: scores[row]!, parts };
  });
}

/** Documents that any side lists, in the order in which they come first: these are the rows of what is reckoned. */
function listedBy(sides: readonly NumberedSide[], all: number): { listed: Uint32Array; rowOf: Uint32Array } {
  const rowOf = new Uint32Array(all).fill(NONE);
  const listed = new Uint32Array(
    Math.min(
      all,
      sides.reduce((sum, { docs }) => sum + docs.length, 0),
    ),
  );
  let rows = 0;
  for (const { docs } of sides)
    for (let i = 0; i < docs.length; i++) {
      const doc = docs[i]!;
      if (rowOf[doc] !== NONE) continue;
      rowOf[doc] = rows;
      listed[rows++] = doc;
    }
  return { listed: listed.subarray(0, rows), rowOf };
}

const NONE = 0xffffffff;

interface Column {
  readonly name: string;
  readonly share: number;
  readonly scores: ArrayLike<number>;
  /** Of each row, from 1; 0 where the side does not list it. */
  readonly ranks: Uint32Array;
  readonly values: Float64Array;
}

function columnOf(side: NumberedSide, rowOf: Uint32Array, rows: number, share: number, options: FuseOptions): Column {
  const { name, docs, scores, floor } = side;
  const ranks = new Uint32Array(rows);
  const values = new Float64Array(rows);
  const weighted = options.fusion === 'weighted';
  if (weighted) values.fill(floor);
  for (let i = 0; i < docs.length; i++) {
    const row = rowOf[docs[i]!]!;
    ranks[row] = i + 1;
    values[row] = weighted ? scores[i]! : 1 / (options.rrf_k + (i + 1));
  }
  return { name, share, scores, ranks, values: weighted ? normalise(values, options.normalisation) : values };
}

import type { Ranked } from '../../../shared/domain';
import type { UnitHits, UnitMap } from '../../../shared/hits';
import { orderByRule } from './orderByRule';
import { type Slices, slicesOf } from './slices';

export interface UnitScore {
  readonly id: string;
  readonly score: number;
}

/** A document as its retrieved units rank it. */
export interface DocumentScore extends Ranked {
  /** How many of its units are among the candidates. */
  readonly matched: number;
  /** All of these, best first. */
  readonly units: readonly UnitScore[];
}

/** Documents in the order of the tie rule. */
export interface RankedDocuments extends Slices<DocumentScore> {
  /** Their places in `docIds`, and their scores, in that order. */
  readonly docs: Uint32Array;
  readonly scores: Float64Array;
}

/** The score of a document whose units have `scores[from]` to `scores[to]`, exclusive, best first. */
export type Rule = (scores: Float32Array, from: number, to: number) => number;

/** Retrieved units by document, each list in the order of the hits (best first). */
export function unitsByDocument(hits: UnitHits, map: UnitMap): Map<number, UnitScore[]> {
  const { docs, starts, rows, scores } = groupUnits(hits, map);
  const byDocument = new Map<number, UnitScore[]>();
  for (let g = 0; g < docs.length; g++) byDocument.set(docs[g]!, unitsOf(map, rows, scores, starts[g]!, starts[g + 1]!));
  return byDocument;
}

/** Documents with a retrieved unit, in the order of the tie rule. */
export function rankByRule(hits: UnitHits, map: UnitMap, rule: Rule): RankedDocuments {
  const { docs, starts, rows, scores } = groupUnits(hits, map);
  const found = new Float64Array(docs.length);
  for (let g = 0; g < docs.length; g++) found[g] = rule(scores, starts[g]!, starts[g + 1]!);
  return inOrder(docs, found, map, (g) => {
    const [from, to] = [starts[g]!, starts[g + 1]!];
    return { matched: to - from, units: unitsOf(map, rows, scores, from, to) };
  });
}

export function rankDocuments(
  byDocument: ReadonlyMap<number, readonly UnitScore[]>,
  map: UnitMap,
  scoreOf: (doc: number) => number,
): RankedDocuments {
  const docs = Uint32Array.from(byDocument.keys());
  return inOrder(docs, Float64Array.from(docs, scoreOf), map, (place) => {
    const units = byDocument.get(docs[place]!)!;
    return { matched: units.length, units };
  });
}

/** @param unitsAt of the document at this place of `docs` */
function inOrder(
  docs: Uint32Array,
  scores: Float64Array,
  { docIds }: UnitMap,
  unitsAt: (place: number) => Pick<DocumentScore, 'matched' | 'units'>,
): RankedDocuments {
  const order = orderByRule(scores, (place) => docIds[docs[place]!]!);
  const at = (rank: number): DocumentScore => {
    const place = order[rank]!;
    return { doc_id: docIds[docs[place]!]!, score: scores[place]!, ...unitsAt(place) };
  };
  return {
    ...slicesOf(order.length, at),
    docs: Uint32Array.from(order, (place) => docs[place]!),
    scores: Float64Array.from(order, (place) => scores[place]!),
  };
}

/**
 * Hits as runs of one document each, in flat arrays: thousands of small lists are what a query would wait for.
 * `docs`: places of the documents in the order of their first hits; `rows` and `scores` of the g-th are `starts[g]` to `starts[g + 1]`.
 */
function groupUnits({ units, scores }: UnitHits, { docOf, docIds }: UnitMap) {
  // Number of a document's group + 1; 0 where it has none yet.
  const groupOf = new Uint32Array(docIds.length);
  const docs = new Uint32Array(units.length);
  const sizes = new Uint32Array(units.length);
  let groups = 0;
  for (let i = 0; i < units.length; i++) {
    const doc = docOf[units[i]!]!;
    if (groupOf[doc] === 0) {
      docs[groups++] = doc;
      groupOf[doc] = groups;
    }
    sizes[groupOf[doc]! - 1]!++;
  }
  const starts = new Uint32Array(groups + 1);
  for (let g = 0; g < groups; g++) starts[g + 1] = starts[g]! + sizes[g]!;
  const next = starts.slice();
  const rows = new Uint32Array(units.length);
  const own = new Float32Array(units.length);
  for (let i = 0; i < units.length; i++) {
    const at = next[groupOf[docOf[units[i]!]!]! - 1]!++;
    rows[at] = units[i]!;
    own[at] = scores[i]!;
  }
  return { docs: docs.subarray(0, groups), starts, rows, scores: own };
}

function unitsOf({ unitIds }: UnitMap, rows: Uint32Array, scores: Float32Array, from: number, to: number): UnitScore[] {
  const units: UnitScore[] = [];
  for (let i = from; i < to; i++) units.push({ id: unitIds[rows[i]!]!, score: scores[i]! });
  return units;
}

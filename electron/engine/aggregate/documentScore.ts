import type { Ranked } from '../../../shared/domain';
import type { UnitHits, UnitMap } from '../../../shared/hits';
import { compareRanked } from '../../../shared/ties';

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

/** Retrieved units by document, each list in the order of the hits (best first). */
export function unitsByDocument({ units, scores }: UnitHits, { unitIds, docOf }: UnitMap): Map<number, UnitScore[]> {
  const byDocument = new Map<number, UnitScore[]>();
  units.forEach((row, i) => {
    const doc = docOf[row]!;
    const unit: UnitScore = { id: unitIds[row]!, score: scores[i]! };
    const list = byDocument.get(doc);
    if (list) list.push(unit);
    else byDocument.set(doc, [unit]);
  });
  return byDocument;
}

/** Documents in the order of the tie rule. */
export function rankDocuments(
  byDocument: ReadonlyMap<number, readonly UnitScore[]>,
  { docIds }: UnitMap,
  scoreOf: (units: readonly UnitScore[], doc: number) => number,
): DocumentScore[] {
  return [...byDocument]
    .map(([doc, units]) => ({ doc_id: docIds[doc]!, score: scoreOf(units, doc), matched: units.length, units }))
    .sort(compareRanked);
}

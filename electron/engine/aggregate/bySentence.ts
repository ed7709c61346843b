/** Late interaction at the level of sentences: each sentence of the query looks for its own best unit of a document. */
import type { UnitHits, UnitMap } from '../../../shared/hits';
import { compareScored } from '../../../shared/ties';
import { type RankedDocuments, rankDocuments, type UnitScore, unitsByDocument } from './documentScore';

/**
 * A document's score is the mean, over the query's sentences, of the score of its best unit for
 * that sentence. Where none of its units is among a sentence's candidates, the sentence's floor
 * stands for it: no unit of the document can be better, so the mean is exact where nothing was
 * cut off and never too low where something was.
 * A unit is shown with its best score over the sentences.
 */
export function aggregateBySentence(lists: readonly UnitHits[], map: UnitMap): RankedDocuments {
  const best: Map<number, number>[] = [];
  const units = new Map<number, Map<string, number>>();
  for (const hits of lists) {
    const found = unitsByDocument(hits, map);
    best.push(new Map([...found].map(([doc, [first]]) => [doc, first!.score])));
    for (const [doc, list] of found) keepBest(units, doc, list);
  }
  const sorted = new Map([...units].map(([doc, scores]) => [doc, sortUnits(scores)]));
  return rankDocuments(sorted, map, (doc) => {
    const sum = lists.reduce((total, { floor }, s) => total + (best[s]!.get(doc) ?? floor), 0);
    return sum / lists.length;
  });
}

function keepBest(units: Map<number, Map<string, number>>, doc: number, list: readonly UnitScore[]): void {
  let scores = units.get(doc);
  if (!scores) {
    scores = new Map();
    units.set(doc, scores);
  }
  for (const { id, score } of list) scores.set(id, Math.max(score, scores.get(id) ?? Number.NEGATIVE_INFINITY));
}

function sortUnits(scores: ReadonlyMap<string, number>): UnitScore[] {
  return [...scores].map(([id, score]) => ({ id, score })).sort((a, b) => compareScored(a.score, a.id, b.score, b.id));
}

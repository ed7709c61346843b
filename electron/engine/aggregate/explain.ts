/** What each unit contributes to a document's score. Pure; the same hits and rules as `aggregate`. */
import type { Aggregate } from '../../../shared/domain';
import type { UnitHits, UnitMap } from '../../../shared/hits';
import { type UnitScore, unitsByDocument } from './documentScore';

export interface Contribution extends UnitScore {
  readonly contribution: number;
}

export interface Explanation {
  /** All of the document's units among the candidates, in the order of the hits. */
  readonly units: readonly Contribution[];
  /**
   * What comes from no unit, so that the contributions and it add up to the score. Of `log-sum` the entropy of the units'
   * shares: ln Σ eˢ = Σ p·s + H(p) with p = softmax of s. Of `by-sentence` the floors of sentences that nothing matched.
   */
  readonly rest: number;
}

/** Weights of a document's units, best first: the score is their weighted sum, and a rest. */
type Weights = (scores: readonly number[]) => { weights: readonly number[]; rest: number };

const first: Weights = (scores) => ({ weights: scores.map((_, i) => (i === 0 ? 1 : 0)), rest: 0 });
const meanOfTop =
  (k: number): Weights =>
  (scores) => ({ weights: scores.map((_, i) => (i < k ? 1 / Math.min(k, scores.length) : 0)), rest: 0 });
const sum: Weights = (scores) => ({ weights: scores.map(() => 1), rest: 0 });
const countDamped: Weights = (scores) => ({ weights: scores.map(() => 1 / Math.sqrt(scores.length)), rest: 0 });
const logSum: Weights = (scores) => {
  const powers = scores.map((score) => Math.exp(score - scores[0]!));
  const total = powers.reduce((all, power) => all + power, 0);
  const weights = powers.map((power) => power / total);
  return { weights, rest: -weights.reduce((all, p) => all + (p > 0 ? p * Math.log(p) : 0), 0) };
};

const RULES: Readonly<Record<string, Weights>> = { max: first, sum, 'log-sum': logSum, 'count-damped': countDamped };

/** @returns document id → explanation, for the documents of `docIds` that have units among the hits */
export function explain(kind: Aggregate, lists: readonly UnitHits[], map: UnitMap, docIds: Iterable<string>): Map<string, Explanation> {
  const wanted = new Set(docIds);
  const found = lists.map((hits) => unitsByDocument(hits, map));
  const one =
    kind === 'by-sentence' ? bySentence(found, lists) : byRule(RULES[kind] ?? meanOfTop(Number(kind.slice('mean:'.length))), found);
  const out = new Map<string, Explanation>();
  for (const doc of new Set(found.flatMap((units) => [...units.keys()]))) {
    const id = map.docIds[doc]!;
    if (wanted.has(id)) out.set(id, one(doc));
  }
  return out;
}

type Found = readonly ReadonlyMap<number, readonly UnitScore[]>[];

const byRule =
  (rule: Weights, [found]: Found) =>
  (doc: number): Explanation => {
    const units = found?.get(doc) ?? [];
    const { weights, rest } = rule(units.map(({ score }) => score));
    return { units: units.map((unit, i) => ({ ...unit, contribution: weights[i]! * unit.score })), rest };
  };

/** The best unit for each sentence gives its share of the mean; a unit is told with its best score. */
const bySentence =
  (found: Found, lists: readonly UnitHits[]) =>
  (doc: number): Explanation => {
    const units = new Map<string, Contribution>();
    let rest = 0;
    for (const [s, { floor }] of lists.entries()) {
      const own = found[s]!.get(doc) ?? [];
      if (own.length === 0) rest += floor / lists.length;
      for (const [i, { id, score }] of own.entries()) {
        const before = units.get(id);
        const contribution = (before?.contribution ?? 0) + (i === 0 ? score / lists.length : 0);
        units.set(id, { id, score: Math.max(score, before?.score ?? Number.NEGATIVE_INFINITY), contribution });
      }
    }
    return { units: [...units.values()].sort((a, b) => b.contribution - a.contribution || b.score - a.score), rest };
  };

/** Retrieved units → ranked documents. Only documents with at least one retrieved unit are ranked. */
import type { Aggregate } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import type { UnitHits, UnitMap } from '../../../shared/hits';
import { aggregateBySentence } from './bySentence';
import { type DocumentScore, type RankedDocuments, type Rule, rankByRule } from './documentScore';

/** First-evidence aggregation: a document's score is that of its best retrieved unit. */
const firstEvidence: Rule = (scores, from) => scores[from]!;

/**
 * Mean of a document's k best retrieved units. Where fewer than k were retrieved, the mean
 * is over those there are: a short document is not punished for having few units.
 */
const meanOfTop =
  (k: number): Rule =>
  (scores, from, to) => {
    const end = Math.min(to, from + k);
    return sum(scores, from, end) / (end - from);
  };

const sum: Rule = (scores, from, to) => {
  let total = 0;
  for (let i = from; i < to; i++) total += scores[i]!;
  return total;
};

/** ln Σ eˢ, reckoned from the best on so that large scores do not overflow. */
const logSum: Rule = (scores, from, to) => {
  const best = scores[from]!;
  let total = 0;
  for (let i = from; i < to; i++) total += Math.exp(scores[i]! - best);
  return best + Math.log(total);
};

/** Between sum and mean: n equal units count √n times. */
const countDamped: Rule = (scores, from, to) => sum(scores, from, to) / Math.sqrt(to - from);

/** A unit outside the candidates counts nothing in a sum, so these rules depend on how many candidates are kept. */
const RULES: Readonly<Record<string, Rule>> = { max: firstEvidence, sum, 'log-sum': logSum, 'count-damped': countDamped };

/**
 * Aggregates as a ranking configuration says.
 * @param lists the hits of each query vector: of the query's sentences for `by-sentence`, else of the whole query alone.
 * @throws INTERNAL where a rule other than `by-sentence` gets other than one list.
 */
export function aggregated(kind: Aggregate, lists: readonly UnitHits[], map: UnitMap): RankedDocuments {
  if (kind === 'by-sentence') return aggregateBySentence(lists, map);
  const [hits] = lists;
  if (!hits || lists.length > 1) throw new AppError('INTERNAL', `${kind} takes the hits of one query, not of ${lists.length}.`);
  const rule = RULES[kind] ?? meanOfTop(Number(kind.slice('mean:'.length)));
  return rankByRule(hits, map, rule);
}

/** Every document, with its units. */
export const aggregate = (kind: Aggregate, lists: readonly UnitHits[], map: UnitMap): DocumentScore[] =>
  aggregated(kind, lists, map).slice();

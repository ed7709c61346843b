/** Retrieved units → ranked documents. Only documents with at least one retrieved unit are ranked. */
import type { Aggregate } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import type { UnitHits, UnitMap } from '../../../shared/hits';
import { aggregateBySentence } from './bySentence';
import { type DocumentScore, rankDocuments, type UnitScore, unitsByDocument } from './documentScore';

type Rule = (units: readonly UnitScore[]) => number;

/** First-evidence aggregation: a document's score is that of its best retrieved unit. */
const firstEvidence: Rule = (units) => units[0]!.score;

/**
 * Mean of a document's k best retrieved units. Where fewer than k were retrieved, the mean
 * is over those there are: a short document is not punished for having few units.
 */
const meanOfTop =
  (k: number): Rule =>
  (units) => {
    const top = units.slice(0, k);
    return sum(top) / top.length;
  };

const sum: Rule = (units) => units.reduce((total, { score }) => total + score, 0);

/** ln Σ eˢ, reckoned from the best on so that large scores do not overflow. */
const logSum: Rule = (units) => {
  const best = units[0]!.score;
  return best + Math.log(units.reduce((total, { score }) => total + Math.exp(score - best), 0));
};

/** Between sum and mean: n equal units count √n times. */
const countDamped: Rule = (units) => sum(units) / Math.sqrt(units.length);

/** A unit outside the candidates counts nothing in a sum, so these rules depend on how many candidates are kept. */
const RULES: Readonly<Record<string, Rule>> = { max: firstEvidence, sum, 'log-sum': logSum, 'count-damped': countDamped };

/**
 * Aggregates as a ranking configuration says.
 * @param lists the hits of each query vector: of the query's sentences for `by-sentence`, else of the whole query alone.
 * @throws INTERNAL where a rule other than `by-sentence` gets other than one list.
 */
export function aggregate(kind: Aggregate, lists: readonly UnitHits[], map: UnitMap): DocumentScore[] {
  if (kind === 'by-sentence') return aggregateBySentence(lists, map);
  const [hits] = lists;
  if (!hits || lists.length > 1) throw new AppError('INTERNAL', `${kind} takes the hits of one query, not of ${lists.length}.`);
  const rule = RULES[kind] ?? meanOfTop(Number(kind.slice('mean:'.length)));
  return rankDocuments(unitsByDocument(hits, map), map, rule);
}

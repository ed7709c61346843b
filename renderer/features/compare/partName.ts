/** What the parts of a run are called: the engine's own names in the user's language, others as they were given. */
import type { Aggregate } from '../../../shared/domain';
import type { Key, Translate } from '../../i18n';
import { depthOf, type RuleName, ruleOf } from './tune/knobs';

export const RULE_NAMES: Readonly<Record<RuleName, Key>> = {
  max: 'agg_max_short',
  mean: 'agg_meank_short',
  sum: 'agg_sum_short',
  'log-sum': 'agg_logsum_short',
  'count-damped': 'agg_damped_short',
  'by-sentence': 'agg_sentence_short',
};

const GIVEN = /^(dense|bm25) (nugget|passage|document|summary)$/;

export function partName(name: string, t: Translate): string {
  const [, ranker, unit] = GIVEN.exec(name) ?? [];
  if (!ranker || !unit) return name;
  return t(`part_${ranker as 'dense' | 'bm25'}`, { unit: t(`part_${unit as 'nugget' | 'passage' | 'document' | 'summary'}`) });
}

/** An aggregation in a word or two. */
export function aggregateName(aggregate: Aggregate, t: Translate): string {
  const rule = ruleOf(aggregate);
  return rule === 'mean' ? t('agg_meanOf', { k: depthOf(aggregate) }) : t(RULE_NAMES[rule]);
}

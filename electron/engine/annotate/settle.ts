/** What several people say of one nugget → what holds: the adjudicator's word, else what the annotators agree on. Pure. */
import { type AnnotatorJudgment, LABELS, type Label, type Settled, type SettledHow } from '../../../shared/annotation';
import { compareBytes } from '../../../shared/ties';

const LABEL_NAMES = Object.keys(LABELS) as Label[];

export function settle(by: Iterable<AnnotatorJudgment>): Settled {
  const all = [...by];
  return {
    faithful: settleLabel(all, 'faithful'),
    importance: settleLabel(all, 'importance'),
    self_contained: settleLabel(all, 'self_contained'),
  };
}

/** "I don't know" yields to anybody who does; it holds where nobody says more. */
function settleLabel<L extends Label>(
  by: readonly AnnotatorJudgment[],
  label: L,
): { value: AnnotatorJudgment['values'][L]; how: SettledHow } {
  type Value = AnnotatorJudgment['values'][L];
  const said = (role: AnnotatorJudgment['role']) => by.filter((one) => one.role === role && one.values[label] !== null);
  // Of several adjudicators, the last one's word holds.
  const last = said('adjudicator')
    .sort((a, b) => compareBytes(a.at, b.at) || compareBytes(a.annotator, b.annotator))
    .at(-1);
  if (last) return { value: last.values[label], how: 'adjudicated' };
  const values = said('annotator').map((one) => one.values[label] as Value);
  const known = values.filter((value) => value !== 'unknown');
  const counted = known.length > 0 ? known : values;
  if (counted.length === 0) return { value: null, how: 'none' };
  if (new Set(counted).size > 1) return { value: null, how: 'disputed' };
  return { value: counted[0]!, how: counted.length > 1 ? 'agreed' : 'single' };
}

/** Whether annotators differ on a label (or on any), whatever was settled since. */
export function differs(by: Iterable<AnnotatorJudgment>, label?: Label): boolean {
  const annotators = [...by].filter(({ role }) => role === 'annotator');
  return (label ? [label] : LABEL_NAMES).some((name) => settleLabel(annotators, name).how === 'disputed');
}

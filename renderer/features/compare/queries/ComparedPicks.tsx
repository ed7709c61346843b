import { useT } from '../../../i18n';
import { Pick } from '../../../ui/Pick';
import type { Comparison } from '../useComparison';

/** Which two runs, and on which measure. */
export function ComparedPicks({ comparison }: { comparison: Comparison }) {
  const { t } = useT();
  const { entries, measures, measure, a, b } = comparison;
  if (entries.length === 0 || !a || !b) return null;
  const choices = entries.map(({ key, label }) => ({ value: key, label }));
  return (
    <div className="compared">
      <span aria-hidden="true">A</span>
      <Pick label={t('runA')} value={a.key} choices={choices} onChange={comparison.setA} />
      <span aria-hidden="true">B</span>
      <Pick label={t('runB')} value={b.key} choices={choices} onChange={comparison.setB} />
      <span />
      <Pick
        label={t('measure')}
        value={measure}
        choices={measures.map((one) => ({ value: one, label: one }))}
        onChange={comparison.setMeasure}
      />
    </div>
  );
}

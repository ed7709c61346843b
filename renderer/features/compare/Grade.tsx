import { BadgeCheck, CircleDashed, CircleSlash2 } from 'lucide-react';
import { useT } from '../../i18n';

/** How a decision is judged for the query, by shape and number: relevant with its grade, not relevant, or not judged. */
export function Grade({ grade, judged }: { grade: number | undefined; judged: boolean }) {
  const { t } = useT();
  if (!judged) return null;
  const [Icon, kind, label] =
    grade === undefined
      ? ([CircleDashed, 'unjudged', t('unjudged')] as const)
      : grade >= 1
        ? ([BadgeCheck, 'relevant', t('relevantGrade', { grade })] as const)
        : ([CircleSlash2, 'irrelevant', t('notRelevant')] as const);
  return (
    <span className={`grade ${kind}`} title={label}>
      <Icon size={15} strokeWidth={2} role="img" aria-label={label} />
      <b aria-hidden="true">{grade ?? '?'}</b>
    </span>
  );
}

import type { EvidenceStatus, Nugget } from '../../shared/domain';
import { useT } from '../i18n';
import { decimal } from '../shell/format';

/** How surely a nugget's words were found; the shape of the edge says it too. */
export function EvidenceChip({ status, spans }: { status: EvidenceStatus; spans: Nugget['spans'] }) {
  const { t, language } = useT();
  const score = Math.min(1, ...spans.map((span) => span.score));
  return (
    <span className={`chip ${status}`} title={t(`about_${status}`)}>
      {status === 'fuzzy' ? t('status_fuzzy', { score: decimal(score, 2, language) }) : t(`status_${status}`)}
    </span>
  );
}

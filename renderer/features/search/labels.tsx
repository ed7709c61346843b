import type { ResultUnit } from '../../../shared/contract';
import type { EvidenceStatus, Nugget } from '../../../shared/domain';
import { useT } from '../../i18n';
import { decimal } from '../../shell/format';

/** How surely a nugget's words were found; the shape of the edge says it too. */
export function EvidenceChip({ status, spans }: { status: EvidenceStatus; spans: Nugget['spans'] }) {
  const { t, language } = useT();
  const score = Math.min(1, ...spans.map((span) => span.score));
  return (
    <span className={`chip ${status}`}>
      {status === 'fuzzy' ? t('status_fuzzy', { score: decimal(score, 2, language) }) : t(`status_${status}`)}
    </span>
  );
}

export function UnitFacts({ unit, mode }: { unit: ResultUnit; mode: string }) {
  const { t, language } = useT();
  return (
    <span className="facts">
      <span className="num">{decimal(unit.score, 3, language)}</span>
      <span>{t(unit.tier ? `tier_${unit.tier}` : mode === 'passage' ? 'tier_passage' : 'tier_document')}</span>
      {unit.status && <EvidenceChip status={unit.status} spans={unit.spans} />}
    </span>
  );
}

import type { EvidenceStatus, Nugget, Unit } from '../../shared/domain';
import { type Translate, useT } from '../i18n';
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

/** A part of a hybrid as a reader says it: `bm25 document` → "BM25, full document". */
export function partLabel(name: string, t: Translate): string {
  const [ranker = '', unit = '', ...rest] = name.split(' ');
  return [t(`ranker_${ranker as 'dense'}`), t(`unit_${unit as Unit}`), ...rest].join(', ');
}

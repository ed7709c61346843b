import { ChevronDown, ChevronUp } from 'lucide-react';
import type { Nugget } from '../../shared/domain';
import { useT } from '../i18n';
import { count } from '../shell/format';
import { IconButton } from '../ui/IconButton';
import { EvidenceChip } from './labels';

/** Which evidence is looked at, how sure it is, and the way to the next. */
export function EvidenceBar({
  nuggets,
  nugget,
  other,
  at,
  located,
  lang,
  onStep,
}: {
  nuggets: readonly Nugget[];
  nugget: Nugget | undefined;
  /** What is marked instead of a nugget (a passage), or ''. */
  other: string;
  /** Place among the located nuggets, -1 for none. */
  at: number;
  located: number;
  lang: 'pt' | 'en';
  onStep: (by: 1 | -1) => void;
}) {
  const { t, language } = useT();
  const place =
    nuggets.length === 0
      ? t('docNone')
      : at >= 0
        ? t('ofNuggets', { at: count(at + 1, language), total: count(located, language) })
        : t('docNuggets', { count: located });
  const extractive = !other && (nugget ? [nugget] : nuggets).some(({ extractor }) => extractor === 'extractive');
  return (
    <section className="evidence" aria-label={t('evidence')}>
      <div className="row">
        <span className="num">{other || place}</span>
        {nugget && <span>{t(`tier_${nugget.tier}`)}</span>}
        {nugget && <EvidenceChip status={nugget.status} spans={nugget.spans} />}
        <span className="steps">
          <IconButton icon={ChevronUp} label={t('previousEvidence')} keys="p" disabled={located === 0} onClick={() => onStep(-1)} />
          <IconButton icon={ChevronDown} label={t('nextEvidence')} keys="n" disabled={located === 0} onClick={() => onStep(1)} />
        </span>
      </div>
      {extractive && <p className="extractive cut">{t('extractiveNote')}</p>}
      {nugget && (nugget.tier === 'written' || nugget.status === 'none') && (
        <blockquote lang={lang === 'pt' ? 'pt-BR' : 'en'}>{nugget.text}</blockquote>
      )}
      {nugget?.status === 'none' && (
        <p className="note" role="status">
          {t('notLocated')}
        </p>
      )}
    </section>
  );
}

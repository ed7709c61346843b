import type { ResultDocument } from '../../../shared/contract';
import type { Unit } from '../../../shared/domain';
import { useT } from '../../i18n';
import { longDate } from '../../shell/format';
import { TOP } from './ranking';

/** The chosen decision across the rankings: where each put it, and for which words. */
export function Detail({
  found,
  units,
  grade,
  onOpen,
}: {
  /** In column order; undefined where a ranking does not hold it. */
  found: readonly (ResultDocument | undefined)[];
  /** Each ranking's unit: a full document has no words to show for itself. */
  units: readonly Unit[];
  grade: number | undefined;
  onOpen: () => void;
}) {
  const { t, language } = useT();
  const one = found.find((result) => result);
  if (!one) return null;
  const facts = [one.court, one.class, longDate(one.date, language)].filter(Boolean).join(' · ');
  return (
    <section className="detail" aria-label={one.title}>
      <div className="row">
        <h2 className="cut" title={one.title}>
          {one.title}
        </h2>
        <span className="small muted cut grow">{facts}</span>
        {grade !== undefined && <span className="small">{grade >= 1 ? t('relevantGrade', { grade }) : t('notRelevant')}</span>}
        <button type="button" className="button" onClick={onOpen}>
          {t('openText')}
        </button>
      </div>
      <div className="across">
        {found.map((result, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <div key={n}>
            <p className="small muted">{result ? t('atRank', { rank: result.rank }) : t('notAmong', { top: TOP })}</p>
            {result?.units[0] && units[n] !== 'document' && (
              <p className="words clamp3" lang={result.lang === 'pt' ? 'pt-BR' : 'en'}>
                {result.units[0].text}
              </p>
            )}
          </div>
        ))}
      </div>
    </section>
  );
}

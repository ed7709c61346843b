import type { RerankedPlace } from '../../../../shared/contract';
import { useT } from '../../../i18n';
import { longDate } from '../../../shell/format';
import type { ColumnRow } from './columns';
import { gutterOf } from './links';
import { TOP } from './ranking';

/** The chosen decision across the rankings: where each put it, and for which words. */
export function Detail({
  found,
  grade,
  onOpen,
}: {
  /** In column order; undefined where a ranking does not hold it. */
  found: readonly (ColumnRow | undefined)[];
  grade: number | undefined;
  onOpen: () => void;
}) {
  const { t, language } = useT();
  const one = found.find((row) => row);
  if (!one) return null;
  const facts = [one.facts, longDate(one.date, language)].filter(Boolean).join(' · ');
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
      <div className="across" style={{ columnGap: gutterOf(found.length) }}>
        {found.map((row, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <div key={n}>
            <p className="small muted">{row ? t('atRank', { rank: row.rank }) : t('notAmong', { top: TOP })}</p>
            {row?.reranked && <RerankedWords place={row.reranked} />}
            {row?.words && (
              <p className="words clamp3" lang={row.lang === 'pt' ? 'pt-BR' : 'en'}>
                {row.words}
              </p>
            )}
          </div>
        ))}
      </div>
    </section>
  );
}

/** The model's line, whole, and how the decision came to its place. */
function RerankedWords({ place: { state, before, reason } }: { place: RerankedPlace }) {
  const { t } = useT();
  return (
    <>
      {state === 'returned' && <p className="reason">{reason || t('noReason')}</p>}
      <p className="small muted">{t(`placeAbout_${state}`, { before })}</p>
    </>
  );
}

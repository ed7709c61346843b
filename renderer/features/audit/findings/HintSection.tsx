import { useState } from 'react';
import { api } from '../../../api';
import { useT } from '../../../i18n';
import { Fault } from '../../../shell/Fault';
import { decimal } from '../../../shell/format';
import { useLoad } from '../../../shell/hooks';

/** Whether hints can be trusted: "not supported" as foreseen against what people say. Reckoned when it is asked for: it embeds. */
export function HintSection({ collection }: { collection: string }) {
  const { t, language } = useT();
  const [asked, setAsked] = useState('');
  const { value, error } = useLoad(
    (signal) => (asked === collection ? api.call('hintAgreement', { collection }, { signal }) : undefined),
    [collection, asked],
  );
  const n = (share: number | null) => (share === null ? '–' : decimal(share, 2, language));
  return (
    <section aria-label={t('hints')}>
      <h2>{t('hints')}</h2>
      {error && <Fault error={error} />}
      {value ? (
        <p>
          {t('hintsOver', { count: value.nuggets })} {t('hintPrecision', { share: n(value.rules.precision), count: value.rules.foreseen })}{' '}
          · {t('hintRecall', { share: n(value.rules.recall), count: value.rules.judged })} · {t('hintSame', { share: n(value.rules.same) })}
        </p>
      ) : (
        <div className="stack">
          <p className="small muted">{t('hintsAbout')}</p>
          <div>
            <button type="button" className="button" aria-busy={asked !== '' && !error} onClick={() => setAsked(collection)}>
              {t('hintsReckon')}
            </button>
          </div>
        </div>
      )}
    </section>
  );
}

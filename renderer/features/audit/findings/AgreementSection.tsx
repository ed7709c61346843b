import { useState } from 'react';
import type { AgreementOutput } from '../../../../shared/contract';
import { api } from '../../../api';
import { type Key, useT } from '../../../i18n';
import { Fault } from '../../../shell/Fault';
import { count, decimal } from '../../../shell/format';
import { useLoad } from '../../../shell/hooks';
import { Pick } from '../../../ui/Pick';
import { num, TableHead } from '../../../ui/TableHead';
import { actionLabel, LABEL_NAMES, labelAction, PROBLEMS } from '../judge/actions';

type Label = AgreementOutput['label'];
const LABELS: readonly Label[] = [
  ...LABEL_NAMES.filter((label): label is Exclude<typeof label, 'problems'> => label !== 'problems'),
  ...PROBLEMS.map(({ value }) => value),
];

/** How far annotators agree on a label, pair by pair and all together. */
export function AgreementSection({ collection, several, stamp }: { collection: string; several: boolean; stamp: unknown }) {
  const { t, language } = useT();
  const [label, setLabel] = useState<Label>('faithful');
  const { value, error } = useLoad(
    (signal) => (several ? api.call('agreement', { collection, label }, { signal }) : undefined),
    [collection, label, several, stamp],
  );
  const say = (number: number | null) => (number === null ? '–' : decimal(number, 2, language));
  const ends = (interval: readonly [number, number] | null) => (interval ? `${say(interval[0])}–${say(interval[1])}` : '–');
  const name = (one: Label): string =>
    t((LABEL_NAMES as readonly string[]).includes(one) ? (`label_${one}` as Key) : actionLabel(labelAction('problems', one)));
  return (
    <section aria-label={t('agreement')}>
      <div className="row">
        <h2 className="grow">{t('agreement')}</h2>
        {several && (
          <Pick
            label={t('agreementOn')}
            value={label}
            choices={LABELS.map((one) => ({ value: one, label: name(one) }))}
            onChange={setLabel}
          />
        )}
      </div>
      {!several && <p className="small muted">{t('agreementNone')}</p>}
      {error && <Fault error={error} />}
      {several && value && (
        <>
          <p className="small muted">
            {t('agreementOver', { count: value.nuggets })} {t('alphaNominal')} {say(value.alpha.nominal)} ({ends(value.alpha_ci95.nominal)})
            · {t('alphaOrdinal')} {say(value.alpha.ordinal)} ({ends(value.alpha_ci95.ordinal)}) · {t('rawAgreement')} {say(value.raw)}
            {value.unknown > 0 && ` · ${t('agreementUnknown', { count: value.unknown })}`}
            {value.resampled === 'nuggets' && ` · ${t('agreementOneDecision')}`}
          </p>
          <table className="facts">
            <TableHead columns={[t('annotators'), num(t('nuggets')), num(t('rawAgreement')), num(t('kappa')), num(t('interval95'))]} />
            <tbody>
              {value.pairs.map((pair) => (
                <tr key={`${pair.a} ${pair.b}`}>
                  <th scope="row">
                    {pair.a} · {pair.b}
                  </th>
                  <td className="num">{count(pair.n, language)}</td>
                  <td className="num">{say(pair.raw)}</td>
                  <td className="num">{say(pair.kappa)}</td>
                  <td className="num">{ends(pair.ci95)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}

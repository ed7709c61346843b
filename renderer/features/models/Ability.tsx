import { useRef, useState } from 'react';
import { type AbilityReport, abilityFigures, verdictOf } from '../../../shared/ability';
import type { Progress } from '../../../shared/domain';
import { type AppError, toAppError } from '../../../shared/errors';
import { api } from '../../api';
import { useT } from '../../i18n';
import { Fault } from '../../shell/Fault';
import { decimal, progressText, share } from '../../shell/format';

/** What a language model was found able to extract, and the button that finds it out: on twelve short decisions. */
export function Ability({ path, report, onMeasured }: { path: string; report: AbilityReport | undefined; onMeasured: () => void }) {
  const { t, language } = useT();
  const [progress, setProgress] = useState<Progress>();
  const [fault, setFault] = useState<AppError>();
  const running = useRef<AbortController>(undefined);
  const [busy, setBusy] = useState(false);
  const measure = async () => {
    const aborter = new AbortController();
    running.current = aborter;
    setBusy(true);
    setFault(undefined);
    try {
      await api.call('measureAbility', { extractor: 'llama', model: path }, { signal: aborter.signal, onEvent: setProgress });
      onMeasured();
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.code !== 'CANCELLED') setFault(error);
    }
    setBusy(false);
    setProgress(undefined);
  };
  return (
    <div className="ability">
      {report && !busy && <AbilityFigures report={report} />}
      {busy ? (
        <div className="row">
          <span className="muted small" role="status">
            {progress ? progressText(progress, t, language) : t('abilityOpening')}
          </span>
          <button type="button" className="button" onClick={() => running.current?.abort()}>
            {t('cancel')}
          </button>
        </div>
      ) : (
        <button type="button" className="button" onClick={measure} title={t('abilityHint')}>
          {t(report ? 'abilityAgain' : 'abilityTry')}
        </button>
      )}
      {fault && <Fault error={fault} />}
    </div>
  );
}

function AbilityFigures({ report }: { report: AbilityReport }) {
  const { t, language } = useT();
  const figures = abilityFigures(report);
  const verdict = verdictOf(report);
  const percent = (x: number) => share(x, language);
  const shares: [string, string][] = [
    [t('abilityValid'), percent(figures.valid)],
    [t('abilityPerDocument'), decimal(figures.perDocument, 1, language)],
    ...(report.nuggets > 0
      ? ([
          [t('abilityLocated'), percent(figures.located)],
          [t('abilitySelf'), percent(figures.selfContained)],
          [t('abilityLanguage'), percent(figures.language)],
        ] as [string, string][])
      : []),
    [t('abilitySeconds'), decimal(figures.secondsPerDocument, 1, language)],
  ];
  return (
    <div>
      <p className={`verdict ${verdict}`}>{t(`verdict_${verdict}`)}</p>
      <dl className="counts small">
        {shares.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

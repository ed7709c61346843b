import type { Output } from '../../../shared/contract';
import type { Endpoint } from '../../../shared/endpoints';
import { useT } from '../../i18n';
import { count } from '../../shell/format';
import { Said } from '../../shell/Said';

type Trial = Output<'testEndpoint'>;

/** One endpoint: where it is, what it serves, whether it is on, and what a trial found. */
export function EndpointRow({
  endpoint,
  trial,
  onTurnOn,
  onTurnOff,
  onTest,
  onRemove,
}: {
  endpoint: Endpoint;
  trial: Trial | 'running' | undefined;
  onTurnOn: () => void;
  onTurnOff: () => void;
  onTest: () => void;
  onRemove: () => void;
}) {
  const { t, language } = useT();
  const { name, host, enabled, chat_model: chat, embedding_model: embedding, concurrency, rpm, tpm, key, plain } = endpoint;
  const n = (value: number) => count(value, language);
  const facts = [
    chat && `${t('chatModel')}: ${chat}`,
    embedding && `${t('embeddingModel')}: ${embedding}`,
    t('atOnce', { count: concurrency }),
    rpm && t('aMinute', { requests: n(rpm) }),
    tpm && t('tokensAMinute', { tokens: n(tpm) }),
    t(`key_from_${key}`),
  ];
  return (
    <li aria-label={name}>
      <div className="row">
        <div className="grow">
          <strong>{name}</strong> <span className="host">{host}</span>
          {enabled && <span className="on">{t('endpointOn')}</span>}
        </div>
        {enabled && (
          <button type="button" className="button" disabled={trial === 'running'} onClick={onTest}>
            {t('tryIt')}
          </button>
        )}
        <button type="button" className="button bare" onClick={onRemove}>
          {t('remove')}
        </button>
        <button type="button" className={enabled ? 'button primary' : 'button'} onClick={enabled ? onTurnOff : onTurnOn}>
          {t(enabled ? 'turnOff' : 'turnOn')}
        </button>
      </div>
      <p className="muted small">{facts.filter(Boolean).join(' · ')}</p>
      {plain && <p className="note small">{t('plainHttp', { host })}</p>}
      <div className="small" role="status">
        {trial === 'running' ? (
          <p className="muted">{t('trying')}</p>
        ) : (
          trial &&
          ([trial.chat, trial.embedding] as const).map(
            (part, i) =>
              part && (
                <p key={i === 0 ? 'chat' : 'embedding'} className={part.ok ? 'fine' : 'bad'}>
                  {t(i === 0 ? 'chatModel' : 'embeddingModel')}: <Said text={part.found} /> <Said text={part.remedy} />
                </p>
              ),
          )
        )}
      </div>
    </li>
  );
}

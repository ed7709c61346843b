import type { AbilityReport } from '../../../shared/ability';
import type { ModelEntry } from '../../../shared/contract';
import { api } from '../../api';
import { useT } from '../../i18n';
import { Fault } from '../../shell/Fault';
import { size } from '../../shell/format';
import { useLoad } from '../../shell/hooks';
import { Said, useSaid } from '../../shell/Said';
import { Skeleton } from '../../ui/Skeleton';
import { num, TableHead } from '../../ui/TableHead';
import { Ability } from './Ability';
import { EndpointsSection } from './EndpointsSection';

/** What turns texts into vectors and what writes nuggets: what is here, and how to bring more. */
export function ModelsPlace({ onEndpoints }: { onEndpoints: () => void }) {
  const { t } = useT();
  const { value, error, loading, reload } = useLoad(() => api.call('models', {}), []);
  return (
    <div className="page" tabIndex={0} role="region" aria-label={t('models')}>
      <div className="page-head">
        <div className="grow">
          <h1>{t('models')}</h1>
          <p>{t('modelsLead')}</p>
        </div>
        <button type="button" className="button" onClick={reload}>
          {t('lookAgain')}
        </button>
      </div>
      {error && <Fault error={error} action={{ label: t('retry'), run: reload }} />}
      {loading && !value && <Skeleton />}
      {value && (
        <>
          <section aria-label={t('encoders')}>
            <h2>{t('encoders')}</h2>
            <div className="card">
              <ModelTable models={value.encoders} />
            </div>
            <p className="muted small">{t('bringOnnx')}</p>
          </section>
          <section aria-label={t('llms')}>
            <h2>{t('llms')}</h2>
            {value.llms.length > 0 ? (
              <div className="card">
                <ModelTable models={value.llms} abilities={value.abilities} onMeasured={reload} />
              </div>
            ) : (
              <p className="note">{t('noLlm')}</p>
            )}
          </section>
          <EndpointsSection onChanged={onEndpoints} />
          <section aria-label={t('folders')}>
            <h2>{t('folders')}</h2>
            <p className="muted">{t('bringGguf')}</p>
            <ul className="folders">
              {value.folders.map((folder) => (
                <li key={folder}>
                  <code>{folder}</code>
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
    </div>
  );
}

function ModelTable({
  models,
  abilities,
  onMeasured,
}: {
  models: readonly ModelEntry[];
  /** Of language models alone. */
  abilities?: readonly AbilityReport[];
  onMeasured?: () => void;
}) {
  const { t, language } = useT();
  const say = useSaid();
  return (
    <table className="plain">
      <TableHead columns={[t('name'), num(t('size')), t('licence'), t('state')]} />
      <tbody>
        {models.map((model) => (
          <tr key={model.path}>
            <td>
              <strong>{model.encoder?.fitted_to ? t('fittedTo', { collection: model.encoder.fitted_to }) : say(model.name)}</strong>
              <div className="muted small">{model.path}</div>
              {model.encoder && (
                <div className="muted small">
                  {/* A mean of token vectors has no length that it ends at. */}
                  {model.encoder.fitted_to
                    ? t('fittedFacts', { dimensions: model.encoder.dimensions })
                    : t('encoderFacts', {
                        dimensions: model.encoder.dimensions,
                        tokens: model.encoder.max_tokens,
                        pooling: model.encoder.pooling,
                        long: t(`long_${model.encoder.long_texts}`),
                      })}
                </div>
              )}
              {onMeasured && model.ready && (
                <Ability
                  path={model.path}
                  report={abilities?.findLast(({ model_sha256 }) => model_sha256 === model.sha256)}
                  onMeasured={onMeasured}
                />
              )}
            </td>
            <td className="num">{size(model.bytes, language)}</td>
            <td>{model.licence || '–'}</td>
            <td>{model.ready ? t('ready') : <Said text={model.reason} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

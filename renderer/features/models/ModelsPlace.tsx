import type { ModelEntry } from '../../../shared/contract';
import { api } from '../../api';
import { useT } from '../../i18n';
import { Fault } from '../../shell/Fault';
import { megabytes } from '../../shell/format';
import { useLoad } from '../../shell/hooks';

export function ModelsPlace() {
  const { t } = useT();
  const { value, error, reload } = useLoad(() => api.call('models', {}), []);
  return (
    <div className="page" tabIndex={0} role="region" aria-label={t('models')}>
      <h1>{t('models')}</h1>
      {error && <Fault error={error} onRetry={reload} />}
      {value && (
        <>
          <section className="card">
            <h2>{t('encoders')}</h2>
            <ModelTable models={value.encoders} />
            <p className="muted small" style={{ marginTop: 10 }}>
              {t('bringOnnx')}
            </p>
          </section>
          <section className="card">
            <h2>{t('llms')}</h2>
            {value.llms.length > 0 ? (
              <ModelTable models={value.llms} />
            ) : (
              <p className="note" style={{ margin: '10px 0' }}>
                {t('noLlm')}
              </p>
            )}
            <p className="muted small" style={{ marginTop: 10 }}>
              {t('bringGguf')}
            </p>
            <ul className="small">
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

function ModelTable({ models }: { models: readonly ModelEntry[] }) {
  const { t, language } = useT();
  return (
    <table className="plain">
      <thead>
        <tr>
          <th scope="col">{t('name')}</th>
          <th scope="col">{t('size')}</th>
          <th scope="col">{t('licence')}</th>
          <th scope="col">{t('state')}</th>
          <th scope="col">{t('where')}</th>
        </tr>
      </thead>
      <tbody>
        {models.map((model) => (
          <tr key={model.path}>
            <td>
              {model.name}
              <div className="muted small">{model.id}</div>
            </td>
            <td className="num">{megabytes(model.bytes, language)}</td>
            <td>{model.licence || '–'}</td>
            <td>{model.ready ? t('ready') : model.reason}</td>
            <td className="small">{model.path}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import { endpointOf, remoteEncoderId } from '../../../shared/endpoints';
import { api } from '../../api';
import { useT } from '../../i18n';
import { Fault } from '../../shell/Fault';
import { size } from '../../shell/format';
import { useLoad } from '../../shell/hooks';
import { RemoteCost } from '../../shell/RemoteCost';

/** What the next extraction is made with: '' for the rules, `remote:NAME` for an endpoint that is on, else a language model's path. */
export function ExtractorChoice({
  collection,
  stamp,
  chosen,
  onChoose,
}: {
  collection: string;
  /** Changes when the collection does. */
  stamp: string;
  chosen: string;
  onChoose: (model: string, name: string) => void;
}) {
  const { t, language } = useT();
  const models = useLoad((signal) => api.call('models', {}, { signal }), []);
  const llms = models.value?.llms.filter(({ ready }) => ready) ?? [];
  const remote = useLoad((signal) => api.call('endpoints', {}, { signal }), []);
  const endpoints = remote.value?.endpoints.filter(({ enabled, chat_model }) => enabled && chat_model !== null) ?? [];
  const endpoint = endpointOf(chosen);
  const rows = [
    { model: '', name: t('byRules'), about: t('byRulesAbout'), bytes: '' },
    ...llms.map(({ path, name, id, bytes }) => ({ model: path, name: name || id, about: path, bytes: size(bytes, language) })),
    ...endpoints.map(({ name, host, chat_model }) => ({
      model: remoteEncoderId(name),
      name: t('remoteModel', { name: chat_model! }),
      about: t('remoteAbout', { host }),
      bytes: '',
    })),
  ];
  return (
    <fieldset className="encoder-choice">
      <legend className="hidden">{t('nuggetsBy')}</legend>
      {rows.map(({ model, name, about, bytes }) => (
        <label key={model}>
          <input
            type="radio"
            name={`extractor of ${collection}`}
            checked={model === chosen}
            onChange={() => onChoose(model, model ? name : '')}
          />
          <span className="grow">
            {name}
            <span className="muted small about">{about}</span>
          </span>
          <span className="num muted">{bytes}</span>
        </label>
      ))}
      {endpoint !== undefined && <RemoteCost collection={collection} endpoint={endpoint} what="extract" stamp={stamp} />}
      {models.value && llms.length === 0 && (
        <p className="small muted timing">
          {t('ggufPlaces')} {models.value.folders.join(' · ')}
        </p>
      )}
      {models.error && <Fault error={models.error} action={{ label: t('retry'), run: models.reload }} />}
    </fieldset>
  );
}

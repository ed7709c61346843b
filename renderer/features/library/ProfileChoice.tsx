import { useState } from 'react';
import { type AppError, toAppError } from '../../../shared/errors';
import { api } from '../../api';
import { useT } from '../../i18n';
import { Fault } from '../../shell/Fault';
import { useLoad } from '../../shell/hooks';
import { Said } from '../../shell/Said';
import { PreviewDialog } from './PreviewDialog';
import { worded } from './useProfileNames';

/** What a collection's nuggets are written after, and a look at what each profile asks for. */
export function ProfileChoice({
  collection,
  chosen,
  model,
  nameOf,
  onChosen,
}: {
  collection: string;
  /** A profile's id, or the path of its definition. */
  chosen: string;
  /** The language model that is chosen, '' for the rules. */
  model: string;
  nameOf: (profile: string) => string;
  onChosen: (profile: string) => void;
}) {
  const { t, language } = useT();
  const [shown, setShown] = useState<string>();
  const [error, setError] = useState<AppError>();
  const profiles = useLoad((signal) => api.call('profiles', {}, { signal }), []);
  const choose = async (profile: string) => {
    try {
      setError(undefined);
      await api.call('chooseProfile', { collection, profile });
      onChosen(profile);
    } catch (thrown) {
      setError(toAppError(thrown));
    }
  };
  const list = profiles.value?.profiles ?? [];
  return (
    <fieldset className="encoder-choice">
      <legend className="hidden">{t('readFor')}</legend>
      {list
        .filter(({ error: broken }) => broken === '')
        .map(({ id, kind, name, description, source }) => (
          <div className="row choice" key={`${source} ${id}`}>
            <label className="grow">
              <input
                type="radio"
                name={`profile of ${collection}`}
                checked={id === chosen}
                disabled={kind === 'summary'}
                onChange={() => void choose(id)}
              />
              <span className="grow">
                {worded(name, language) || id}
                <span className="muted small about">
                  {worded(description, language)}
                  {kind === 'summary' && ` · ${t('bySummaries')}`}
                  {source === 'workspace' && ` · ${t('ownProfile')}`}
                </span>
              </span>
            </label>
            <button type="button" className="button bare" onClick={() => setShown(id)}>
              {t('preview')}
              <span className="hidden"> {worded(name, language) || id}</span>
            </button>
          </div>
        ))}
      {list
        .filter(({ error: broken }) => broken !== '')
        .map(({ id, error: broken }) => (
          <p key={id} className="small list-note">
            <Said text={broken} />
          </p>
        ))}
      {profiles.value && (
        <p className="small muted timing">
          {model === '' && `${t('profileWaits')} `}
          {t('ownProfiles')} {profiles.value.folder}
        </p>
      )}
      {(error ?? profiles.error) && <Fault error={error ?? profiles.error!} action={{ label: t('retry'), run: profiles.reload }} />}
      {shown !== undefined && (
        <PreviewDialog profile={shown} name={nameOf(shown)} collection={collection} model={model} onClose={() => setShown(undefined)} />
      )}
    </fieldset>
  );
}

import { useRef, useState } from 'react';
import { type AppError, toAppError } from '../../../../shared/errors';
import { api } from '../../../api';
import { useT } from '../../../i18n';
import { Fault } from '../../../shell/Fault';
import { count } from '../../../shell/format';
import { useLoad } from '../../../shell/hooks';
import { Pick } from '../../../ui/Pick';
import { ReadingDialog } from '../../../ui/ReadingDialog';
import { FormulationRow } from './FormulationRow';

/** The queries of a collection in other words: written by rules or by a model of this machine, and edited before they are searched with. */
export function FormulationsDialog({ collection, onClose }: { collection: string; onClose: () => void }) {
  const { t, language } = useT();
  const [model, setModel] = useState('');
  const [state, setState] = useState<{ done?: number; total?: number; working?: true; error?: AppError }>({});
  const stop = useRef<AbortController>(null);
  const models = useLoad((signal) => api.call('models', {}, { signal }), []);
  const list = useLoad((signal) => api.call('formulations', { collection }, { signal }), [collection]);
  const ready = (models.value?.llms ?? []).filter((one) => one.ready);
  const write = async () => {
    stop.current = new AbortController();
    setState({ working: true });
    try {
      await api.call(
        'formulate',
        { collection, ...(model === '' ? { formulator: 'extractive' as const } : { model }) },
        { signal: stop.current.signal, onEvent: ({ done, total }) => setState({ working: true, done, total: total ?? 0 }) },
      );
      setState({});
    } catch (thrown) {
      const error = toAppError(thrown);
      setState(error.code === 'CANCELLED' ? {} : { error });
    }
    list.reload();
  };
  const n = (value: number) => count(value, language);
  const made = list.value?.made.find(({ key }) => key === list.value?.key);
  return (
    <ReadingDialog title={t('inOtherWords')} className="trace" bodyClassName="trace-body" onClose={onClose}>
      <p className="small muted">{t('inOtherWordsAbout')}</p>
      <div className="row">
        <Pick
          label={t('writtenBy')}
          look="boxed"
          value={model}
          disabled={state.working === true}
          choices={[{ value: '', label: t('byRules') }, ...ready.map(({ id, path }) => ({ value: path, label: id }))]}
          onChange={setModel}
        />
        {state.working ? (
          <button type="button" className="button" onClick={() => stop.current?.abort()}>
            {t('stop')}
          </button>
        ) : (
          <button type="button" className="button primary" onClick={() => void write()}>
            {t('writeThem')}
          </button>
        )}
        <span className="small muted num" role="status">
          {state.working && state.total
            ? `${n(state.done ?? 0)} / ${n(state.total)}`
            : made && t('formulatedBy', { count: made.texts, by: made.model_id || t('byRules') })}
        </span>
      </div>
      {(state.error ?? list.error) && <Fault error={(state.error ?? list.error)!} />}
      <ul className="formulations">
        {list.value?.queries.map((query) => (
          <FormulationRow key={`${query.query_id} ${query.formulation?.key}`} query={query} />
        ))}
      </ul>
    </ReadingDialog>
  );
}

import { useState } from 'react';
import { endpointOf } from '../../../../shared/endpoints';
import { api } from '../../../api';
import { useT } from '../../../i18n';
import { Fault } from '../../../shell/Fault';
import { useLoad } from '../../../shell/hooks';
import { RemoteCost } from '../../../shell/RemoteCost';
import { chatChoice, useChatModels } from '../../../shell/useChatModels';
import { Pick } from '../../../ui/Pick';
import { ReadingDialog } from '../../../ui/ReadingDialog';
import type { Work } from '../useWork';
import { WorkLine } from '../WorkLine';
import { FormulationRow } from './FormulationRow';

/** The queries of a collection in other words: written by rules or by a model, and edited before they are searched with. */
export function FormulationsDialog({ collection, work, onClose }: { collection: string; work: Work; onClose: () => void }) {
  const { t } = useT();
  const [model, setModel] = useState('');
  const models = useChatModels();
  const mine = work.job?.command === 'formulate' ? work.job : undefined;
  // What is written so far is there at once after a stop too.
  const list = useLoad((signal) => api.call('formulations', { collection }, { signal }), [collection, mine?.id, mine?.state]);
  const host = models.hostOf(model);
  const write = () =>
    work.start('formulate', { collection, ...(model === '' ? { formulator: 'extractive' as const } : chatChoice(model)) });
  const made = list.value?.made.find(({ key }) => key === list.value?.key);
  return (
    <ReadingDialog title={t('inOtherWords')} className="trace" bodyClassName="trace-body" onClose={onClose}>
      <p className="small muted">{t('inOtherWordsAbout')}</p>
      <div className="row">
        <Pick
          label={t('writtenBy')}
          look="boxed"
          value={model}
          disabled={work.busy}
          choices={[{ value: '', label: t('byRules') }, ...models.choices]}
          onChange={setModel}
        />
        <button type="button" className="button primary" disabled={work.busy} onClick={() => void write()}>
          {host === undefined ? t('writeThem') : t('formulateSend', { host })}
        </button>
        <span className="small muted num" role="status">
          {made && t('formulatedBy', { count: made.texts, by: made.model_id || t('byRules') })}
        </span>
      </div>
      {host !== undefined && !work.busy && (
        <RemoteCost collection={collection} endpoint={endpointOf(model)!} what="formulate" stamp={mine?.state ?? ''} />
      )}
      {(work.busy || mine || work.error) && <WorkLine work={work} />}
      {(list.error ?? models.error) && <Fault error={(list.error ?? models.error)!} />}
      <ul className="formulations">
        {list.value?.queries.map((query) => (
          <FormulationRow key={`${query.query_id} ${query.formulation?.key}`} query={query} />
        ))}
      </ul>
    </ReadingDialog>
  );
}

import { useState } from 'react';
import { endpointOf } from '../../../../shared/endpoints';
import { useT } from '../../../i18n';
import { Fault } from '../../../shell/Fault';
import { RemoteCost } from '../../../shell/RemoteCost';
import { chatChoice, useChatModels } from '../../../shell/useChatModels';
import { FormDialog } from '../../../ui/FormDialog';
import { LabelledPick } from '../../../ui/LabelledPick';
import type { RunEntry } from '../runs';
import { NumberField } from './NumberField';

const VARY = ['order', 'seed'] as const;

/** How a kept run is read anew by a language model, and where its queries would go. */
export function RerankDialog({
  collection,
  entries,
  first,
  onRerank,
  onClose,
}: {
  collection: string;
  /** Kept runs, as they were made. */
  entries: readonly RunEntry[];
  /** Id of the run to begin with. */
  first: string | undefined;
  onRerank: (input: Record<string, unknown>) => void;
  onClose: () => void;
}) {
  const { t } = useT();
  const [run, setRun] = useState(first ?? entries[0]?.run.id ?? '');
  const [chosen, setChosen] = useState<string>();
  const [depth, setDepth] = useState(100);
  const [most, setMost] = useState(20);
  const [repeats, setRepeats] = useState(1);
  const [vary, setVary] = useState<(typeof VARY)[number]>('order');
  const [name, setName] = useState('');
  const models = useChatModels();
  const model = models.choices.find(({ value }) => value === chosen)?.value ?? models.choices[0]?.value;
  const host = model === undefined ? undefined : models.hostOf(model);
  const usual = `${entries.find((entry) => entry.run.id === run)?.label ?? ''}-reranked`.slice(0, 80);
  const how = { run, depth, return: most, repeats, vary };
  const ready = model !== undefined && [depth, most, repeats].every(Number.isInteger);
  return (
    <FormDialog
      title={t('rerankRun')}
      keep={host === undefined ? t('rerankIt') : t('rerankSend', { host })}
      ready={ready}
      onKeep={() => model !== undefined && onRerank({ ...how, collection, ...chatChoice(model), name: name.trim() || usual })}
      onClose={onClose}
    >
      <p className="small muted">{t('rerankAbout')}</p>
      <div className="rerank-form">
        <LabelledPick
          className="small wide"
          label={t('run')}
          value={run}
          choices={entries.map((entry) => ({ value: entry.run.id, label: entry.label }))}
          onChange={setRun}
        />
        {model !== undefined && (
          <LabelledPick className="small wide" label={t('model')} value={model} choices={models.choices} onChange={setChosen} />
        )}
        <NumberField label={t('rerankDepth')} initial={depth} least={2} most={1000} onChange={setDepth} />
        <NumberField label={t('rerankReturn')} initial={most} least={1} most={200} onChange={setMost} />
        <NumberField label={t('rerankRepeats')} initial={repeats} least={1} most={20} onChange={setRepeats} />
        {repeats > 1 && (
          <LabelledPick
            className="small wide"
            label={t('rerankVary')}
            value={vary}
            choices={VARY.map((value) => ({ value, label: t(`vary_${value}`) }))}
            onChange={setVary}
          />
        )}
        <label className="small wide">
          <span>{t('name')}</span>
          <input className="field" value={name} placeholder={usual} maxLength={80} onChange={(event) => setName(event.target.value)} />
        </label>
      </div>
      {models.error && <Fault error={models.error} />}
      {models.loaded && model === undefined && (
        <p className="note small" role="status">
          {t('rerankNoModel')} <span className="path">{models.folders.join(' · ')}</span>
        </p>
      )}
      {model !== undefined && host === undefined && <p className="small muted">{t('rerankHere')}</p>}
      {model !== undefined && host !== undefined && ready && (
        <RemoteCost collection={collection} endpoint={endpointOf(model)!} what="rerank" rerank={how} />
      )}
    </FormDialog>
  );
}

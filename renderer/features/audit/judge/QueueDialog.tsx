import { useState } from 'react';
import { useT } from '../../../i18n';
import { QUEUE_KINDS, type QueueChoice } from '../../../shell/settings';
import { FormDialog } from '../../../ui/FormDialog';
import { LabelledPick } from '../../../ui/LabelledPick';

const whole = (words: string, least: number, usual: number): number => {
  const value = Math.floor(Number(words));
  return Number.isFinite(value) && words.trim() !== '' ? Math.max(least, value) : usual;
};

/** Which nuggets are judged, and in which order. */
export function QueueDialog({
  queue,
  blind,
  onKeep,
  onClose,
}: {
  queue: QueueChoice;
  blind: boolean;
  onKeep: (queue: QueueChoice) => void;
  onClose: () => void;
}) {
  const { t } = useT();
  const [draft, setDraft] = useState({ ...queue, size: queue.size === 0 ? '' : String(queue.size), seed: String(queue.seed) });
  const { kind } = draft;
  // In blind work nobody is told what is disputed.
  const kinds = QUEUE_KINDS.filter((one) => one !== 'disagreements' || !blind);
  return (
    <FormDialog
      title={t('queueTitle')}
      keep={t('begin')}
      ready={kind !== 'query' || draft.query.trim() !== ''}
      onKeep={() => onKeep({ ...draft, size: whole(draft.size, 0, 0), seed: whole(draft.seed, 0, 1) })}
      onClose={onClose}
    >
      <LabelledPick
        className="stack"
        label={t('queueKind')}
        value={kind}
        choices={kinds.map((value) => ({ value, label: t(`queue_${value}`) }))}
        onChange={(next) => setDraft({ ...draft, kind: next })}
      />
      <p className="small muted">{t(`about_queue_${kind}`)}</p>
      {kind === 'stratified' && (
        <LabelledPick
          className="stack"
          label={t('strata')}
          value={draft.by}
          choices={[
            { value: 'court', label: t('by_court') },
            { value: 'score', label: t('by_score') },
          ]}
          onChange={(by) => setDraft({ ...draft, by })}
        />
      )}
      {kind === 'query' && (
        <label className="stack">
          <span>{t('query')}</span>
          <input className="field" required value={draft.query} onChange={(event) => setDraft({ ...draft, query: event.target.value })} />
        </label>
      )}
      <div className="row">
        <label className="stack grow">
          <span>{t('queueSize')}</span>
          <input
            className="field num"
            inputMode="numeric"
            placeholder={t('allOfThem')}
            value={draft.size}
            onChange={(event) => setDraft({ ...draft, size: event.target.value })}
          />
        </label>
        {(kind === 'sample' || kind === 'stratified') && (
          <label className="stack grow">
            <span>{t('seed')}</span>
            <input
              className="field num"
              inputMode="numeric"
              value={draft.seed}
              onChange={(event) => setDraft({ ...draft, seed: event.target.value })}
            />
          </label>
        )}
      </div>
    </FormDialog>
  );
}

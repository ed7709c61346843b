import { Keyboard, ListFilter, Redo2, Undo2, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Translate, useT } from '../../../i18n';
import { showKeys } from '../../../shell/commands';
import type { QueueChoice, Who } from '../../../shell/settings';
import { IconButton } from '../../../ui/IconButton';
import type { Keys } from './actions';
import type { Counts } from './useQueue';

/** Who judges which queue, and the way back. */
export function JudgeHead({
  pick,
  mode,
  who,
  choice,
  counts,
  keys,
  onWho,
  onQueue,
  onKeys,
  onUndo,
}: {
  /** The choice of the collection. */
  pick: ReactNode;
  mode: ReactNode;
  who: Who;
  choice: QueueChoice;
  counts: Counts | undefined;
  keys: Keys;
  onWho: () => void;
  onQueue: () => void;
  onKeys: () => void;
  onUndo: (redo: boolean) => void;
}) {
  const { t } = useT();
  const signed = [who.name || t('whoTitle'), who.blind && t('blindShort'), who.role === 'adjudicator' && t('role_adjudicator')];
  return (
    <>
      <div className="pane-head">
        <div className="grow">{pick}</div>
        <button type="button" className="button bare cut" onClick={onWho}>
          <UserRound size={16} aria-hidden="true" />
          {signed.filter(Boolean).join(' · ')}
        </button>
      </div>
      <div className="filters">
        {mode}
        {who.name !== '' && (
          <div className="row small muted">
            <button type="button" className="button bare grow start" onClick={onQueue}>
              <ListFilter size={16} aria-hidden="true" />
              <span className="cut">{queueName(choice, t)}</span>
              <kbd>o</kbd>
            </button>
            <IconButton
              icon={Undo2}
              label={t('judge_undo')}
              keys={showKeys(keys['undo']!)}
              disabled={!counts?.can_undo}
              onClick={() => onUndo(false)}
            />
            <IconButton
              icon={Redo2}
              label={t('judge_redo')}
              keys={showKeys(keys['redo']!)}
              disabled={!counts?.can_redo}
              onClick={() => onUndo(true)}
            />
            <IconButton icon={Keyboard} label={t('changeKeys')} onClick={onKeys} />
          </div>
        )}
      </div>
    </>
  );
}

function queueName({ kind, size, seed, query }: QueueChoice, t: Translate): string {
  const parts = [t(`queue_${kind}`)];
  if (kind === 'query') parts.push(`“${query}”`);
  if (size > 0) parts.push(t('atMost', { count: size }));
  if (kind === 'sample' || kind === 'stratified') parts.push(`${t('seed')} ${seed}`);
  return parts.join(' · ');
}

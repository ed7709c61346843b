import { Keyboard, ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Translate, useT } from '../../../i18n';
import type { QueueChoice, Who } from '../../../shell/settings';
import { IconButton } from '../../../ui/IconButton';
import { AuditHead } from '../AuditHead';
import { UndoButtons } from '../UndoButtons';
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
  return (
    <AuditHead pick={pick} who={who} mode={mode} onWho={onWho}>
      <button type="button" className="button bare grow start" onClick={onQueue}>
        <ListFilter size={16} aria-hidden="true" />
        <span className="cut">{queueName(choice, t)}</span>
        <kbd>o</kbd>
      </button>
      <UndoButtons moves={counts} keys={{ undo: keys['undo']!, redo: keys['redo']! }} onUndo={onUndo} />
      <IconButton icon={Keyboard} label={t('changeKeys')} onClick={onKeys} />
    </AuditHead>
  );
}

function queueName({ kind, size, seed, query }: QueueChoice, t: Translate): string {
  const parts = [t(`queue_${kind}`)];
  if (kind === 'query') parts.push(`“${query}”`);
  if (size > 0) parts.push(t('atMost', { count: size }));
  if (kind === 'sample' || kind === 'stratified') parts.push(`${t('seed')} ${seed}`);
  return parts.join(' · ');
}

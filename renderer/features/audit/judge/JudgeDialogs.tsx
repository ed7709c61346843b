import type { Nugget } from '../../../../shared/domain';
import type { Settings } from '../../../shell/settings';
import { TraceDialog } from '../TraceDialog';
import type { Keys } from './actions';
import { KeysDialog } from './KeysDialog';
import { QueueDialog } from './QueueDialog';
import { WhoDialog } from './WhoDialog';

export type JudgeDialog = 'who' | 'queue' | 'keys' | 'trace';

/** What is asked before and beside the judging: who, which queue, which keys; and where the nugget comes from. */
export function JudgeDialogs({
  open,
  settings: { who, queue },
  keys,
  nugget,
  change,
  onWho,
  onQueue,
  onClose,
}: {
  open: JudgeDialog | null;
  settings: Settings;
  keys: Keys;
  nugget: Nugget | undefined;
  change: (part: Partial<Settings>) => void;
  onWho: () => void;
  onQueue: () => void;
  onClose: () => void;
}) {
  switch (open) {
    case 'who': {
      const keep = (next: Settings['who']) => {
        change({ who: next });
        onWho();
      };
      return <WhoDialog who={who} onKeep={keep} onClose={onClose} />;
    }
    case 'queue': {
      const keep = (next: Settings['queue']) => {
        change({ queue: next });
        onQueue();
      };
      return <QueueDialog queue={queue} blind={who.blind} onKeep={keep} onClose={onClose} />;
    }
    case 'keys':
      return <KeysDialog keys={keys} onKeep={(next) => change({ judgeKeys: next })} onClose={onClose} />;
    case 'trace':
      return nugget ? <TraceDialog nugget={nugget} onClose={onClose} /> : null;
    default:
      return null;
  }
}

import { useState } from 'react';
import { useT } from '../../../i18n';
import { keyOf, showKeys } from '../../../shell/commands';
import { ReadingDialog } from '../../../ui/ReadingDialog';
import { actionLabel, DEFAULT_KEYS, type Keys, keyClash } from './actions';

/** Every action with its key: press a button, then the key that it should have. */
export function KeysDialog({ keys, onKeep, onClose }: { keys: Keys; onKeep: (keys: Keys) => void; onClose: () => void }) {
  const { t } = useT();
  const [waiting, setWaiting] = useState('');
  const [said, setSaid] = useState('');
  const give = (action: string, key: string) => {
    const clash = keyClash(keys, action, key);
    if (clash) {
      setSaid(
        clash.by === '' ? t('keyTaken', { key: showKeys(key) }) : t('keyUsed', { key: showKeys(key), action: t(actionLabel(clash.by)) }),
      );
      return;
    }
    setSaid('');
    setWaiting('');
    onKeep({ ...keys, [action]: key });
  };
  return (
    <ReadingDialog title={t('changeKeys')} className="keys-dialog" bodyClassName="keys" onClose={onClose}>
      <p className="small muted" role="status">
        {said || (waiting ? t('pressKey', { action: t(actionLabel(waiting)) }) : t('changeKeysHint'))}
      </p>
      <ul className="key-list">
        {Object.entries(keys).map(([action, key]) => (
          <li key={action}>
            <span>{t(actionLabel(action))}</span>
            <button
              type="button"
              className="button"
              aria-pressed={waiting === action}
              aria-label={`${t(actionLabel(action))}: ${showKeys(key)}`}
              onClick={() => {
                setSaid('');
                setWaiting(waiting === action ? '' : action);
              }}
              onKeyDown={(event) => {
                if (waiting !== action || ['Shift', 'Control', 'Alt', 'Meta', 'Tab', 'Escape'].includes(event.key)) return;
                event.preventDefault();
                give(action, keyOf(event));
              }}
            >
              {waiting === action ? '…' : <kbd>{showKeys(key)}</kbd>}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="button" onClick={() => onKeep(DEFAULT_KEYS)}>
        {t('usualKeys')}
      </button>
    </ReadingDialog>
  );
}

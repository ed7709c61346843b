import { useEffect, useRef } from 'react';
import { type Key, useT } from '../i18n';

const ROWS: readonly (readonly [readonly string[], Key])[] = [
  [['Ctrl K'], 'key_palette'],
  [['?'], 'key_keys'],
  [['/'], 'key_search'],
  [['1', '2', '3'], 'key_places'],
  [['↑', '↓'], 'key_move'],
  [['Enter'], 'key_open'],
  [['Space'], 'key_expand'],
  [['n', 'p'], 'key_evidence'],
  [['Shift n', 'Shift p'], 'key_document'],
  [['Ctrl F'], 'key_find'],
  [['c'], 'key_copy'],
  [['+', '-'], 'key_size'],
];

export function KeysHelp({ onClose }: { onClose: () => void }) {
  const { t } = useT();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="keys-title">
      <div className="keys">
        <h2 id="keys-title">{t('keysTitle')}</h2>
        <dl>
          {ROWS.map(([keys, what]) => (
            <div key={what} style={{ display: 'contents' }}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key} style={{ marginRight: 4 }}>
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{t(what)}</dd>
            </div>
          ))}
        </dl>
        <form method="dialog">
          <button type="submit" className="button">
            {t('close')}
          </button>
        </form>
      </div>
    </dialog>
  );
}

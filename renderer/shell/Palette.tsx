import { useContext, useEffect, useRef, useState } from 'react';
import { useT } from '../i18n';
import { type Command, Commands, showKeys } from './commands';
import { plain } from './format';

/** Every command of the present screen, found by typing a part of its name. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useT();
  const registry = useContext(Commands);
  const [find, setFind] = useState('');
  const [at, setAt] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    dialog.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  });
  const words = plain(find).split(/\s+/).filter(Boolean);
  const found = registry.all().filter(({ label }) => words.every((word) => plain(label).includes(word)));
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    // After the dialog has given the focus back: a command may take it.
    requestAnimationFrame(() => command.run());
  };
  return (
    <dialog ref={dialog} className="palette" aria-label={t('palette')} onClose={onClose}>
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found[at] ? `command-${found[at].id}` : undefined}
        aria-label={t('paletteHint')}
        placeholder={t('paletteHint')}
        value={find}
        onChange={(event) => {
          setFind(event.target.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setAt((i) => Math.min(found.length - 1, i + 1));
          else if (event.key === 'ArrowUp') setAt((i) => Math.max(0, i - 1));
          else if (event.key === 'Enter') run(found[at]);
          else return;
          event.preventDefault();
        }}
      />
      <ul id="palette-list" role="listbox" aria-label={t('palette')}>
        {found.map((command, i) => (
          <li key={command.id} id={`command-${command.id}`} role="option" aria-selected={i === at} onClick={() => run(command)}>
            <span>{command.label}</span>
            {command.keys && <kbd>{showKeys(command.keys)}</kbd>}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="none">{t('noCommand')}</p>}
    </dialog>
  );
}

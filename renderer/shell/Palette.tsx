import { useContext, useState } from 'react';
import { useT } from '../i18n';
import { FindDialog } from '../ui/FindDialog';
import { Commands, showKeys } from './commands';
import { plain } from './format';

/** Every command of the present screen, found by typing a part of its name. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useT();
  const registry = useContext(Commands);
  const [find, setFind] = useState('');
  const words = plain(find).split(/\s+/).filter(Boolean);
  const found = registry.all().filter(({ label }) => words.every((word) => plain(label).includes(word)));
  return (
    <FindDialog
      title={t('palette')}
      hint={t('paletteHint')}
      list={t('palette')}
      find={find}
      onFind={setFind}
      rows={found.map(({ id, label, keys }) => ({
        id,
        row: (
          <>
            <span>{label}</span>
            {keys && <kbd>{showKeys(keys)}</kbd>}
          </>
        ),
      }))}
      none={t('noCommand')}
      onTake={(id) =>
        registry
          .all()
          .find((command) => command.id === id)
          ?.run()
      }
      onClose={onClose}
    />
  );
}

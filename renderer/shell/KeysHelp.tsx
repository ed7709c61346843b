import { useContext } from 'react';
import { useT } from '../i18n';
import { ReadingDialog } from '../ui/ReadingDialog';
import { Commands, showKeys } from './commands';

/** The keys of the present screen, as its components registered them. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const { t } = useT();
  const registry = useContext(Commands);
  const all = registry.groups();
  const groups = all
    .map(({ title, commands, hints }, i) => {
      // What the present screen means by a key, it means nothing else there.
      const taken = new Set(all.slice(i + 1).flatMap((inner) => inner.commands.map(({ keys }) => keys)));
      const own = commands.flatMap(({ keys, label }) => (keys && !taken.has(keys) ? [{ keys: [showKeys(keys)], label }] : []));
      return { title, rows: [...hints, ...own] };
    })
    .filter(({ rows }) => rows.length > 0)
    // The present screen first, what works everywhere last.
    .reverse();
  return (
    <ReadingDialog title={t('keysTitle')} className="keys-dialog" bodyClassName="keys" onClose={onClose}>
      <div className="groups">
        {groups.map(({ title, rows }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {rows.map(({ keys, label }) => (
                <Row key={label} keys={keys} label={label} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </ReadingDialog>
  );
}

function Row({ keys, label }: { keys: readonly string[]; label: string }) {
  return (
    <>
      <dt>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{label}</dd>
    </>
  );
}

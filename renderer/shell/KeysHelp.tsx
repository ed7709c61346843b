import { useContext } from 'react';
import { useT } from '../i18n';
import { ReadingDialog } from '../ui/ReadingDialog';
import { Commands, showKeys } from './commands';

/** The keys of the present screen, as its components registered them. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const { t } = useT();
  const registry = useContext(Commands);
  const groups = registry
    .groups()
    .map(({ title, commands, hints }) => ({
      title,
      rows: [...hints, ...commands.flatMap(({ keys, label }) => (keys ? [{ keys: [showKeys(keys)], label }] : []))],
    }))
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

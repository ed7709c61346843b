import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { api } from '../../api';
import { useT } from '../../i18n';
import { useLoad } from '../../shell/hooks';

const SHOWN = 60;

/** Finds a decision by a part of its title or id. */
export function DecisionPicker({
  collection,
  onPick,
  onClose,
}: {
  collection: string;
  onPick: (docId: string) => void;
  onClose: () => void;
}) {
  const { t } = useT();
  const [find, setFind] = useState('');
  const [at, setAt] = useState(0);
  const wanted = useDeferredValue(find);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    dialog.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  });
  const { value } = useLoad(
    () => api.call('documents', { collection, find: wanted, limit: SHOWN }).then(({ documents }) => ({ documents, wanted })),
    [collection, wanted],
  );
  const found = value?.documents ?? [];
  // Enter may come before the list of what was typed: it then takes the first of that list.
  const fresh = value?.wanted === find;
  const [entered, setEntered] = useState(false);
  const pick = (docId: string | undefined) => {
    if (!docId) return;
    onClose();
    onPick(docId);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: waits for the list alone
  useEffect(() => {
    if (entered && fresh) pick(found[0]?.doc_id);
  }, [entered, fresh]);
  return (
    <dialog ref={dialog} className="palette" aria-label={t('chooseTitle')} onClose={onClose}>
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls="decision-list"
        aria-activedescendant={found[at] ? `decision-${at}` : undefined}
        aria-label={t('findDocument')}
        placeholder={t('findDocument')}
        value={find}
        onChange={(event) => {
          setFind(event.target.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setAt((i) => Math.min(found.length - 1, i + 1));
          else if (event.key === 'ArrowUp') setAt((i) => Math.max(0, i - 1));
          else if (event.key === 'Enter' && fresh) pick(found[at]?.doc_id);
          else if (event.key === 'Enter') setEntered(true);
          else return;
          event.preventDefault();
        }}
      />
      <ul id="decision-list" role="listbox" aria-label={t('documents')}>
        {found.map((row, i) => (
          <li key={row.doc_id} id={`decision-${i}`} role="option" aria-selected={i === at} onClick={() => pick(row.doc_id)}>
            <span className="cut">{row.title}</span>
            <span className="small muted num">{row.nuggets > 0 ? t('docNuggets', { count: row.nuggets }) : t('docNone')}</span>
          </li>
        ))}
      </ul>
      {value && found.length === 0 && <p className="none">{t('noResultsTitle')}</p>}
    </dialog>
  );
}

import { useDeferredValue, useState } from 'react';
import { api } from '../../api';
import { useT } from '../../i18n';
import { useLoad } from '../../shell/hooks';
import { FindDialog } from '../../ui/FindDialog';

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
  const wanted = useDeferredValue(find);
  const { value } = useLoad(
    () => api.call('documents', { collection, find: wanted, limit: SHOWN }).then(({ documents }) => ({ documents, wanted })),
    [collection, wanted],
  );
  const found = value?.documents ?? [];
  return (
    <FindDialog
      title={t('chooseTitle')}
      hint={t('findDocument')}
      list={t('documents')}
      find={find}
      onFind={setFind}
      rows={found.map(({ doc_id, title, nuggets }) => ({
        id: doc_id,
        row: (
          <>
            <span className="cut">{title}</span>
            <span className="small muted num">{nuggets > 0 ? t('docNuggets', { count: nuggets }) : t('docNone')}</span>
          </>
        ),
      }))}
      ready={value?.wanted === find}
      none={value && t('noResultsTitle')}
      onTake={onPick}
      onClose={onClose}
    />
  );
}

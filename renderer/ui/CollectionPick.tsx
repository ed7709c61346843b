import type { CollectionSummary } from '../../shared/contract';
import { useT } from '../i18n';
import { Pick } from './Pick';

/** Which collection is looked at; its name where there is one alone. */
export function CollectionPick({
  collections,
  value,
  onChange,
}: {
  collections: readonly CollectionSummary[];
  value: string;
  onChange: (id: string) => void;
}) {
  const { t } = useT();
  return (
    <Pick
      look="strong"
      label={t('collection')}
      value={value}
      choices={collections.map(({ id }) => ({ value: id, label: id }))}
      onChange={onChange}
    />
  );
}

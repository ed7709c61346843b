import { Search } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { useT } from '../i18n';
import { IconButton } from '../ui/IconButton';
import { SentTo } from './SentTo';

/** Enter asks, Shift+Enter breaks the line; a long query shows its head until it is edited. */
export function SearchBox({
  box,
  query,
  encoders = [],
  onQuery,
}: {
  box: RefObject<HTMLTextAreaElement | null>;
  query: string;
  /** That the query is embedded with: a remote one gets it sent. */
  encoders?: readonly (string | undefined)[];
  onQuery: (query: string) => void;
}) {
  const { t } = useT();
  const [draft, setDraft] = useState(query);
  useEffect(() => setDraft(query), [query]);
  return (
    <>
      <form
        className="search-box"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          onQuery(draft);
        }}
      >
        <textarea
          ref={box}
          rows={1}
          aria-label={t('query')}
          placeholder={t('queryHint')}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={(event) => {
            event.target.scrollTop = 0;
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur();
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            onQuery(draft);
          }}
        />
        <IconButton icon={Search} label={t('search')} keys="Enter" type="submit" />
      </form>
      <SentTo encoders={encoders} />
    </>
  );
}

import { PanelLeftClose } from 'lucide-react';
import type { CollectionSummary } from '../../shared/contract';
import type { Query } from '../../shared/domain';
import { useT } from '../i18n';
import { CollectionPick } from '../ui/CollectionPick';
import { IconButton } from '../ui/IconButton';

/** The collection, what was asked before, and the queries that came with it. */
export function QueryPane({
  collections,
  collection,
  queries,
  history,
  query,
  onCollection,
  onQuery,
  onClear,
  onHide,
}: {
  collections: readonly CollectionSummary[];
  collection: string;
  queries: readonly Query[];
  history: readonly string[];
  query: string;
  onCollection: (id: string) => void;
  onQuery: (query: string) => void;
  onClear?: () => void;
  onHide: () => void;
}) {
  const { t } = useT();
  const ask = (text: string, key: string) => (
    <li key={key}>
      <button
        type="button"
        className="ask"
        aria-current={text === query}
        title={text.length > 90 ? text : undefined}
        onClick={() => onQuery(text)}
      >
        <span className="clamp3">{text}</span>
      </button>
    </li>
  );
  return (
    <nav className="pane" aria-label={t('queries')}>
      <div className="pane-head">
        <div className="grow">
          <CollectionPick collections={collections} value={collection} onChange={onCollection} />
        </div>
        <IconButton icon={PanelLeftClose} label={t('hideQueries')} onClick={onHide} />
      </div>
      <div className="queries" tabIndex={0} role="region" aria-label={t('queries')}>
        {history.length > 0 && (
          <>
            <h2>
              {t('history')}
              <button type="button" className="clear" onClick={onClear}>
                {t('clearHistory')}
              </button>
            </h2>
            <ul>{history.map((text) => ask(text, text))}</ul>
          </>
        )}
        {queries.length > 0 && (
          <>
            <h2>{t('examples')}</h2>
            <ul>{queries.map(({ query_id, text }) => ask(text, query_id))}</ul>
          </>
        )}
        {history.length + queries.length === 0 && (
          <p className="small muted" style={{ padding: 10 }}>
            {t('noQueriesYet')}
          </p>
        )}
      </div>
    </nav>
  );
}

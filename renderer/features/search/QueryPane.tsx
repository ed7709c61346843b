import type { Query } from '../../../shared/domain';
import { useT } from '../../i18n';

export function QueryPane({
  queries,
  history,
  query,
  onQuery,
  onClear,
}: {
  queries: readonly Query[];
  history: readonly string[];
  query: string;
  onQuery: (query: string) => void;
  onClear: () => void;
}) {
  const { t } = useT();
  return (
    <nav className="pane" aria-label={t('queriesHistory')}>
      <div className="queries" tabIndex={0} role="region" aria-label={t('queriesHistory')}>
        {history.length > 0 && (
          <>
            <h3>{t('history')}</h3>
            {history.map((text) => (
              <button key={text} type="button" aria-current={text === query} onClick={() => onQuery(text)}>
                <span>{text}</span>
              </button>
            ))}
            <button type="button" className="muted small" onClick={onClear}>
              {t('clearHistory')}
            </button>
          </>
        )}
        {queries.length > 0 && (
          <>
            <h3>{t('examples')}</h3>
            {queries.map(({ query_id, text }) => (
              <button
                key={query_id}
                type="button"
                aria-current={text === query}
                onClick={() => onQuery(text)}
                title={text.length > 160 ? text : undefined}
              >
                <span>{text}</span>
              </button>
            ))}
          </>
        )}
      </div>
    </nav>
  );
}

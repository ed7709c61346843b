import { PanelLeftClose } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { CollectionSummary } from '../../../../shared/contract';
import type { Query } from '../../../../shared/domain';
import { useT } from '../../../i18n';
import { decimal } from '../../../shell/format';
import { stepIn } from '../../../shell/stepIn';
import { CollectionPick } from '../../../ui/CollectionPick';
import { IconButton } from '../../../ui/IconButton';
import { Pick } from '../../../ui/Pick';
import { ORDERS, type Order, type QueryValues } from './order';

/** The collection's queries, each with what two runs get on it; arrow keys walk through them. */
export function QueryList({
  collections,
  collection,
  queries,
  values,
  caption,
  order,
  selected,
  onCollection,
  onOrder,
  onQuery,
  onHide,
  children,
}: {
  collections: readonly CollectionSummary[];
  collection: string;
  /** As they are to stand. */
  queries: readonly Query[];
  values: QueryValues;
  /** What the numbers are, '' where there are none. */
  caption: string;
  order: Order;
  selected: string | undefined;
  onCollection: (id: string) => void;
  onOrder: (order: Order) => void;
  onQuery: (query: Query) => void;
  onHide: () => void;
  /** Choices of what is compared. */
  children?: React.ReactNode;
}) {
  const { t, language } = useT();
  const box = useRef<HTMLDivElement>(null);
  const at = queries.findIndex(({ query_id }) => query_id === selected);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a query chosen in a chart comes into view here
  useEffect(() => {
    box.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [selected, order]);
  const n = (value: number) => decimal(value, 2, language);
  return (
    <nav className="pane lab-queries" aria-label={t('queries')}>
      <div className="pane-head">
        <div className="grow">
          <CollectionPick collections={collections} value={collection} onChange={onCollection} />
        </div>
        <IconButton icon={PanelLeftClose} label={t('hideQueries')} keys="q" onClick={onHide} />
      </div>
      {children}
      {values.size > 0 && (
        <div className="order-line">
          <Pick
            label={t('order')}
            value={order}
            choices={ORDERS.map((choice) => ({ value: choice, label: t(`queryOrder_${choice}`) }))}
            onChange={onOrder}
          />
          <p className="small muted">{caption}</p>
        </div>
      )}
      {queries.length === 0 && <p className="small muted none">{t('noQueriesHere')}</p>}
      {queries.length > 0 && (
        <div
          ref={box}
          id="lab-queries"
          className="query-list"
          role="listbox"
          tabIndex={0}
          aria-label={t('queries')}
          aria-activedescendant={at >= 0 ? `lab-query-${at}` : undefined}
          onKeyDown={(event) => {
            const step = stepIn(event.key, at, queries.length);
            if (step === undefined || !queries[step]) return;
            event.preventDefault();
            onQuery(queries[step]);
          }}
        >
          {queries.map((query, i) => {
            const own = values.get(query.query_id);
            return (
              <div
                key={query.query_id}
                id={`lab-query-${i}`}
                className="query"
                role="option"
                aria-selected={query.query_id === selected}
                title={query.text.length > 90 ? query.text : undefined}
                onClick={() => onQuery(query)}
              >
                <span className="clamp3">{query.text}</span>
                {own && (
                  <span className="values num">
                    {n(own.a)} → {n(own.b)}{' '}
                    <b className={own.b > own.a ? 'up' : own.b < own.a ? 'down' : ''}>
                      {own.b > own.a ? '▲' : own.b < own.a ? '▼' : '='}
                      {own.b === own.a ? '' : n(Math.abs(own.b - own.a))}
                    </b>
                  </span>
                )}
              </div>
            );
          })}
        </div>
      )}
    </nav>
  );
}

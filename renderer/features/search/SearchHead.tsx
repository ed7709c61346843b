import { Search } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import type { CollectionSummary } from '../../../shared/contract';
import { useT } from '../../i18n';
import { AGGREGATES, type AggregateChoice, aggregates, MODES, type Mode } from './modes';

export function SearchHead({
  box,
  collections,
  collection,
  query,
  mode,
  aggregate,
  onCollection,
  onQuery,
  onMode,
  onAggregate,
}: {
  box: RefObject<HTMLTextAreaElement | null>;
  collections: readonly CollectionSummary[];
  collection: string;
  query: string;
  mode: Mode;
  aggregate: AggregateChoice;
  onCollection: (id: string) => void;
  onQuery: (query: string) => void;
  onMode: (mode: Mode) => void;
  onAggregate: (aggregate: AggregateChoice) => void;
}) {
  const { t } = useT();
  const [draft, setDraft] = useState(query);
  useEffect(() => setDraft(query), [query]);
  const labels = { max: t('agg_max'), 'mean:3': t('agg_mean'), 'by-sentence': t('agg_sentence') };
  return (
    <div className="search-head">
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
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey) return;
            event.preventDefault();
            onQuery(draft);
          }}
        />
        <button type="submit" className="button primary" aria-label={t('run')} title={t('run')}>
          <Search size={17} aria-hidden="true" />
        </button>
      </form>
      <div className="row" style={{ flexWrap: 'wrap' }}>
        <div className="segments" role="radiogroup" aria-label={t('ranking')}>
          {MODES.map((choice, i) => (
            <button
              key={choice}
              type="button"
              role="radio"
              aria-checked={mode === choice}
              tabIndex={mode === choice ? 0 : -1}
              onClick={() => onMode(choice)}
              onKeyDown={(event) => {
                const by =
                  event.key === 'ArrowRight' || event.key === 'ArrowDown'
                    ? 1
                    : event.key === 'ArrowLeft' || event.key === 'ArrowUp'
                      ? -1
                      : 0;
                if (by === 0) return;
                event.preventDefault();
                const next = (i + by + MODES.length) % MODES.length;
                onMode(MODES[next]!);
                (event.currentTarget.parentElement?.children[next] as HTMLElement | undefined)?.focus();
              }}
            >
              {t(`mode_${choice}`)}
            </button>
          ))}
        </div>
        <select
          className="field"
          style={{ width: 'auto', maxWidth: 220 }}
          aria-label={t('aggregation')}
          value={aggregate}
          disabled={!aggregates(mode)}
          onChange={(event) => onAggregate(event.target.value as AggregateChoice)}
        >
          {AGGREGATES.map((choice) => (
            <option key={choice} value={choice}>
              {labels[choice]}
            </option>
          ))}
        </select>
        {collections.length > 1 && (
          <select
            className="field"
            style={{ width: 'auto', maxWidth: 180 }}
            aria-label={t('collection')}
            value={collection}
            onChange={(event) => onCollection(event.target.value)}
          >
            {collections.map(({ id }) => (
              <option key={id} value={id}>
                {id}
              </option>
            ))}
          </select>
        )}
      </div>
    </div>
  );
}

import { Search } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import type { CollectionSummary } from '../../../shared/contract';
import type { AppError } from '../../../shared/errors';
import { SearchBox } from '../../asking/SearchBox';
import { useT } from '../../i18n';
import { encoderName } from '../../shell/encoders';
import { Fault } from '../../shell/Fault';
import { Empty } from '../../ui/Empty';
import { Segments } from '../../ui/Segments';
import { Skeleton } from '../../ui/Skeleton';
import { ListMeta } from './ListMeta';
import { MODES } from './modes';
import { ResultList } from './ResultList';
import type { Searching } from './useSearching';

/** The query, how it is ranked, and the ranked decisions; of a fault what mends it, of an empty list what fills it. */
export function ListPane({
  head,
  box,
  collection,
  searching,
  error,
  onAsk,
  onChosen,
  onOpen,
  goToLibrary,
}: {
  head: ReactNode;
  box: RefObject<HTMLTextAreaElement | null>;
  collection: CollectionSummary;
  searching: Searching;
  error: AppError | undefined;
  onAsk: (query: string) => void;
  /** After a decision or a unit of it was chosen in the list. */
  onChosen: () => void;
  onOpen: () => void;
  goToLibrary: () => void;
}) {
  const { t } = useT();
  const { query, mode, search, results, encoder } = searching;
  const fault = error ?? search.error;
  return (
    <section className="pane" aria-label={t('rankedDecisions')}>
      {head}
      <div className="search-head">
        <SearchBox box={box} query={query} encoders={mode === 'bm25' ? [] : [encoder]} onQuery={onAsk} />
        <Segments
          label={t('ranking')}
          value={mode}
          choices={MODES.filter((choice) => choice !== 'summary' || collection.summaries.length > 0).map((choice) => ({
            value: choice,
            label: t(`mode_${choice}`),
          }))}
          onChange={searching.setMode}
        />
      </div>
      <ListMeta
        output={query ? search.value : undefined}
        mode={mode}
        aggregate={searching.aggregate}
        onAggregate={searching.setAggregate}
        encoders={searching.encoders.map((value) => ({ value, label: encoderName(value, collection, t) }))}
        encoder={encoder}
        onEncoder={searching.setEncoder}
        near={searching.near}
        onOffer={goToLibrary}
      />
      {fault && (
        <Fault
          error={fault}
          action={fault.code === 'NOT_INDEXED' ? { label: t('goToLibrary'), run: goToLibrary } : { label: t('retry'), run: search.reload }}
        />
      )}
      {!query && !fault && (
        <Empty icon={Search} title={t('emptySearchTitle')} text={t('emptySearchText')}>
          <div className="examples">
            {searching.queries.slice(0, 3).map((example) => (
              <button key={example.query_id} type="button" title={example.text} onClick={() => onAsk(example.text)}>
                <span className="clamp2">{example.text}</span>
              </button>
            ))}
          </div>
        </Empty>
      )}
      {query && search.loading && !search.value && <Skeleton />}
      {query && search.value && results.length === 0 && <Empty icon={Search} title={t('noResultsTitle')} text={t('noResultsText')} />}
      {query && results.length > 0 && (
        <ResultList
          results={results}
          moves={search.moves}
          mode={mode}
          selected={searching.selected}
          unit={searching.unit?.id ?? null}
          onSelect={(result) => {
            searching.select(result);
            onChosen();
          }}
          onUnit={(result, unitId) => {
            searching.selectUnit(result, unitId);
            onChosen();
          }}
          onOpen={onOpen}
        />
      )}
    </section>
  );
}

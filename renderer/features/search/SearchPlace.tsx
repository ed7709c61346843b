import { useEffect, useRef, useState } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import type { CollectionSummary, ResultDocument } from '../../../shared/contract';
import type { AppError } from '../../../shared/errors';
import { api } from '../../api';
import { useT } from '../../i18n';
import { useCommands } from '../../shell/commands';
import { Fault } from '../../shell/Fault';
import { count } from '../../shell/format';
import { useLoad } from '../../shell/hooks';
import type { Settings } from '../../shell/settings';
import { type AggregateChoice, MODES, type Mode } from './modes';
import { QueryPane } from './QueryPane';
import { Reader, type ReaderUnit } from './Reader';
import { ResultList } from './ResultList';
import { SearchHead } from './SearchHead';
import { useLayout, useWidth } from './useLayout';
import { useSearch } from './useSearch';

const HISTORY = 12;
const READING = { least: 14, most: 26 };

export function SearchPlace({
  active,
  collections,
  error,
  collection,
  settings,
  change,
  toOpen,
  opened,
  goToLibrary,
}: {
  active: boolean;
  collections: readonly CollectionSummary[] | undefined;
  error: AppError | undefined;
  collection: CollectionSummary | undefined;
  settings: Settings;
  change: (part: Partial<Settings>) => void;
  toOpen: string | null;
  opened: () => void;
  goToLibrary: () => void;
}) {
  const { t, language } = useT();
  const [query, setQuery] = useState('');
  const [mode, setMode] = useState<Mode>('nugget');
  const [aggregate, setAggregate] = useState<AggregateChoice>('max');
  const [selected, setSelected] = useState<string | null>(null);
  const [unit, setUnit] = useState<ReaderUnit | null>(null);
  const [reading, setReading] = useState(false);
  const [focus, setFocus] = useState(0);
  const box = useRef<HTMLTextAreaElement>(null);
  const width = useWidth();
  const id = collection?.id;
  // The index's state is part of what a search depends on: when it changes, the list is made anew.
  const stamp = JSON.stringify([collection?.indexed, collection?.nuggets, collection?.documents]);
  const search = useSearch(id, query, mode, aggregate, stamp);
  const stored = useLoad(() => (id ? api.call('queries', { collection: id }) : undefined), [id, stamp]);
  const shown = useLoad(
    (signal) => (id && selected ? api.call('show', { collection: id, doc_id: selected }, { signal }) : undefined),
    [id, selected, stamp],
  );
  const results = search.value?.results ?? [];

  const select = (result: ResultDocument) => {
    setSelected(result.doc_id);
    setUnit(mode === 'document' || mode === 'bm25' ? null : (result.units[0] ?? null));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list brings its first document, unless one is chosen that is in it
  useEffect(() => {
    if (!search.value) return;
    const kept = results.find((result) => result.doc_id === selected) ?? results[0];
    if (kept) select(kept);
    else setSelected(null);
  }, [search.value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another collection begins empty
  useEffect(() => {
    setQuery('');
    setSelected(null);
    setUnit(null);
  }, [id]);
  useEffect(() => {
    if (!toOpen) return;
    setSelected(toOpen);
    setUnit(null);
    setReading(true);
    opened();
  }, [toOpen, opened]);

  const ask = (text: string) => {
    const clean = text.trim();
    setQuery(clean);
    setSelected(null);
    if (clean) change({ history: [clean, ...settings.history.filter((old) => old !== clean)].slice(0, HISTORY) });
  };
  const open = () => {
    setReading(true);
    setFocus((n) => n + 1);
  };
  const stepDocument = (by: 1 | -1) => {
    const next = results[results.findIndex((result) => result.doc_id === selected) + by];
    if (next) select(next);
  };
  const resize = (by: number) => change({ reading: Math.min(READING.most, Math.max(READING.least, settings.reading + by)) });
  useCommands(
    'search',
    active
      ? [
          { id: 'focus-search', label: t('queryHint'), keys: '/', run: () => box.current?.focus() },
          ...MODES.map((choice) => ({
            id: `mode-${choice}`,
            label: `${t('ranking')}: ${t(`mode_${choice}`)}`,
            run: () => setMode(choice),
          })),
          {
            id: 'toggle-queries',
            label: t(settings.queriesShown ? 'hideQueries' : 'showQueries'),
            run: () => change({ queriesShown: !settings.queriesShown }),
          },
        ]
      : [],
  );

  const narrow = width < 800;
  const showQueries = settings.queriesShown && width >= 1100;
  const layout = useLayout(`search-${showQueries ? 3 : 2}`);
  if (collections && collections.length === 0) {
    return (
      <div className="empty">
        <h1>{t('emptyLibraryTitle')}</h1>
        <p className="muted">{t('emptyLibraryText')}</p>
        <button type="button" className="button primary" onClick={goToLibrary}>
          {t('library')}
        </button>
      </div>
    );
  }
  const list = (
    <section className="pane" aria-label={t('documents')}>
      <SearchHead
        box={box}
        collections={collections ?? []}
        collection={id ?? ''}
        query={query}
        mode={mode}
        aggregate={aggregate}
        onCollection={(next) => change({ collection: next })}
        onQuery={ask}
        onMode={setMode}
        onAggregate={setAggregate}
      />
      <div className="list-meta" role="status">
        {search.value && (
          <>
            <span>{t('resultsCount', { count: count(search.value.total, language) })}</span>
            <span>{t('tookMs', { ms: count(Math.round(search.value.took_ms), language) })}</span>
            {search.value.understood.sentences.length > 1 && (
              <span>{t('splitInto', { count: search.value.understood.sentences.length })}</span>
            )}
            {search.value.understood.unmatched_words.length > 0 && (
              <span>{t('unmatched', { words: search.value.understood.unmatched_words.join(', ') })}</span>
            )}
          </>
        )}
      </div>
      {(error ?? search.error) && <Fault error={(error ?? search.error)!} onRetry={search.reload} />}
      {!query && (
        <div className="empty">
          <h2>{t('emptySearchTitle')}</h2>
          <p className="muted">{t('emptySearchText')}</p>
          {stored.value?.queries.slice(0, 3).map((example) => (
            <button
              key={example.query_id}
              type="button"
              className="button serif"
              style={{ textAlign: 'left' }}
              onClick={() => ask(example.text)}
            >
              {example.text.length > 140 ? `${example.text.slice(0, 139)}…` : example.text}
            </button>
          ))}
        </div>
      )}
      {query && search.loading && !search.value && <Skeleton />}
      {query && search.value && results.length === 0 && (
        <div className="empty">
          <h2>{t('noResultsTitle')}</h2>
          <p className="muted">{t('noResultsText')}</p>
        </div>
      )}
      {query && results.length > 0 && (
        <ResultList
          results={results}
          moves={search.moves}
          mode={mode}
          selected={selected}
          unit={unit?.id ?? null}
          onSelect={(result) => {
            select(result);
            if (narrow) setReading(true);
          }}
          onUnit={(result, unitId) => {
            setSelected(result.doc_id);
            setUnit(result.units.find((candidate) => candidate.id === unitId) ?? null);
          }}
          onOpen={open}
        />
      )}
    </section>
  );
  const reader =
    shown.value && selected && shown.value.document.doc_id === selected ? (
      <Reader
        key={shown.value.document.doc_id}
        shown={shown.value}
        unit={unit}
        focus={focus}
        active={active}
        onNugget={(nugget) => setUnit(nugget)}
        onDocument={stepDocument}
        onSize={resize}
        onBack={() => setReading(false)}
      />
    ) : shown.error ? (
      <Fault error={shown.error} onRetry={shown.reload} />
    ) : selected ? (
      <Skeleton />
    ) : (
      <div className="empty">
        <h2>{t('chooseTitle')}</h2>
        <p className="muted">{t('chooseText')}</p>
      </div>
    );
  if (narrow) return reading && selected ? reader : list;
  return (
    <Group orientation="horizontal" defaultLayout={layout.saved} onLayoutChanged={layout.save} style={{ height: '100%' }}>
      {showQueries && (
        <Panel id="queries" defaultSize="220px" minSize="160px" maxSize="400px" groupResizeBehavior="preserve-pixel-size">
          <QueryPane
            queries={stored.value?.queries ?? []}
            history={settings.history}
            query={query}
            onQuery={ask}
            onClear={() => change({ history: [] })}
          />
        </Panel>
      )}
      {showQueries && <Separator className="handle" />}
      <Panel id="list" defaultSize="37%" minSize="320px">
        {list}
      </Panel>
      <Separator className="handle" />
      <Panel id="reader" minSize="360px">
        {reader}
      </Panel>
    </Group>
  );
}

/** Rows of the final shape while the first answer is under way; shown only after 300 ms. */
function Skeleton() {
  const { t } = useT();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 300);
    return () => clearTimeout(timer);
  }, []);
  if (!late) return null;
  return (
    <div style={{ padding: 16, display: 'grid', gap: 12 }} role="status" aria-label={t('loading')}>
      {[78, 92, 64, 85, 70, 90].map((width) => (
        <div key={width} className="skeleton" style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}

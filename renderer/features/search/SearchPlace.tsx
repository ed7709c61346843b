import { BookOpen, PanelLeftOpen, ScanSearch, Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import type { CollectionSummary, ResultDocument } from '../../../shared/contract';
import type { AppError } from '../../../shared/errors';
import { api } from '../../api';
import { QueryPane } from '../../asking/QueryPane';
import { SearchBox } from '../../asking/SearchBox';
import { useT } from '../../i18n';
import { Reader, type ReaderUnit } from '../../reading/Reader';
import { useCommands } from '../../shell/commands';
import { encoderName, usableEncoders } from '../../shell/encoders';
import { Fault } from '../../shell/Fault';
import { useLoad } from '../../shell/hooks';
import { READING, type Settings } from '../../shell/settings';
import { useLayout, useWidth } from '../../shell/useLayout';
import { CollectionPick } from '../../ui/CollectionPick';
import { Empty } from '../../ui/Empty';
import { IconButton } from '../../ui/IconButton';
import { Segments } from '../../ui/Segments';
import { Skeleton } from '../../ui/Skeleton';
import { ListMeta } from './ListMeta';
import { type AggregateChoice, aggregates, MODES, type Mode, rankingOf } from './modes';
import { ResultList } from './ResultList';
import { useApproximate } from './useApproximate';
import { useSearch } from './useSearch';

const HISTORY = 12;
const NARROW = 800;
const WIDE = 1100;

export interface Opening {
  readonly collection: string;
  readonly docId: string;
}

export function SearchPlace({
  active,
  collections,
  error,
  collection,
  settings,
  change,
  toOpen,
  goToLibrary,
  onAudit,
}: {
  active: boolean;
  collections: readonly CollectionSummary[];
  error: AppError | undefined;
  collection: CollectionSummary;
  settings: Settings;
  change: (part: Partial<Settings>) => void;
  /** A document that another place asks to be shown; a new object each time. */
  toOpen: Opening | null;
  goToLibrary: () => void;
  onAudit: (opening: Opening) => void;
}) {
  const { t } = useT();
  const [query, setQuery] = useState('');
  const [mode, setMode] = useState<Mode>('nugget');
  const [aggregate, setAggregate] = useState<AggregateChoice>('max');
  const [wanted, setWanted] = useState('');
  const [selected, setSelected] = useState<string | null>(null);
  const [unit, setUnit] = useState<ReaderUnit | null>(null);
  const [reading, setReading] = useState(false);
  const [queriesOver, setQueriesOver] = useState(false);
  const [focus, setFocus] = useState(0);
  const box = useRef<HTMLTextAreaElement>(null);
  const width = useWidth();
  const { id } = collection;
  // The index's state is part of what a search depends on: when it changes, the list is made anew.
  const stamp = JSON.stringify([collection.indexed, collection.nuggets, collection.documents]);
  const encoders = usableEncoders(collection);
  const encoder = encoders.includes(wanted) ? wanted : encoders[0];
  const near = useApproximate(id, rankingOf(mode, aggregate), encoder, active, stamp);
  const search = useSearch(id, query, mode, aggregate, encoder, near.on, stamp);
  const stored = useLoad(() => api.call('queries', { collection: id }), [id, stamp]);
  const shown = useLoad(
    (signal) => (selected ? api.call('show', { collection: id, doc_id: selected }, { signal }) : undefined),
    [id, selected, stamp],
  );
  const results = search.value?.results ?? [];

  const select = (result: ResultDocument) => {
    setSelected(result.doc_id);
    setUnit(aggregates(mode) ? (result.units[0] ?? null) : null);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list brings its first document, unless one is chosen that is in it
  useEffect(() => {
    if (!search.value) return;
    const kept = results.find((result) => result.doc_id === selected) ?? results[0];
    if (kept) select(kept);
    else setSelected(null);
  }, [search.value]);
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another collection begins empty
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    setQuery('');
    setSelected(null);
    setUnit(null);
  }, [id]);
  useEffect(() => {
    if (!toOpen) return;
    setSelected(toOpen.docId);
    setUnit(null);
    setReading(true);
  }, [toOpen]);

  const ask = (text: string) => {
    const clean = text.trim();
    setQuery(clean);
    setSelected(null);
    setQueriesOver(false);
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
  const toggleQueries = () => {
    if (width >= WIDE) change({ queriesShown: !settings.queriesShown });
    else setQueriesOver((over) => !over);
  };
  useCommands(
    'search',
    t('search'),
    active,
    [
      { id: 'focus-search', label: t('toSearchBox'), keys: '/', run: () => box.current?.focus() },
      {
        id: 'focus-list',
        label: t('toList'),
        keys: 'l',
        run: () => {
          setReading(false);
          requestAnimationFrame(() => document.getElementById('results')?.focus());
        },
      },
      ...MODES.map((choice) => ({ id: `mode-${choice}`, label: `${t('ranking')}: ${t(`mode_${choice}`)}`, run: () => setMode(choice) })),
      ...(selected ? [{ id: 'audit', label: t('openInAudit'), keys: 'a', run: () => onAudit({ collection: id, docId: selected }) }] : []),
      { id: 'toggle-queries', label: t('toggleQueries'), keys: 'q', run: toggleQueries },
    ],
    [
      { keys: ['↑', '↓'], label: t('key_move') },
      { keys: ['Enter'], label: t('key_open') },
      { keys: [t('space')], label: t('key_expand') },
    ],
  );

  const narrow = width < NARROW;
  const showQueries = settings.queriesShown && width >= WIDE;
  const layout = useLayout(`search-${showQueries ? 3 : 2}`);
  const queries = (
    <QueryPane
      collections={collections}
      collection={id}
      queries={stored.value?.queries ?? []}
      history={settings.history}
      query={query}
      onCollection={(next) => change({ collection: next })}
      onQuery={ask}
      onClear={() => change({ history: [] })}
      onHide={toggleQueries}
    />
  );
  const fault = error ?? search.error;
  const list = (
    <section className="pane" aria-label={t('rankedDecisions')}>
      {!showQueries && (
        <div className="pane-head">
          <IconButton icon={PanelLeftOpen} label={t('showQueries')} keys="q" onClick={toggleQueries} />
          <CollectionPick collections={collections} value={id} onChange={(next) => change({ collection: next })} />
        </div>
      )}
      <div className="search-head">
        <SearchBox box={box} query={query} encoders={mode === 'bm25' ? [] : [encoder]} onQuery={ask} />
        <Segments
          label={t('ranking')}
          value={mode}
          choices={MODES.filter((choice) => choice !== 'summary' || collection.summaries.length > 0).map((choice) => ({
            value: choice,
            label: t(`mode_${choice}`),
          }))}
          onChange={setMode}
        />
      </div>
      <ListMeta
        output={query ? search.value : undefined}
        mode={mode}
        aggregate={aggregate}
        onAggregate={setAggregate}
        encoders={encoders.map((value) => ({ value, label: encoderName(value, collection, t) }))}
        encoder={encoder}
        onEncoder={setWanted}
        near={near}
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
            {stored.value?.queries.slice(0, 3).map((example) => (
              <button key={example.query_id} type="button" title={example.text} onClick={() => ask(example.text)}>
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
          selected={selected}
          unit={unit?.id ?? null}
          onSelect={(result) => {
            select(result);
            if (narrow) setReading(true);
          }}
          onUnit={(result, unitId) => {
            setSelected(result.doc_id);
            setUnit(result.units.find((candidate) => candidate.id === unitId) ?? null);
            if (narrow) setReading(true);
          }}
          onOpen={open}
        />
      )}
    </section>
  );
  const reader =
    shown.value && selected && shown.value.document.doc_id === selected ? (
      <Reader
        key={selected}
        shown={shown.value}
        unit={unit}
        focus={focus}
        active={active}
        extra={
          <IconButton icon={ScanSearch} label={t('openInAudit')} keys="a" onClick={() => onAudit({ collection: id, docId: selected })} />
        }
        onNugget={setUnit}
        onDocument={stepDocument}
        onSize={(by) => change({ reading: Math.min(READING.most, Math.max(READING.least, settings.reading + by)) })}
        onBack={narrow ? () => setReading(false) : undefined}
      />
    ) : shown.error ? (
      <Fault error={shown.error} action={{ label: t('retry'), run: shown.reload }} />
    ) : selected ? (
      <Skeleton of="page-of-text" />
    ) : (
      <Empty icon={BookOpen} title={t('chooseTitle')} text={t('chooseText')} />
    );
  const over = queriesOver && !showQueries;
  if (narrow) return over ? queries : reading && selected ? reader : list;
  return (
    <Group orientation="horizontal" defaultLayout={layout.saved} onLayoutChanged={layout.save} style={{ height: '100%' }}>
      {showQueries && (
        <Panel id="queries" defaultSize="204px" minSize="160px" maxSize="400px" groupResizeBehavior="preserve-pixel-size">
          {queries}
        </Panel>
      )}
      {showQueries && <Separator className="handle" aria-label={t('resize')} />}
      <Panel id="list" defaultSize={width < WIDE ? '360px' : '376px'} minSize="344px" groupResizeBehavior="preserve-pixel-size">
        {over ? queries : list}
      </Panel>
      <Separator className="handle" aria-label={t('resize')} />
      <Panel id="reader" minSize="340px">
        {reader}
      </Panel>
    </Group>
  );
}

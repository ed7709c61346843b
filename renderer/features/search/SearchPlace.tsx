import { PanelLeftOpen } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import type { CollectionSummary } from '../../../shared/contract';
import type { AppError } from '../../../shared/errors';
import { QueryPane } from '../../asking/QueryPane';
import { useT } from '../../i18n';
import { useTextFocus } from '../../reading/useTextFocus';
import { focusAfter } from '../../shell/focusAfter';
import { resized, type Settings } from '../../shell/settings';
import { useLayout, useWidth } from '../../shell/useLayout';
import { CollectionPick } from '../../ui/CollectionPick';
import { IconButton } from '../../ui/IconButton';
import { ListPane } from './ListPane';
import { ReaderPane } from './ReaderPane';
import { useSearchCommands } from './useSearchCommands';
import { type Opening, useSearching } from './useSearching';

const HISTORY = 12;
const NARROW = 800;
const WIDE = 1100;

/** Queries, ranked decisions and the chosen one's text: beside each other, or one at a time where the window is narrow. */
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
  const searching = useSearching(collection, active, toOpen);
  const [reading, setReading] = useState(false);
  const [queriesOver, setQueriesOver] = useState(false);
  const { focus, toText, within } = useTextFocus();
  const box = useRef<HTMLTextAreaElement>(null);
  const width = useWidth();
  const { id } = collection;
  const { selected } = searching;
  useEffect(() => {
    if (toOpen) setReading(true);
  }, [toOpen]);

  const ask = (text: string) => {
    const clean = text.trim();
    searching.ask(clean);
    setQueriesOver(false);
    if (clean) change({ history: [clean, ...settings.history.filter((old) => old !== clean)].slice(0, HISTORY) });
  };
  const audit = (docId: string) => onAudit({ collection: id, docId });
  const toggleQueries = () => {
    if (width >= WIDE) change({ queriesShown: !settings.queriesShown });
    else setQueriesOver((over) => !over);
  };
  useSearchCommands(active, {
    toBox: () => box.current?.focus(),
    toList: () =>
      focusAfter(
        () => setReading(false),
        () => document.getElementById('results'),
      ),
    toMode: searching.setMode,
    audit: selected ? () => audit(selected) : undefined,
    toggleQueries,
  });

  const narrow = width < NARROW;
  const showQueries = settings.queriesShown && width >= WIDE;
  const layout = useLayout(`search-${showQueries ? 3 : 2}`);
  const onCollection = (next: string) => change({ collection: next });
  const queries = (
    <QueryPane
      collections={collections}
      collection={id}
      queries={searching.queries}
      history={settings.history}
      query={searching.query}
      onCollection={onCollection}
      onQuery={ask}
      onClear={() => change({ history: [] })}
      onHide={toggleQueries}
    />
  );
  const list = (
    <ListPane
      head={
        !showQueries && (
          <div className="pane-head">
            <IconButton icon={PanelLeftOpen} label={t('showQueries')} keys="q" onClick={toggleQueries} />
            <CollectionPick collections={collections} value={id} onChange={onCollection} />
          </div>
        )
      }
      box={box}
      collection={collection}
      searching={searching}
      error={error}
      onAsk={ask}
      onChosen={() => {
        if (narrow) setReading(true);
      }}
      onOpen={() => {
        setReading(true);
        toText();
      }}
      goToLibrary={goToLibrary}
    />
  );
  const reader = (
    <ReaderPane
      searching={searching}
      active={active}
      focus={focus}
      onAudit={audit}
      onSize={(by) => change(resized(settings, by))}
      onBack={narrow ? () => setReading(false) : undefined}
    />
  );
  const over = queriesOver && !showQueries;
  const panes = narrow ? (
    over ? (
      queries
    ) : reading && selected ? (
      reader
    ) : (
      list
    )
  ) : (
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
  return <div {...within}>{panes}</div>;
}

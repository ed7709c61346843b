import { Columns3, PanelLeftOpen, Plus } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import type { CollectionSummary } from '../../../shared/contract';
import type { Move } from '../../../shared/moves';
import { api } from '../../api';
import { QueryPane } from '../../asking/QueryPane';
import { SearchBox } from '../../asking/SearchBox';
import { useT } from '../../i18n';
import { useCommands } from '../../shell/commands';
import { usableEncoders } from '../../shell/encoders';
import { useLoad } from '../../shell/hooks';
import type { Settings } from '../../shell/settings';
import { useLayout, useWidth } from '../../shell/useLayout';
import { Empty } from '../../ui/Empty';
import { IconButton } from '../../ui/IconButton';
import { Detail } from './Detail';
import { RankingColumn } from './RankingColumn';
import { encoderOf, FIRST, gradesOf, movesAgainst, type Ranking } from './ranking';
import { useRankings } from './useRankings';

const WIDE = 1100;
const MOST = 3;

/** One query, two or three rankings side by side; moves are told against the first. */
export function ComparePlace({
  active,
  collections,
  collection,
  change,
  onOpen,
}: {
  active: boolean;
  collections: readonly CollectionSummary[];
  collection: CollectionSummary;
  change: (part: Partial<Settings>) => void;
  onOpen: (opening: { collection: string; docId: string }) => void;
}) {
  const { t } = useT();
  const [query, setQuery] = useState('');
  const [rankings, setRankings] = useState(FIRST);
  const [selected, setSelected] = useState<string | null>(null);
  const [queriesShown, setQueriesShown] = useState(innerWidth >= WIDE);
  const box = useRef<HTMLTextAreaElement>(null);
  const width = useWidth();
  const { id } = collection;
  const stamp = JSON.stringify([collection.indexed, collection.nuggets, collection.documents]);
  const stored = useLoad(() => api.call('queries', { collection: id }), [id, stamp]);
  const answers = useRankings(collection, query, rankings, stamp);
  const queryId = stored.value?.queries.find(({ text }) => text === query)?.query_id;
  const grades = useMemo(() => gradesOf(stored.value?.judgments ?? [], queryId), [stored.value, queryId]);
  const base = answers[0]?.output?.results;
  const found = answers.map(({ output }) => output?.results.find(({ doc_id }) => doc_id === selected));

  const ask = (text: string) => {
    setQuery(text.trim());
    setSelected(null);
    if (width < WIDE) setQueriesShown(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new query brings the first decision of the first ranking
  useEffect(() => {
    if (base && !selected) setSelected(base[0]?.doc_id ?? null);
  }, [base]);
  const open = () => selected && onOpen({ collection: id, docId: selected });
  const replace = (n: number, next: Ranking | undefined) =>
    setRankings((old) => old.flatMap((ranking, i) => (i !== n ? [ranking] : next ? [next] : [])));
  const side = (n: number, by: 1 | -1) => document.getElementById(`ranking-${n + by}`)?.focus();
  useCommands(
    'compare',
    t('compare'),
    active,
    [
      { id: 'compare-query', label: t('toSearchBox'), keys: '/', run: () => box.current?.focus() },
      { id: 'compare-list', label: t('toList'), keys: 'l', run: () => document.getElementById('ranking-0')?.focus() },
      { id: 'compare-queries', label: t('toggleQueries'), keys: 'q', run: () => setQueriesShown((shown) => !shown) },
    ],
    [
      { keys: ['↑', '↓'], label: t('key_move') },
      { keys: ['←', '→'], label: t('key_side') },
      { keys: ['Enter'], label: t('key_open') },
    ],
  );
  const layout = useLayout(`compare-${queriesShown ? 2 : 1}`);
  const many = rankings.length < MOST && width >= NARROW_FOR_THREE;
  return (
    <Group orientation="horizontal" defaultLayout={layout.saved} onLayoutChanged={layout.save} style={{ height: '100%' }}>
      {queriesShown && (
        <Panel id="queries" defaultSize="204px" minSize="160px" maxSize="400px" groupResizeBehavior="preserve-pixel-size">
          <QueryPane
            collections={collections}
            collection={id}
            queries={stored.value?.queries ?? []}
            history={[]}
            query={query}
            onCollection={(next) => change({ collection: next })}
            onQuery={ask}
            onHide={() => setQueriesShown(false)}
          />
        </Panel>
      )}
      {queriesShown && <Separator className="handle" aria-label={t('resize')} />}
      <Panel id="rankings" minSize="480px">
        <div className="compare">
          <div className="search-head">
            <SearchBox
              box={box}
              query={query}
              encoders={rankings.map((ranking) => encoderOf(ranking, usableEncoders(collection)))}
              onQuery={ask}
            />
            <div className="row">
              {!queriesShown && <IconButton icon={PanelLeftOpen} label={t('showQueries')} keys="q" onClick={() => setQueriesShown(true)} />}
              {many && (
                <button
                  type="button"
                  className="button bare"
                  onClick={() => setRankings((old) => [...old, FIRST[old.length] ?? FIRST[0]!])}
                >
                  <Plus size={16} aria-hidden="true" />
                  {t('addRanking')}
                </button>
              )}
            </div>
          </div>
          <p className="judged">{!query ? '' : grades.size > 0 ? t('judgedQuery', { count: grades.size }) : t('unjudgedQuery')}</p>
          {query ? (
            <div className="rankings">
              {rankings.map((ranking, n) => (
                <RankingColumn
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                  key={n}
                  n={n}
                  collection={collection}
                  ranking={ranking}
                  answer={answers[n]!}
                  asked={query !== ''}
                  moves={n === 0 ? NO_MOVES : movesAgainst(base, answers[n]?.output?.results ?? [])}
                  grades={grades}
                  selected={selected}
                  onChange={(next) => replace(n, next)}
                  onRemove={rankings.length > 2 ? () => replace(n, undefined) : undefined}
                  onSelect={setSelected}
                  onOpen={open}
                  onSide={(by) => side(n, by)}
                />
              ))}
            </div>
          ) : (
            <Empty icon={Columns3} title={t('emptyCompareTitle')} text={t('emptyCompareText')} />
          )}
          <Detail
            found={found}
            units={rankings.map(({ unit }) => unit)}
            grade={selected ? grades.get(selected) : undefined}
            onOpen={open}
          />
        </div>
      </Panel>
    </Group>
  );
}

const NARROW_FOR_THREE = 900;
const NO_MOVES: ReadonlyMap<string, Move> = new Map();

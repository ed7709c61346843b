import { ChartSpline, Columns3, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { CollectionSummary } from '../../../../shared/contract';
import { useT } from '../../../i18n';
import { focusAfter } from '../../../shell/focusAfter';
import { useWidth } from '../../../shell/useLayout';
import { Empty } from '../../../ui/Empty';
import { Bump } from '../charts/Bump';
import type { RunEntry } from '../runs';
import { ColumnHead } from './ColumnHead';
import { Columns } from './Columns';
import type { Source } from './columns';
import { Detail } from './Detail';
import { nextRanking } from './ranking';
import { useColumns } from './useColumns';

const MOST = 4;
/** Narrower windows have room for this many columns beside the queries. */
const ROOM = 330;

/** One query, two to four rankings; moves are told against the first. */
export function SideBySide({
  collection,
  query,
  queryId,
  sources,
  entries,
  grades,
  stamp,
  selected,
  onSources,
  onSelect,
  onOpen,
}: {
  collection: CollectionSummary;
  query: string;
  queryId: string | undefined;
  sources: readonly Source[];
  entries: readonly RunEntry[];
  grades: ReadonlyMap<string, number>;
  stamp: string;
  selected: string | null;
  onSources: (sources: readonly Source[]) => void;
  onSelect: (docId: string | null) => void;
  onOpen: () => void;
}) {
  const { t } = useT();
  const [view, setView] = useState<'lists' | 'chart'>('lists');
  const answers = useColumns(collection, query, queryId, sources, entries, stamp);
  const many = Math.max(2, Math.min(MOST, Math.floor((useWidth() - 68) / ROOM) + 1));
  const base = answers[0]?.rows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new query brings the first decision of the first ranking
  useEffect(() => {
    if (base && !base.some(({ doc_id }) => doc_id === selected)) onSelect(base[0]?.doc_id ?? null);
  }, [base]);
  const side = useRef<HTMLDivElement>(null);
  const names = sources.map((_, n) => t('rankingN', { n: n + 1 }));
  const labels = sources.map(
    (source, n) => (source.kind === 'run' ? entries.find(({ key }) => key === source.key)?.label : undefined) ?? names[n]!,
  );
  const found = answers.map(({ rows }) => rows?.find(({ doc_id }) => doc_id === selected));
  const replace = (n: number, source: Source) => onSources(sources.map((old, i) => (i === n ? source : old)));
  /** Focuses the first choice of a column; the chart has no columns, its button is what stays. */
  const showAt = (n: number, next: readonly Source[]) =>
    focusAfter(
      () => onSources(next),
      () =>
        side.current?.querySelectorAll('.heads .head')[n]?.querySelector('select') ??
        side.current?.querySelector<HTMLElement>('.side-bar button'),
    );
  const remove = (n: number) =>
    showAt(
      Math.min(n, sources.length - 2),
      sources.filter((_, i) => i !== n),
    );
  const add = () => showAt(sources.length, [...sources, { kind: 'live', ranking: nextRanking(live) }]);
  const live = sources.flatMap((source) => (source.kind === 'live' ? [source.ranking] : []));
  const runsOnly = sources.some(({ kind }) => kind === 'run') && query !== '' && queryId === undefined;
  return (
    <div ref={side} className="side">
      <div className="side-bar">
        <p className="small muted grow" role="status">
          {!query ? '' : runsOnly ? t('runsKnowQueries') : grades.size > 0 ? t('judgedQuery', { count: grades.size }) : t('unjudgedQuery')}
        </p>
        {query && (
          <button
            type="button"
            className="button bare"
            aria-pressed={view === 'chart'}
            onClick={() => setView(view === 'chart' ? 'lists' : 'chart')}
          >
            <ChartSpline size={16} aria-hidden="true" />
            {t('bumpChart')}
          </button>
        )}
        {sources.length < many && (
          <button type="button" className="button bare" onClick={add}>
            <Plus size={16} aria-hidden="true" />
            {t('addRanking')}
          </button>
        )}
      </div>
      {!query ? (
        <Empty icon={Columns3} title={t('emptyCompareTitle')} text={t('emptyCompareText')} />
      ) : view === 'chart' ? (
        <div className="lab-page" tabIndex={0} role="region" aria-label={t('bumpChart')}>
          <Bump
            names={labels}
            columns={answers.map(({ rows }) => (rows ?? []).map(({ doc_id, title }) => ({ id: doc_id, title })))}
            grades={grades}
            selected={selected}
            onSelect={onSelect}
            onOpen={onOpen}
          />
        </div>
      ) : (
        <Columns
          heads={sources.map((source, n) => (
            <ColumnHead
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              key={n}
              name={names[n]!}
              collection={collection}
              source={source}
              entries={entries}
              answer={answers[n]!}
              grades={grades}
              onChange={(source) => replace(n, source)}
              onRemove={sources.length > 2 ? () => remove(n) : undefined}
            />
          ))}
          names={names}
          answers={answers}
          asked={query !== ''}
          grades={grades}
          judged={grades.size > 0}
          selected={selected}
          onSelect={onSelect}
          onOpen={onOpen}
        />
      )}
      <Detail found={found} grade={selected ? grades.get(selected) : undefined} onOpen={onOpen} />
    </div>
  );
}

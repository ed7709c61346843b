import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ResultDocument } from '../../../shared/contract';
import type { Move } from '../../../shared/moves';
import { useT } from '../../i18n';
import { count } from '../../shell/format';
import type { Mode } from './modes';
import { DecisionCell, RankCell, ScoreCell, UnitList } from './ResultRow';

const features = tableFeatures({});
const helper = createColumnHelper<typeof features, ResultDocument>();

/** The ranked documents: a virtualised table that the arrow keys walk through. */
export function ResultList({
  results,
  moves,
  mode,
  selected,
  unit,
  onSelect,
  onUnit,
  onOpen,
}: {
  results: readonly ResultDocument[];
  moves: ReadonlyMap<string, Move>;
  mode: Mode;
  selected: string | null;
  unit: string | null;
  onSelect: (result: ResultDocument) => void;
  onUnit: (result: ResultDocument, id: string) => void;
  onOpen: () => void;
}) {
  const { t, language } = useT();
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const box = useRef<HTMLDivElement>(null);
  const data = useMemo(() => [...results], [results]);
  const [low, high] = useMemo(() => {
    const scores = results.map((result) => result.score);
    return [Math.min(...scores), Math.max(...scores)];
  }, [results]);
  const columns = useMemo(
    () =>
      helper.columns([
        helper.display({
          id: 'rank',
          header: () => <span className="num">#</span>,
          cell: ({ row }) => <RankCell result={row.original} move={moves.get(row.original.doc_id)} />,
        }),
        helper.display({
          id: 'decision',
          header: () => t('decision'),
          cell: ({ row }) => <DecisionCell result={row.original} mode={mode} />,
        }),
        helper.display({
          id: 'matched',
          header: () => t('matches'),
          cell: ({ row }) => <div className="num small muted">{count(row.original.matched, language)}</div>,
        }),
        helper.display({
          id: 'score',
          header: () => t('score'),
          // The bar begins a little below the lowest score shown, so that small differences are seen.
          cell: ({ row }) => (
            <ScoreCell result={row.original} bar={high > low ? 0.08 + (0.92 * (row.original.score - low)) / (high - low) : 1} />
          ),
        }),
      ]),
    [moves, mode, low, high, language, t],
  );
  const table = useTable({ features, columns, data, getRowId: (result: ResultDocument) => result.doc_id });
  const rows = table.getRowModel().rows;
  const at = results.findIndex((result) => result.doc_id === selected);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => 104,
    overscan: 6,
    getItemKey: (i) => rows[i]!.id,
  });
  // A selection from elsewhere (the reader's keys) comes into view; one that is in view stays where it is.
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  }, [at, virtual]);

  const toggle = (id: string) =>
    setExpanded((old) => {
      const next = new Set(old);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const onKeyDown = (event: React.KeyboardEvent) => {
    const page = 8;
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: results.length - 1,
    };
    const step = steps[event.key];
    if (step !== undefined) {
      const result = results[Math.max(0, Math.min(results.length - 1, step))];
      if (result) onSelect(result);
    } else if (event.key === 'Enter') onOpen();
    else if (event.key === ' ' && selected) toggle(selected);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="columns" aria-hidden="true">
        {table.getHeaderGroups()[0]!.headers.map((header, i) => (
          <span key={header.id} className={i === 1 ? '' : 'num'}>
            <table.FlexRender header={header} />
          </span>
        ))}
      </div>
      <div
        ref={box}
        className="list"
        id="results"
        role="grid"
        aria-rowcount={rows.length}
        tabIndex={0}
        aria-label={t('documents')}
        aria-activedescendant={at >= 0 ? `result-${at}` : undefined}
        onKeyDown={onKeyDown}
      >
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index]!;
            const result = row.original;
            return (
              <div
                key={row.id}
                id={`result-${item.index}`}
                className="result"
                role="row"
                aria-selected={result.doc_id === selected}
                aria-rowindex={item.index + 1}
                data-index={item.index}
                ref={virtual.measureElement}
                style={{ transform: `translateY(${item.start}px)` }}
                onClick={() => onSelect(result)}
                onDoubleClick={() => toggle(result.doc_id)}
              >
                <div className="cells">
                  {row.getAllCells().map((cell) => (
                    <div key={cell.id} role="gridcell" className="grow">
                      <table.FlexRender cell={cell} />
                    </div>
                  ))}
                </div>
                {expanded.has(result.doc_id) && (
                  <div role="gridcell">
                    <UnitList result={result} unit={unit} mode={mode} onUnit={(id) => onUnit(result, id)} />
                  </div>
                )}
              </div>
            );
          })}
        </div>
      </div>
    </>
  );
}

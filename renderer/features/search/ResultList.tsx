import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ResultDocument } from '../../../shared/contract';
import type { Move } from '../../../shared/moves';
import { useT } from '../../i18n';
import { stepIn } from '../../shell/stepIn';
import { drawn } from '../../ui/drawn';
import { aggregates, type Mode } from './modes';
import { DecisionCell, RankCell, ScoreCell, UnitList } from './ResultRow';

const features = tableFeatures({});
const helper = createColumnHelper<typeof features, ResultDocument>();
const ROW = { nugget: 116, document: 84 };

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
  const { t } = useT();
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const box = useRef<HTMLDivElement>(null);
  const data = useMemo(() => [...results], [results]);
  const [low, high] = useMemo(() => [results.at(-1)?.score ?? 0, results[0]?.score ?? 0], [results]);
  const toggle = (id: string) =>
    setExpanded((old) => {
      const next = new Set(old);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const columns = helper.columns([
    helper.display({ id: 'rank', cell: ({ row }) => <RankCell result={row.original} move={moves.get(row.id)} /> }),
    helper.display({
      id: 'decision',
      cell: ({ row }) => <DecisionCell result={row.original} mode={mode} expanded={expanded.has(row.id)} onExpand={() => toggle(row.id)} />,
    }),
    helper.display({
      id: 'score',
      // The bar begins a little below the lowest score, so that small differences are seen.
      cell: ({ row }) => (
        <ScoreCell result={row.original} bar={high > low ? 0.08 + (0.92 * (row.original.score - low)) / (high - low) : 1} />
      ),
    }),
  ]);
  const table = useTable({ features, columns, data, getRowId: (result: ResultDocument) => result.doc_id });
  const rows = table.getRowModel().rows;
  const at = results.findIndex((result) => result.doc_id === selected);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => (aggregates(mode) ? ROW.nugget : ROW.document),
    overscan: 6,
    getItemKey: (i) => rows[i]!.id,
  });
  // A selection from elsewhere (the reader's keys, another ranking) comes into view; one that is in view stays where it is.
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  }, [at, virtual]);

  const shown = virtual.getVirtualItems();
  const onKeyDown = (event: React.KeyboardEvent) => {
    const step = stepIn(event.key, at, results.length);
    if (step !== undefined) {
      const result = results[step];
      if (result) onSelect(result);
    } else if (event.key === 'Enter') onOpen();
    else if (event.key === ' ' && selected && aggregates(mode)) toggle(selected);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={box}
      className="list"
      id="results"
      role="grid"
      aria-rowcount={rows.length}
      aria-colcount={3}
      tabIndex={0}
      aria-label={t('rankedDecisions')}
      // A row that is scrolled far away is not there to be pointed at.
      aria-activedescendant={shown.some(({ index }) => index === at) ? `result-${at}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div className="sheet" style={{ height: virtual.getTotalSize() }}>
        {shown.map((item) => {
          const row = rows[item.index]!;
          const result = row.original;
          return (
            <div
              key={row.id}
              id={`result-${item.index}`}
              className="result"
              role="row"
              aria-selected={row.id === selected}
              aria-rowindex={item.index + 1}
              data-index={item.index}
              ref={virtual.measureElement}
              style={{ transform: `translateY(${item.start}px)` }}
              onClick={() => onSelect(result)}
            >
              <div className="cells">
                {row.getAllCells().map((cell) => (
                  <div key={cell.id} role="gridcell" className="grow">
                    {drawn(cell.column.columnDef.cell, cell.getContext())}
                  </div>
                ))}
              </div>
              {expanded.has(row.id) && aggregates(mode) && (
                <div role="gridcell">
                  <UnitList result={result} unit={unit} mode={mode} onUnit={(id) => onUnit(result, id)} />
                </div>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Move } from '../../../../shared/moves';
import { Fault } from '../../../shell/Fault';
import { stepIn } from '../../../shell/stepIn';
import { Skeleton } from '../../../ui/Skeleton';
import { type ColumnRow, movesAgainst } from './columns';
import { Links } from './Links';
import { gutterOf } from './links';
import { Row } from './Row';
import type { Answer } from './useColumns';

const ROW = 62;
/** Rows beyond the view that are there all the same, and their lines. */
const OVERSCAN = 6;
const NONE: readonly ColumnRow[] = [];
const NO_MOVES: ReadonlyMap<string, Move> = new Map();

/** Rankings in columns that scroll as one, so that a rank has one height in all; lines lead from column to column. */
export function Columns({
  heads,
  names,
  answers,
  asked,
  grades,
  judged,
  selected,
  idPrefix = 'ranking',
  onSelect,
  onOpen,
}: {
  heads: readonly ReactNode[];
  names: readonly string[];
  answers: readonly Answer[];
  asked: boolean;
  grades: ReadonlyMap<string, number>;
  /** Whether the query has judgments: only then does "not judged" say anything. */
  judged: boolean;
  selected: string | null;
  idPrefix?: string;
  onSelect: (docId: string) => void;
  onOpen: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const headRow = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<string | null>(null);
  const [focused, setFocused] = useState(0);
  const lists = answers.map(({ rows }) => rows ?? NONE);
  const ids = useMemo(() => answers.map(({ rows }) => (rows ?? NONE).map(({ doc_id }) => doc_id)), [answers]);
  const places = ids.map((list) => (selected === null ? -1 : list.indexOf(selected)));
  const moves = lists.map((rows, n) => (n === 0 || lists[0]!.length === 0 ? NO_MOVES : movesAgainst(lists[0]!, rows)));
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const chosen = [...new Set(places.filter((at) => at >= 0))];
  const virtual = useVirtualizer({
    count: longest,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: OVERSCAN,
    scrollPaddingStart: headRow.current?.offsetHeight ?? 0,
    // The chosen decision is there in every column, also out of view, so that the keyboard's place is never lost.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...chosen.filter((at) => at < longest)])].sort((a, b) => a - b),
  });
  const here = places[focused] ?? -1;
  const target = here >= 0 ? here : Math.max(-1, ...places);
  useEffect(() => {
    if (target >= 0) virtual.scrollToIndex(target, { align: 'auto' });
  }, [target, virtual]);
  const point = useCallback((docId: string | null) => setPointed(docId), []);
  const items = virtual.getVirtualItems();
  const range = virtual.range ?? { startIndex: 0, endIndex: 0 };
  const onKeyDown = (event: React.KeyboardEvent, n: number) => {
    const step = stepIn(event.key, places[n]!, lists[n]!.length);
    if (step !== undefined) {
      const row = lists[n]![step];
      if (row) onSelect(row.doc_id);
    } else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      document.getElementById(`${idPrefix}-${n + (event.key === 'ArrowRight' ? 1 : -1)}`)?.focus();
    } else if (event.key === 'Enter') onOpen();
    else return;
    event.preventDefault();
  };
  const gutter = gutterOf(answers.length);
  const template = answers.map(() => 'minmax(210px, 1fr)').join(` ${gutter}px `);
  return (
    <div ref={box} className="columns">
      <div ref={headRow} className="heads" style={{ gridTemplateColumns: template }}>
        {heads.map((head, n) => (
          <Fragment key={names[n]}>
            {n > 0 && <span />}
            <div className="head">
              {head}
              {answers[n]!.error && <Fault error={answers[n]!.error!} />}
            </div>
          </Fragment>
        ))}
      </div>
      <div className="bodies" style={{ gridTemplateColumns: template, height: virtual.getTotalSize() || undefined }}>
        {lists.map((rows, n) => (
          <Fragment key={names[n]}>
            {n > 0 && (
              <Links
                left={ids[n - 1]!}
                right={ids[n]!}
                first={range.startIndex - OVERSCAN}
                last={range.endIndex + OVERSCAN}
                row={ROW}
                width={gutter}
                height={virtual.getTotalSize()}
                grades={grades}
                selected={selected}
                pointed={pointed}
                onPoint={point}
                onSelect={onSelect}
              />
            )}
            <div
              className="ranking"
              id={`${idPrefix}-${n}`}
              role="grid"
              tabIndex={0}
              aria-label={names[n]}
              aria-rowcount={rows.length}
              aria-busy={asked && !answers[n]!.rows && !answers[n]!.error}
              aria-activedescendant={places[n]! >= 0 ? `${idPrefix}-${n}-${places[n]}` : undefined}
              onFocus={() => setFocused(n)}
              onKeyDown={(event) => onKeyDown(event, n)}
            >
              {asked && !answers[n]!.rows && !answers[n]!.error && <Skeleton inBusy />}
              {items.map(({ index, start }) => {
                const row = rows[index];
                return (
                  row && (
                    <Row
                      key={row.doc_id}
                      id={`${idPrefix}-${n}-${index}`}
                      row={row}
                      top={start}
                      selected={row.doc_id === selected}
                      pointed={row.doc_id === pointed}
                      move={moves[n]!.get(row.doc_id)}
                      grade={grades.get(row.doc_id)}
                      judged={judged}
                      onSelect={() => onSelect(row.doc_id)}
                      onPoint={point}
                      onOpen={onOpen}
                    />
                  )
                );
              })}
            </div>
          </Fragment>
        ))}
      </div>
    </div>
  );
}

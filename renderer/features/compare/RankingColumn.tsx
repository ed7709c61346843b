import { useVirtualizer } from '@tanstack/react-virtual';
import { BadgeCheck } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import type { CollectionSummary, ResultDocument } from '../../../shared/contract';
import { type Move, moveLabel } from '../../../shared/moves';
import { useT } from '../../i18n';
import { Fault } from '../../shell/Fault';
import { decimal } from '../../shell/format';
import { stepIn } from '../../shell/stepIn';
import { Skeleton } from '../../ui/Skeleton';
import { ColumnHead } from './ColumnHead';
import type { Ranking } from './ranking';
import type { Answer } from './useRankings';

const ROW = 46;

/** A ranking in a column: how it is made, how it fares, and its decisions. */
export function RankingColumn({
  n,
  collection,
  ranking,
  answer,
  asked,
  moves,
  grades,
  selected,
  onChange,
  onRemove,
  onSelect,
  onOpen,
  onSide,
}: {
  n: number;
  collection: CollectionSummary;
  ranking: Ranking;
  answer: Answer;
  asked: boolean;
  moves: ReadonlyMap<string, Move>;
  grades: ReadonlyMap<string, number>;
  selected: string | null;
  onChange: (ranking: Ranking) => void;
  onRemove: (() => void) | undefined;
  onSelect: (docId: string) => void;
  onOpen: () => void;
  onSide: (by: 1 | -1) => void;
}) {
  const { t, language } = useT();
  const box = useRef<HTMLDivElement>(null);
  const results = useMemo(() => answer.output?.results ?? [], [answer.output]);
  const at = results.findIndex(({ doc_id }) => doc_id === selected);
  const virtual = useVirtualizer({ count: results.length, getScrollElement: () => box.current, estimateSize: () => ROW, overscan: 8 });
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  }, [at, virtual]);
  const name = t('rankingN', { n: n + 1 });
  const onKeyDown = (event: React.KeyboardEvent) => {
    const step = stepIn(event.key, at, results.length);
    if (step !== undefined) {
      const result = results[step];
      if (result) onSelect(result.doc_id);
    } else if (event.key === 'ArrowRight') onSide(1);
    else if (event.key === 'ArrowLeft') onSide(-1);
    else if (event.key === 'Enter') onOpen();
    else return;
    event.preventDefault();
  };
  return (
    <section className="ranking" aria-label={name}>
      <ColumnHead
        name={name}
        collection={collection}
        ranking={ranking}
        results={results}
        total={answer.output?.total}
        grades={grades}
        onChange={onChange}
        onRemove={onRemove}
      />
      {answer.error && <Fault error={answer.error} />}
      {asked && !answer.output && !answer.error && <Skeleton />}
      <div
        ref={box}
        className="list"
        id={`ranking-${n}`}
        role="grid"
        aria-rowcount={results.length}
        tabIndex={0}
        aria-label={name}
        aria-activedescendant={at >= 0 ? `ranking-${n}-${at}` : undefined}
        onKeyDown={onKeyDown}
      >
        <div className="sheet" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const result = results[item.index]!;
            return (
              <Row
                key={result.doc_id}
                id={`ranking-${n}-${item.index}`}
                result={result}
                top={item.start}
                selected={result.doc_id === selected}
                move={moves.get(result.doc_id)}
                grade={grades.get(result.doc_id) ?? 0}
                score={decimal(result.score, result.score >= 10 ? 1 : 3, language)}
                onSelect={() => onSelect(result.doc_id)}
                onOpen={onOpen}
              />
            );
          })}
        </div>
      </div>
    </section>
  );
}

function Row({
  id,
  result,
  top,
  selected,
  move,
  grade,
  score,
  onSelect,
  onOpen,
}: {
  id: string;
  result: ResultDocument;
  top: number;
  selected: boolean;
  move: Move | undefined;
  grade: number;
  score: string;
  onSelect: () => void;
  onOpen: () => void;
}) {
  const { t } = useT();
  const facts = [result.court, result.class].filter(Boolean).join(' · ');
  return (
    <div
      id={id}
      className="ranked"
      role="row"
      aria-selected={selected}
      aria-rowindex={result.rank}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onSelect}
      onDoubleClick={onOpen}
    >
      <span role="gridcell">
        <span className="rank">{result.rank}</span>
        <span className={`move num ${move?.kind ?? ''}`}>{move ? moveLabel(move, t('newMove')) : ''}</span>
      </span>
      <span role="gridcell">
        {grade >= 1 && (
          <span title={t('relevantGrade', { grade })}>
            <BadgeCheck className="relevant" size={16} strokeWidth={2} role="img" aria-label={t('relevantGrade', { grade })} />
          </span>
        )}
      </span>
      <span role="gridcell" className="grow">
        <span className="title cut" title={result.title}>
          {result.title}
        </span>
        <span className="facts-line row">
          <span className="num">{score}</span>
          {result.tied && <span>{t('tied')}</span>}
          <span className="cut">{facts}</span>
        </span>
      </span>
    </div>
  );
}

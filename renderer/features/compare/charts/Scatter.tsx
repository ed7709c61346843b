import { useId, useMemo } from 'react';
import { useT } from '../../../i18n';
import { decimal } from '../../../shell/format';
import { ChartFrame } from './ChartFrame';
import type { QueryChart } from './queryChart';
import { linear, ticks } from './scale';
import { extent, pointsOf, stepTo } from './scatter';

const SIZE = 400;
const BOX = [52, 14, SIZE - 14, SIZE - 46] as const;

/** Each query a point: above the diagonal the second run is better. Arrow keys go from point to point. */
export function Scatter({ a, b, measure, values, textOf, selected, onSelect, onOpen }: QueryChart) {
  const { t, language } = useT();
  const id = useId();
  const points = useMemo(() => pointsOf(values, BOX), [values]);
  const [low, high] = extent(values);
  const [left, top, right, bottom] = BOX;
  const [x, y] = [linear([low, high], [left, right]), linear([low, high], [bottom, top])];
  const n = (value: number, digits = 3) => decimal(value, digits, language);
  const at = points.findIndex((point) => point.id === selected);
  // The chosen one is drawn last, over its neighbours.
  const drawn = points.map((point, i) => ({ point, i })).sort((p, q) => Number(p.i === at) - Number(q.i === at));
  const wins = points.filter((p) => p.b > p.a).length;
  const losses = points.filter((p) => p.b < p.a).length;
  const title = t('scatterTitle', { measure, a, b });
  return (
    <ChartFrame
      title={title}
      about={t('scatterAbout', { b, wins, losses, ties: points.length - wins - losses })}
      table={{ head: [t('query'), a, b], rows: points.map((p) => [p.id, p.a, p.b]) }}
    >
      <svg
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        className="scatter"
        role="listbox"
        tabIndex={0}
        aria-label={title}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        onKeyDown={(event) => {
          const next = stepTo(points, selected, event.key);
          if (next !== undefined) onSelect(next);
          else if (event.key === 'Enter') onOpen();
          else return;
          event.preventDefault();
        }}
      >
        <g>
          {ticks(low, high).map((tick) => (
            <g key={tick}>
              <line className="grid" x1={x(tick)} x2={x(tick)} y1={top} y2={bottom} />
              <line className="grid" x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
              <text className="tick" x={x(tick)} y={bottom + 16} textAnchor="middle">
                {n(tick, 1)}
              </text>
              <text className="tick" x={left - 6} y={y(tick) + 4} textAnchor="end">
                {n(tick, 1)}
              </text>
            </g>
          ))}
          <line className="diagonal" x1={x(low)} y1={y(low)} x2={x(high)} y2={y(high)} />
          <text className="axis" x={(left + right) / 2} y={SIZE - 10} textAnchor="middle">
            {short(a)}
          </text>
          <text className="axis" transform={`translate(14 ${(top + bottom) / 2}) rotate(-90)`} textAnchor="middle">
            {short(b)}
          </text>
        </g>
        {drawn.map(({ point, i }) => (
          <g
            key={point.id}
            id={`${id}-${i}`}
            role="option"
            aria-selected={i === at}
            aria-label={`${textOf(point.id)}: ${n(point.a)}, ${n(point.b)}`}
            className={`point ${point.b > point.a ? 'up' : point.b < point.a ? 'down' : 'even'}`}
            onClick={() => onSelect(point.id)}
            onDoubleClick={onOpen}
          >
            <title>{`${textOf(point.id)}\n${n(point.a)} → ${n(point.b)}`}</title>
            {point.b > point.a ? (
              <path d={`M${point.x} ${point.y - 6} l5.6 10 h-11.2 z`} />
            ) : point.b < point.a ? (
              <path d={`M${point.x} ${point.y + 6} l5.6 -10 h-11.2 z`} />
            ) : (
              <circle cx={point.x} cy={point.y} r={4.5} />
            )}
            {i === at && <circle className="ring" cx={point.x} cy={point.y} r={10} />}
          </g>
        ))}
      </svg>
    </ChartFrame>
  );
}

/** An axis has room for so many characters. */
const short = (name: string): string => (name.length > 48 ? `${name.slice(0, 47)}…` : name);

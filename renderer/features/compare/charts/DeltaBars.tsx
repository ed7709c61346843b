import { useId, useMemo } from 'react';
import { useT } from '../../../i18n';
import { difference } from '../../../shell/format';
import { stepIn } from '../../../shell/stepIn';
import { ChartFrame } from './ChartFrame';
import { barsOf, deltasOf, reach } from './deltas';
import type { QueryChart } from './queryChart';
import { linear, ticks } from './scale';

const [WIDTH, HEIGHT] = [400, 400];
const BOX = [52, 14, WIDTH - 8, HEIGHT - 46] as const;
const SIDE: Readonly<Record<string, string>> = { ArrowRight: 'ArrowDown', ArrowLeft: 'ArrowUp' };

/** Each query a bar, from the second run's greatest gain to its greatest loss. */
export function DeltaBars({ a, b, measure, values, textOf, selected, onSelect, onOpen }: QueryChart) {
  const { t, language } = useT();
  const id = useId();
  const deltas = useMemo(() => deltasOf(values), [values]);
  const bars = useMemo(() => barsOf(deltas, BOX), [deltas]);
  const [left, top, right, bottom] = BOX;
  const most = reach(deltas);
  const y = linear([-most, most], [bottom, top]);
  const n = (value: number, digits: number) => difference(value, digits, language);
  const at = deltas.findIndex((delta) => delta.id === selected);
  const title = t('deltaTitle', { measure, a, b });
  return (
    <ChartFrame
      title={title}
      about={t('deltaAbout', { b })}
      table={{ head: [t('query'), t('difference')], rows: deltas.map((delta) => [delta.id, delta.difference]) }}
    >
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="deltas"
        role="listbox"
        tabIndex={0}
        aria-orientation="horizontal"
        aria-label={title}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        onKeyDown={(event) => {
          const step = stepIn(SIDE[event.key] ?? event.key, at, deltas.length);
          if (step !== undefined && deltas[step]) onSelect(deltas[step].id);
          else if (event.key === 'Enter') onOpen();
          else return;
          event.preventDefault();
        }}
      >
        <g>
          {ticks(-most, most).map((tick) => (
            <g key={tick}>
              <line className={tick === 0 ? 'zero' : 'grid'} x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
              <text className="tick" x={left - 6} y={y(tick) + 4} textAnchor="end">
                {n(tick, most < 0.3 ? 2 : 1)}
              </text>
            </g>
          ))}
          <text className="axis" x={(left + right) / 2} y={HEIGHT - 10} textAnchor="middle">
            {t('queriesBySize')}
          </text>
        </g>
        {bars.map((bar, i) => (
          <g
            key={bar.id}
            id={`${id}-${i}`}
            role="option"
            aria-selected={i === at}
            aria-label={`${textOf(bar.id)}: ${n(bar.difference, 3)}`}
            className={`bar-of ${bar.difference > 0 ? 'up' : bar.difference < 0 ? 'down' : 'even'}`}
            onClick={() => onSelect(bar.id)}
            onDoubleClick={onOpen}
          >
            <title>{`${textOf(bar.id)}\n${n(bar.difference, 3)}`}</title>
            <rect className="reach" x={bar.x} y={top} width={bar.width} height={bottom - top} />
            <rect className="bar-body" x={bar.x} y={bar.y} width={bar.width} height={bar.height} />
          </g>
        ))}
      </svg>
    </ChartFrame>
  );
}

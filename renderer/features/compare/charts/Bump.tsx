import { useId, useMemo } from 'react';
import { useT } from '../../../i18n';
import { stepIn } from '../../../shell/stepIn';
import { type BumpLine, bumpLines, rowOf } from './bump';
import { ChartFrame } from './ChartFrame';

const TOP = 10;
const [WIDTH, ROW, HEAD] = [900, 30, 44];
/** Room for titles at both sides. */
const SIDE = 210;

/** The ranks of the leading decisions across the rankings: a line each, highest at the top. */
export function Bump({
  names,
  columns,
  grades,
  selected,
  onSelect,
  onOpen,
}: {
  names: readonly string[];
  columns: readonly (readonly { readonly id: string; readonly title: string }[])[];
  grades: ReadonlyMap<string, number>;
  selected: string | null;
  onSelect: (docId: string) => void;
  onOpen: () => void;
}) {
  const { t } = useT();
  const id = useId();
  const lines = useMemo(() => bumpLines(columns, TOP), [columns]);
  const at = lines.findIndex((line) => line.id === selected);
  const x = (n: number) => SIDE + (columns.length > 1 ? (n * (WIDTH - 2 * SIDE)) / (columns.length - 1) : 0);
  const y = (rank: number | null) => HEAD + (rowOf(rank, TOP) + 0.5) * ROW;
  const height = HEAD + (TOP + 1) * ROW + 6;
  const relevant = (docId: string) => (grades.get(docId) ?? 0) >= 1;
  const isOver = (rank: number | null) => rank === null || rank > TOP;
  const labelOf = (line: BumpLine) =>
    `${relevant(line.id) ? `◆${grades.get(line.id)} ` : ''}${clip(line.title, relevant(line.id) ? 23 : 26)}`;
  const drawn = lines.map((line, i) => ({ line, i })).sort((p, q) => Number(p.i === at) - Number(q.i === at));
  return (
    <ChartFrame
      title={t('bumpTitle')}
      about={t('bumpAbout', { top: TOP })}
      table={{ head: [t('decision'), ...names], rows: lines.map((line) => [line.title, ...line.ranks]) }}
    >
      <svg
        viewBox={`0 0 ${WIDTH} ${height}`}
        className="bump"
        role="listbox"
        tabIndex={0}
        aria-label={t('bumpTitle')}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        onKeyDown={(event) => {
          const step = stepIn(event.key, at, lines.length);
          if (step !== undefined && lines[step]) onSelect(lines[step].id);
          else if (event.key === 'Enter') onOpen();
          else return;
          event.preventDefault();
        }}
      >
        <g>
          {names.map((name, n) => (
            <g key={name}>
              <line className="grid" x1={x(n)} x2={x(n)} y1={HEAD} y2={height - 6} />
              <text className="axis" x={x(n)} y={20} textAnchor="middle">
                {clip(name, 30)}
              </text>
            </g>
          ))}
          <text className="tick" x={8} y={y(null) + 4}>
            {t('below', { top: TOP })}
          </text>
        </g>
        {drawn.map(({ line, i }) => (
          <g
            key={line.id}
            id={`${id}-${i}`}
            role="option"
            aria-selected={i === at}
            aria-label={`${line.title}: ${line.ranks.map((rank, n) => `${names[n]} ${rank ?? '–'}`).join(', ')}`}
            className={`bump-line ${relevant(line.id) ? 'relevant' : ''}`}
            onClick={() => onSelect(line.id)}
            onDoubleClick={onOpen}
          >
            <polyline points={line.ranks.map((rank, n) => `${x(n)},${y(rank)}`).join(' ')} />
            {line.ranks.map((rank, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a rank is its place
              <circle key={n} className={isOver(rank) ? 'over' : ''} cx={x(n)} cy={y(rank)} r={11} />
            ))}
          </g>
        ))}
        {drawn.map(({ line, i }) => (
          <g key={line.id} className={`bump-text ${relevant(line.id) ? 'relevant' : ''} ${i === at ? 'selected' : ''}`}>
            {line.ranks.map((rank, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a rank is its place
              <text key={n} className={isOver(rank) ? 'over' : ''} x={x(n)} y={y(rank) + 4} textAnchor="middle">
                {rank ?? '–'}
              </text>
            ))}
            {[0, columns.length - 1].map(
              (n, side) =>
                !isOver(line.ranks[n] ?? null) && (
                  <text
                    key={side === 0 ? 'left' : 'right'}
                    className="label"
                    x={x(n) + (side === 0 ? -18 : 18)}
                    y={y(line.ranks[n] ?? null) + 4}
                    textAnchor={side === 0 ? 'end' : 'start'}
                  >
                    {labelOf(line)}
                  </text>
                ),
            )}
          </g>
        ))}
      </svg>
    </ChartFrame>
  );
}

/** As much of a text as has room. @param room in small letters: a capital or a dash is a third wider */
function clip(text: string, room: number): string {
  let used = 0;
  for (let i = 0; i < text.length; i++) {
    used += /[\p{Lu}—]/u.test(text[i]!) ? 1.35 : 1;
    if (used > room) return `${text.slice(0, Math.max(1, i - 1))}…`;
  }
  return text;
}

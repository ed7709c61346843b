/** Points of a scatter: one a query, run A across, run B up. Pure. */
import type { QueryValues } from '../queries/order';
import { compareText } from './order';
import { linear } from './scale';

export interface Point {
  readonly id: string;
  readonly a: number;
  readonly b: number;
  readonly x: number;
  readonly y: number;
}

/** Both axes have the same ends, so that the diagonal means "equal": up to 1, down to the fifth below the lowest value. */
export function extent(values: QueryValues): readonly [number, number] {
  const all = [...values.values()].flatMap(({ a, b }) => [a, b]);
  const low = Math.min(0.8, ...all);
  return [Math.floor(low * 5) / 5, Math.max(1, ...all)];
}

/** @param box left, top, right and bottom of the plane, px */
export function pointsOf(values: QueryValues, [left, top, right, bottom]: readonly [number, number, number, number]): Point[] {
  const domain = extent(values);
  const [x, y] = [linear(domain, [left, right]), linear(domain, [bottom, top])];
  return [...values].map(([id, { a, b }]) => ({ id, a, b, x: x(a), y: y(b) }));
}

type Key = 'x' | 'y';
const along = (key: Key) => (p: Point, q: Point) =>
  p[key] - q[key] || p[key === 'x' ? 'y' : 'x'] - q[key === 'x' ? 'y' : 'x'] || compareText(p.id, q.id);

/** Where an arrow key leads from a point (undefined: from none): left and right along the first run, up and down along the second. */
export function stepTo(points: readonly Point[], from: string | undefined, key: string): string | undefined {
  const steps: Readonly<Record<string, readonly [Key, number]>> = {
    ArrowRight: ['x', 1],
    ArrowLeft: ['x', -1],
    ArrowUp: ['y', -1],
    ArrowDown: ['y', 1],
    Home: ['x', Number.NEGATIVE_INFINITY],
    End: ['x', Number.POSITIVE_INFINITY],
  };
  const step = steps[key];
  if (!step || points.length === 0) return undefined;
  const sorted = [...points].sort(along(step[0]));
  const at = sorted.findIndex(({ id }) => id === from);
  const next = at < 0 && Number.isFinite(step[1]) ? 0 : at + step[1];
  return sorted[Math.max(0, Math.min(sorted.length - 1, next))]!.id;
}

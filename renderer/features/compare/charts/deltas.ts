/** Differences by query, from the greatest gain of the second run to its greatest loss. Pure. */
import type { QueryValues } from '../queries/order';
import { compareText } from './order';
import { linear } from './scale';

export interface Delta {
  readonly id: string;
  readonly difference: number;
}

export interface Bar extends Delta {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const deltasOf = (values: QueryValues): Delta[] =>
  [...values].map(([id, { a, b }]) => ({ id, difference: b - a })).sort((p, q) => q.difference - p.difference || compareText(p.id, q.id));

/** The same way up and down, at least .1 and at most what is needed. */
export const reach = (deltas: readonly Delta[]): number => Math.max(0.1, ...deltas.map(({ difference }) => Math.abs(difference)));

/** A query on which both runs are equal is a bar of one pixel, so that it can be seen and chosen. */
export function barsOf(deltas: readonly Delta[], [left, top, right, bottom]: readonly [number, number, number, number]): Bar[] {
  const most = reach(deltas);
  const scale = linear([-most, most], [bottom, top]);
  const step = (right - left) / Math.max(1, deltas.length);
  const gap = step > 4 ? 1 : 0;
  const zero = scale(0);
  return deltas.map((delta, i) => {
    const end = scale(delta.difference);
    const height = Math.max(1, Math.abs(end - zero));
    return { ...delta, x: left + i * step, y: delta.difference > 0 ? zero - height : zero, width: Math.max(0.5, step - gap), height };
  });
}

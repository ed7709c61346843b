/** From values to places on a chart. Pure. */

export type Scale = (value: number) => number;

/** A domain of no width leads to the middle. */
export const linear =
  ([low, high]: readonly [number, number], [from, to]: readonly [number, number]): Scale =>
  (value) =>
    high > low ? from + ((value - low) / (high - low)) * (to - from) : (from + to) / 2;

/** Round values from the lowest to the highest, about `wanted` of them: steps of 1, 2 or 5 times a power of ten. */
export function ticks(low: number, high: number, wanted = 5): number[] {
  if (!(high > low)) return [low];
  const rough = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((factor) => factor * power >= rough * 0.999) ?? 10) * power;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** Runs of a text between the places where marks begin and end. */

export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Layer {
  readonly name: string;
  readonly ranges: readonly Range[];
}

export interface Run extends Range {
  /** Names of the layers that cover it, in the order in which they were given. */
  readonly layers: readonly string[];
}

const touches = (a: Range, b: Range): boolean => a.end > b.start && a.start < b.end;

/** Cuts [start, end) where a layer begins or ends. */
export function runsOf(block: Range, layers: readonly Layer[]): Run[] {
  const cuts = new Set([block.start, block.end]);
  const near = layersIn(layers, block);
  for (const { ranges } of near) {
    for (const { start, end } of ranges) {
      if (start > block.start) cuts.add(start);
      if (end < block.end) cuts.add(end);
    }
  }
  const places = [...cuts].sort((a, b) => a - b);
  return places.slice(0, -1).map((start, i) => {
    const end = places[i + 1]!;
    return {
      start,
      end,
      layers: near.filter(({ ranges }) => ranges.some((range) => range.start <= start && range.end >= end)).map(({ name }) => name),
    };
  });
}

/** Only the layers that touch a block, with only the ranges that do. */
export function layersIn(layers: readonly Layer[], block: Range): Layer[] {
  return layers
    .map(({ name, ranges }) => ({ name, ranges: ranges.filter((range) => touches(range, block)) }))
    .filter(({ ranges }) => ranges.length > 0);
}

/** A ranking whose entries are made when they are asked for: of ten thousand documents a page is. An array is one as well. */
export interface Slices<T> {
  readonly length: number;
  slice(from?: number, to?: number): T[];
}

export const slicesOf = <T>(length: number, at: (place: number) => T): Slices<T> => ({
  length,
  slice(from = 0, to = length) {
    const made: T[] = [];
    for (let place = from; place < Math.min(to, length); place++) made.push(at(place));
    return made;
  },
});

/** The order of the tie rule over many scores, at the speed of a sort of numbers. Pure. */
import { compareBytes } from '../../../shared/ties';

/** A key holds 32 bits of score and 21 of place: together what a double holds exactly. */
const MOST = 2 ** 21;

/**
 * Places of the scores, best first: by 32-bit score, then by id descending. A score that is no number comes last.
 * Ids are asked for only where scores tie.
 */
export function orderByRule(scores: Float64Array, idOf: (place: number) => string): Uint32Array {
  const floats = Float32Array.from(scores);
  for (let place = 0; place < floats.length; place++) {
    const score = floats[place]!;
    // -0 is 0.
    floats[place] = Number.isNaN(score) ? Number.NEGATIVE_INFINITY : score + 0;
  }
  const byId = (a: number, b: number) => compareBytes(idOf(b), idOf(a));
  if (floats.length > MOST) {
    const places = Uint32Array.from(floats.keys());
    return places.sort((a, b) => (floats[a] === floats[b] ? byId(a, b) : floats[a]! > floats[b]! ? -1 : 1));
  }
  const bits = new Uint32Array(floats.buffer);
  const keys = new Float64Array(floats.length);
  for (let place = 0; place < keys.length; place++) {
    const own = bits[place]!;
    // Greater floats get smaller numbers: a set sign bit means that the other bits count the wrong way round.
    keys[place] = (own >>> 31 ? own : ~own & 0x7fffffff) * MOST + place;
  }
  keys.sort();
  const order = Uint32Array.from(keys, (key) => key % MOST);
  for (let from = 0, to = 1; from < order.length; from = to++) {
    while (to < order.length && floats[order[to]!] === floats[order[from]!]) to++;
    if (to - from > 1) order.subarray(from, to).sort(byId);
  }
  return order;
}

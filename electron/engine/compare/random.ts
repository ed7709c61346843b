/** Numbers by chance, the same on every machine: mulberry32, 32 bits of state (Tommy Ettinger, public domain). */

export const nextState = (state: number): number => (state + 0x6d2b79f5) | 0;

/** The 32 bits that a state gives, as a signed number: its sign is the first of them. */
export function bitsOf(state: number): number {
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) | 0;
  return mixed ^ (mixed >>> 14);
}

/** Uniform in [0, 1). */
export function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = nextState(state);
    return (bitsOf(state) >>> 0) / 4_294_967_296;
  };
}

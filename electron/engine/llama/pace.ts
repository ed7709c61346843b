/** How a machine is divided among the documents that a model reads at once: what may be tried, and which is best. Pure. */

export interface Pace {
  /** Documents at once, each in a context of its own. */
  readonly lanes: number;
  /** Threads of each. */
  readonly threads: number;
}

export interface Speed extends Pace {
  /** Tokens a second of one lane while all are at work. */
  readonly read: number;
  readonly write: number;
}

/** Each lane keeps its own context in memory. */
const MOST_LANES = 4;
/** A window of a decision as it is usually met: tokens read and tokens written. */
const WINDOW = { read: 1000, write: 200 };
/** More lanes make one document slower: they must be worth it. */
const WORTH = 1.1;

/**
 * The ways to share out `threads`, those with the fewest threads a lane first: on a busy machine threads that wait for each
 * other at every step can be a hundred times slower than one alone, so that they are tried last and can be broken off.
 */
export function candidates(threads: number): Pace[] {
  const found = new Map<string, Pace>();
  const add = (lanes: number, each: number) => found.set(`${lanes} ${each}`, { lanes, threads: each });
  add(1, 1);
  add(Math.min(MOST_LANES, threads), 1);
  for (let lanes = MOST_LANES; lanes >= 1; lanes >>= 1) if (lanes <= threads) add(lanes, Math.floor(threads / lanes));
  return [...found.values()].sort((a, b) => a.threads - b.threads || a.lanes - b.lanes);
}

/** Seconds for each window, all lanes counted. */
export const secondsEach = ({ lanes, read, write }: Omit<Speed, 'threads'>): number => (WINDOW.read / read + WINDOW.write / write) / lanes;

/** The fastest; of two nearly as fast the one with fewer lanes, then fewer threads. @throws RangeError where there are none */
export function best(measured: readonly Speed[]): Speed {
  const [first, ...rest] = [...measured].sort((a, b) => a.lanes - b.lanes || a.threads - b.threads);
  if (!first) throw new RangeError('Nothing was measured.');
  return rest.reduce((kept, speed) => (secondsEach(kept) > WORTH * secondsEach(speed) ? speed : kept), first);
}

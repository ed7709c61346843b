/** Long reckoning in the engine's own thread, in pieces: between two of them other calls can be answered. */
import { setImmediate } from 'node:timers/promises';
import { throwIfAborted } from '../../shared/errors';

/** Yields after each piece of some milliseconds; what it returns does not hang on who else has a turn. */
export type Pieces<T> = Generator<void, T>;

/** So long the engine's thread is kept before others get their turn. */
const TURN_MS = 25;

/** @throws CANCELLED between two pieces */
export async function inTurns<T>(work: Pieces<T>, signal?: AbortSignal): Promise<T> {
  const others = createTurns();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await others();
    throwIfAborted(signal);
  }
}

/** Between two pieces: lets others have their turn where the engine's thread was kept for long since the last time. */
export function createTurns(): () => Promise<void> | undefined {
  let turn = performance.now();
  return () => {
    if (performance.now() - turn <= TURN_MS) return undefined;
    return setImmediate().then(() => {
      turn = performance.now();
    });
  };
}

/** For work that is known to be short. */
export function atOnce<T>(work: Pieces<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Progress of long work: at most ten a second, the last always sent, with rate and time left. */
import type { Progress } from '../../../shared/domain';

const MIN_INTERVAL_MS = 100;
/** The rate is taken over this stretch, so that it follows a machine that slows down. */
const RATE_WINDOW_MS = 30_000;

export interface ProgressReporter {
  /** `done` units of `total` are committed; `current` is what is being worked on. A total that became known since replaces the first. */
  at(done: number, current?: string, total?: number): void;
  /** Sends the last state, throttled or not. */
  end(): void;
}

export function createProgress(
  emit: (progress: Progress) => void,
  stage: Progress['stage'],
  unit: Progress['unit'],
  total: number | null,
  now: () => number = () => performance.now(),
): ProgressReporter {
  const samples: { at: number; done: number }[] = [{ at: now(), done: 0 }];
  let lastSent = Number.NEGATIVE_INFINITY;
  let pending: Progress | undefined;

  const snapshot = (done: number, current: string, total: number | null): Progress => {
    const time = now();
    const newest = samples[samples.length - 1]!;
    if (done > newest.done) samples.push({ at: time, done });
    while (samples.length > 2 && time - samples[0]!.at > RATE_WINDOW_MS) samples.shift();
    const first = samples[0]!;
    const seconds = (time - first.at) / 1000;
    const rate = done > first.done && seconds > 0 ? (done - first.done) / seconds : null;
    return { stage, unit, done, total, rate, eta: rate && total !== null ? Math.max(0, (total - done) / rate) : null, current };
  };
  const send = (progress: Progress) => {
    lastSent = now();
    pending = undefined;
    emit(progress);
  };
  return {
    at(done, current = '', newTotal) {
      total = newTotal ?? total;
      const progress = snapshot(done, current, total);
      if (now() - lastSent >= MIN_INTERVAL_MS) send(progress);
      else pending = progress;
    },
    end() {
      if (pending) send(pending);
    },
  };
}

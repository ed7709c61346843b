/** Progress of long work: at most ten a second, the last always sent, with rate and time left. */
import type { Progress } from '../../../shared/domain';
import type { RemoteUsage } from '../../../shared/endpoints';

const MIN_INTERVAL_MS = 100;
/** Rates are taken over this stretch, so that they follow a machine that slows down. A document can take minutes. */
const RATE_WINDOW_MS = 30_000;
const EXTRACT_WINDOW_MS = 300_000;

/** What makes a better account than the number of units. */
export interface Amounts {
  /** A total that became known since: it replaces the one before. */
  readonly total?: number;
  /** Work done and to do in a measure that time follows better than units, e.g. characters: the time left is estimated from it. */
  readonly work?: { readonly done: number; readonly total: number };
  /** Tokens that a language model has read and written so far. */
  readonly tokens?: number;
}

/** Where the work goes through a remote endpoint, each event tells what it was sent so far. */
export function withUsage(emit: (progress: Progress) => void, { usage }: { usage?(): RemoteUsage }): (progress: Progress) => void {
  return usage ? (progress) => emit({ ...progress, usage: usage() }) : emit;
}

export interface ProgressReporter {
  /** `done` units of `total` are committed; `current` is what is being worked on. */
  at(done: number, current?: string, amounts?: Amounts): void;
  /** Sends the last state, throttled or not. */
  end(): void;
}

interface Sample {
  readonly at: number;
  readonly done: number;
  readonly work: number;
  readonly tokens: number;
}

export function createProgress(
  emit: (progress: Progress) => void,
  stage: Progress['stage'],
  unit: Progress['unit'],
  total: number | null,
  now: () => number = () => performance.now(),
): ProgressReporter {
  const stretch = stage === 'extract' ? EXTRACT_WINDOW_MS : RATE_WINDOW_MS;
  const samples: Sample[] = [{ at: now(), done: 0, work: 0, tokens: 0 }];
  let lastSent = Number.NEGATIVE_INFINITY;
  let pending: Progress | undefined;
  let timer: NodeJS.Timeout | undefined;

  const snapshot = (done: number, current: string, { work, tokens = 0 }: Amounts): Progress => {
    const time = now();
    const present: Sample = { at: time, done, work: work?.done ?? done, tokens };
    const newest = samples[samples.length - 1]!;
    if (done > newest.done || present.work > newest.work || tokens > newest.tokens) samples.push(present);
    // One sample from before the stretch stays: two that come at once would else make a rate of their own.
    while (samples.length > 2 && time - samples[1]!.at > stretch) samples.shift();
    const first = samples[0]!;
    const seconds = (time - first.at) / 1000;
    const rateOf = (what: 'done' | 'work' | 'tokens') =>
      present[what] > first[what] && seconds > 0 ? (present[what] - first[what]) / seconds : null;
    const left = work ? work.total - work.done : total === null ? null : total - done;
    const speed = rateOf('work');
    return {
      stage,
      unit,
      done,
      total,
      rate: rateOf('done'),
      eta: speed && left !== null ? Math.max(0, left / speed) : null,
      tokens: rateOf('tokens'),
      current,
    };
  };
  const send = (progress: Progress) => {
    lastSent = now();
    pending = undefined;
    clearTimeout(timer);
    timer = undefined;
    emit(progress);
  };
  return {
    at(done, current = '', amounts = {}) {
      total = amounts.total ?? total;
      const progress = snapshot(done, current, amounts);
      if (now() - lastSent >= MIN_INTERVAL_MS) send(progress);
      else {
        pending = progress;
        // The next step may take minutes: what was held back is sent all the same.
        timer ??= setTimeout(() => pending && send(pending), MIN_INTERVAL_MS).unref();
      }
    },
    end() {
      clearTimeout(timer);
      if (pending) send(pending);
    },
  };
}

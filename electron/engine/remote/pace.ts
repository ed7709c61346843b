/** How fast an endpoint may be asked: requests at once, requests and tokens a minute, and a pause that the server asked for. First come, first served. */

export interface Limits {
  readonly concurrency: number;
  /** Requests a minute. */
  readonly rpm: number | null;
  /** Tokens a minute, prompt and answer. */
  readonly tpm: number | null;
}

export interface Turn {
  /** Ends it. @param tokens that it really took, where they are known */
  leave(tokens?: number): void;
}

export interface Pace {
  /** Waits for a turn. @param tokens that the request is expected to take @throws the signal's reason */
  enter(tokens: number, signal: AbortSignal): Promise<Turn>;
  /** No turn begins for so long. */
  hold(ms: number): void;
  /** Turns that are taken or waited for. */
  readonly open: number;
}

const MINUTE = 60_000;

interface Spent {
  readonly at: number;
  tokens: number;
}

interface Waiting {
  readonly tokens: number;
  readonly begin: (turn: Turn) => void;
}

export function createPace({ concurrency, rpm, tpm }: Limits): Pace {
  const waiting: Waiting[] = [];
  let minute: Spent[] = [];
  let active = 0;
  let heldUntil = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Milliseconds until the first in the row may begin; 0 at once. */
  function wait(tokens: number, now: number): number {
    minute = minute.filter(({ at }) => at > now - MINUTE);
    let until = heldUntil;
    const leaves = (index: number) => minute[index]!.at + MINUTE;
    if (rpm !== null && minute.length >= rpm) until = Math.max(until, leaves(minute.length - rpm));
    if (tpm !== null) {
      let sum = minute.reduce((all, spent) => all + spent.tokens, 0);
      // A request that is larger than a minute's share goes when the minute is empty: it would never go else.
      for (let i = 0; i < minute.length && sum + tokens > tpm; i++) {
        until = Math.max(until, leaves(i));
        sum -= minute[i]!.tokens;
      }
    }
    return Math.max(0, until - now);
  }

  function pump(): void {
    clearTimeout(timer);
    timer = undefined;
    for (let first = waiting[0]; first && active < concurrency; first = waiting[0]) {
      const now = Date.now();
      const ms = wait(first.tokens, now);
      if (ms > 0) {
        timer = setTimeout(pump, ms);
        return;
      }
      waiting.shift();
      active++;
      const spent: Spent = { at: now, tokens: first.tokens };
      minute.push(spent);
      let over = false;
      first.begin({
        leave(real) {
          if (over) return;
          over = true;
          active--;
          if (real !== undefined) spent.tokens = real;
          pump();
        },
      });
    }
  }

  return {
    enter(tokens, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const stop = () => {
          const place = waiting.indexOf(entry);
          if (place < 0) return;
          waiting.splice(place, 1);
          reject(signal.reason);
          pump();
        };
        const entry: Waiting = {
          tokens,
          begin(turn) {
            signal.removeEventListener('abort', stop);
            resolve(turn);
          },
        };
        signal.addEventListener('abort', stop, { once: true });
        waiting.push(entry);
        pump();
      });
    },
    hold(ms) {
      heldUntil = Math.max(heldUntil, Date.now() + ms);
      pump();
    },
    get open() {
      return active + waiting.length;
    },
  };
}

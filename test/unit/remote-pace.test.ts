import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPace, type Limits, type Turn } from '../../electron/engine/remote/pace';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Asks for turns one after the other; says when each began. */
function asking(limits: Partial<Limits>, tokens: readonly number[]) {
  const pace = createPace({ concurrency: 100, rpm: null, tpm: null, ...limits });
  const begun: [n: number, at: number][] = [];
  const turns: Turn[] = [];
  for (const [n, count] of tokens.entries())
    void pace.enter(count, new AbortController().signal).then((turn) => {
      begun.push([n, Date.now()]);
      turns[n] = turn;
    });
  return { pace, begun, turns };
}

describe('turns', () => {
  it('so many at once, in the order of asking', async () => {
    const { pace, begun, turns } = asking({ concurrency: 2 }, [1, 1, 1, 1]);
    await vi.advanceTimersByTimeAsync(0);
    expect(begun.map(([n]) => n)).toEqual([0, 1]);
    turns[1]!.leave();
    turns[1]!.leave();
    await vi.advanceTimersByTimeAsync(0);
    expect(begun.map(([n]) => n)).toEqual([0, 1, 2]);
    turns[0]!.leave();
    await vi.advanceTimersByTimeAsync(0);
    expect(begun.map(([n]) => n)).toEqual([0, 1, 2, 3]);
    expect(pace.open).toBe(2);
  });

  it('so many requests in any minute', async () => {
    const { begun } = asking({ rpm: 2 }, [1, 1, 1, 1, 1]);
    await vi.advanceTimersByTimeAsync(200_000);
    expect(begun).toEqual([
      [0, 0],
      [1, 0],
      [2, 60_000],
      [3, 60_000],
      [4, 120_000],
    ]);
  });

  it('so many tokens in any minute, counted as they really were', async () => {
    const { begun, turns } = asking({ tpm: 100 }, [60, 60, 40]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(begun).toEqual([[0, 0]]);
    turns[0]!.leave(30);
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual([
      [0, 0],
      [1, 10_000],
    ]);
    await vi.advanceTimersByTimeAsync(200_000);
    // 60 are left of the second's when the first minute has passed: 40 more are just within.
    expect(begun[2]).toEqual([2, 60_000]);
  });

  it('a request that is larger than a minute’s share goes when the minute is empty', async () => {
    const { begun } = asking({ tpm: 100 }, [10, 500, 10]);
    await vi.advanceTimersByTimeAsync(300_000);
    expect(begun).toEqual([
      [0, 0],
      [1, 60_000],
      [2, 120_000],
    ]);
  });

  it('a pause that the server asked for holds all', async () => {
    const { pace, begun, turns } = asking({ concurrency: 1 }, [1, 1]);
    await vi.advanceTimersByTimeAsync(0);
    pace.hold(5000);
    turns[0]!.leave();
    await vi.advanceTimersByTimeAsync(4999);
    expect(begun).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(begun[1]).toEqual([1, 5000]);
  });

  it('who goes away while waiting is out of the row, and the next comes', async () => {
    const pace = createPace({ concurrency: 1, rpm: null, tpm: null });
    const first = await pace.enter(1, new AbortController().signal);
    const gone = new AbortController();
    const second = pace.enter(1, gone.signal);
    const third = pace.enter(1, new AbortController().signal);
    gone.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    first.leave();
    await expect(third).resolves.toBeDefined();
    expect(pace.open).toBe(1);
    await expect(pace.enter(1, gone.signal)).rejects.toThrow('gone');
  });
});

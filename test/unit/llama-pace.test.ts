import { describe, expect, it } from 'vitest';
import { lanePool } from '../../electron/engine/llama/lanePool';
import { best, candidates, secondsEach } from '../../electron/engine/llama/pace';

describe('how a machine is shared out', () => {
  it('one thread alone is tried first, those that wait for each other last', () => {
    expect(candidates(1)).toEqual([{ lanes: 1, threads: 1 }]);
    expect(candidates(2)).toEqual([
      { lanes: 1, threads: 1 },
      { lanes: 2, threads: 1 },
      { lanes: 1, threads: 2 },
    ]);
    expect(candidates(8).map(({ lanes, threads }) => [lanes, threads])).toEqual([
      [1, 1],
      [4, 1],
      [4, 2],
      [2, 4],
      [1, 8],
    ]);
    for (const n of [1, 2, 3, 4, 6, 12]) for (const { lanes, threads } of candidates(n)) expect(lanes * threads).toBeLessThanOrEqual(n);
  });

  it('the fastest for a window is chosen: 1,000 tokens read, 200 written', () => {
    const one = { lanes: 1, threads: 1, read: 160, write: 50 };
    expect(secondsEach(one)).toBeCloseTo(10.25);
    // Two lanes on two idle cores, each a little slower than one alone: 11.9 s for two windows.
    const two = { lanes: 2, threads: 1, read: 140, write: 42 };
    expect(secondsEach(two)).toBeCloseTo(5.95, 2);
    const wide = { lanes: 1, threads: 2, read: 220, write: 70 };
    expect(best([one, two, wide])).toBe(two);
    // Nearly as fast with one lane: a single document is read sooner.
    const wider = { ...wide, read: 250, write: 80 };
    expect(best([one, two, wider])).toBe(wider);
    // A busy machine: two threads wait for each other, a second lane gains less than a tenth.
    expect(best([one, { ...two, read: 82, write: 26 }, { ...wide, read: 50, write: 1 }])).toBe(one);
  });
});

describe('lanes', () => {
  const later = () => new Promise((resolve) => setTimeout(resolve, 5));

  it('opens one after the other as they are needed, and never more', async () => {
    let opened = 1;
    const pool = lanePool(1, 3, async () => ++opened);
    await pool.run(later);
    await pool.run(later);
    expect(opened).toBe(1);
    const busy = new Set<number>();
    let most = 0;
    const results = await Promise.all(
      Array.from({ length: 9 }, (_, i) =>
        pool.run(async (lane) => {
          expect(busy.has(lane)).toBe(false);
          busy.add(lane);
          most = Math.max(most, busy.size);
          await later();
          busy.delete(lane);
          return i;
        }),
      ),
    );
    expect(results).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect([opened, most]).toEqual([3, 3]);
  });

  it('goes on with one where the memory has no room for more; a fault of one piece is its own', async () => {
    let tried = 0;
    const pool = lanePool('a', 4, async () => {
      tried++;
      throw new Error('no memory');
    });
    const work = Array.from({ length: 5 }, (_, i) =>
      pool.run(async (lane) => {
        await later();
        if (i === 2) throw new Error('own');
        return `${lane}${i}`;
      }),
    );
    expect(
      (await Promise.allSettled(work)).map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message)),
    ).toEqual(['a0', 'a1', 'own', 'a3', 'a4']);
    expect(tried).toBeLessThanOrEqual(3);
    await pool.settled();
    expect(await pool.run(async (lane) => lane)).toBe('a');
  });
});

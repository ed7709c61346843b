import { expect, it } from 'vitest';
import { inLanes } from '../../electron/engine/embed/lanes';

const tick = () => new Promise((done) => setTimeout(done, 1));

it('does every item once, never more at a time than there are lanes', async () => {
  let open = 0;
  let most = 0;
  const done: number[] = [];
  await inLanes([1, 2, 3, 4, 5, 6, 7], 3, async (n) => {
    most = Math.max(most, ++open);
    await tick();
    open--;
    done.push(n);
  });
  expect(done.sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(most).toBe(3);
});

it('throws the first failure after those in work have ended, and begins no other', async () => {
  const begun: number[] = [];
  let ended = 0;
  const work = async (n: number) => {
    begun.push(n);
    await tick();
    ended++;
    if (n === 2) throw new Error('two');
  };
  await expect(inLanes([1, 2, 3, 4, 5, 6], 2, work)).rejects.toThrow('two');
  expect(begun.length).toBeLessThanOrEqual(4);
  expect(ended).toBe(begun.length);
});

it('has nothing to do for an empty list', async () => {
  await inLanes([], 4, () => Promise.reject(new Error('never')));
});

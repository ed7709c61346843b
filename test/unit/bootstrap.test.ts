import { expect, it } from 'vitest';
import { bootstrapMean } from '../../electron/engine/compare/bootstrap';
import { atOnce } from '../../electron/engine/pieces';

it('is the value itself where all are equal, and says that there is none for no queries', () => {
  const [low, high] = atOnce(bootstrapMean([0.4, 0.4, 0.4]));
  expect(low).toBeCloseTo(0.4, 12);
  expect(high).toBeCloseTo(0.4, 12);
  expect(atOnce(bootstrapMean([]))).toEqual([Number.NaN, Number.NaN]);
});

it('has the quantiles of the binomial for values of 0 and 1', () => {
  // 20 queries, half of them 1: the resampled sum is Binomial(20, 1/2), whose 2.5 % and 97.5 % quantiles are 6 and 14.
  const values = Array.from({ length: 20 }, (_, i) => i % 2);
  expect(atOnce(bootstrapMean(values))).toEqual([0.3, 0.7]);
});

it('narrows to the normal interval for many values', () => {
  // 1,000 values of a two-point law with mean 1/2 and deviation 1/2: ± 1.96 · .5 / √1000 = ± .031.
  const [low, high] = atOnce(bootstrapMean(Array.from({ length: 1000 }, (_, i) => i % 2)));
  expect(low).toBeGreaterThan(0.466);
  expect(low).toBeLessThan(0.472);
  expect(high).toBeGreaterThan(0.528);
  expect(high).toBeLessThan(0.534);
});

it('is the same for the same seed and differs for another', () => {
  const values = Array.from({ length: 53 }, (_, i) => ((i * 7919) % 101) / 100);
  expect(atOnce(bootstrapMean(values))).toEqual(atOnce(bootstrapMean(values)));
  expect(atOnce(bootstrapMean(values, { seed: 2, samples: 200 }))).not.toEqual(atOnce(bootstrapMean(values, { samples: 200 })));
});

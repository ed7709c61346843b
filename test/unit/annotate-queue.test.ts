import { expect, it } from 'vitest';
import { type Candidate, orderQueue } from '../../electron/engine/annotate/queue';
import { allocate, scoreStrata } from '../../electron/engine/annotate/strata';
import { QueueSpec } from '../../shared/annotation';

const candidates: Candidate[] = Array.from({ length: 100 }, (_, i) => ({
  id: `n${i}`,
  doc_id: `d${Math.floor(i / 5)}`,
  version: `v${i}`,
  court: i < 60 ? 'TCU' : i < 90 ? 'STJ' : 'TRF',
  score: i % 10 === 9 ? null : i / 100,
  unlocated: i % 7 === 0,
  disputed: i % 50 === 3,
}));
const ids = (spec: object, from = candidates, retrieved: string[] = []) =>
  orderQueue(from, QueueSpec.parse(spec), retrieved).map(({ id }) => id);

it('all, unlocated and disagreements keep the documents’ order', () => {
  expect(ids({})).toEqual(candidates.map(({ id }) => id));
  expect(ids({ kind: 'unlocated', size: 3 })).toEqual(['n0', 'n7', 'n14']);
  expect(ids({ kind: 'disagreements' })).toEqual(['n3', 'n53']);
  expect(ids({ kind: 'query' }, candidates, ['n9', 'gone', 'n2'])).toEqual(['n9', 'n2']);
});

it('a sample is the same for a seed, another for another, and a new nugget moves no other', () => {
  const sample = ids({ kind: 'sample', size: 20 });
  expect(ids({ kind: 'sample', size: 20 }, [...candidates].reverse())).toEqual(sample);
  expect(ids({ kind: 'sample', size: 20, seed: 2 })).not.toEqual(sample);
  const more = ids({ kind: 'sample', size: 20 }, [...candidates, { ...candidates[0]!, id: 'new', version: 'new' }]);
  expect(more.filter((id) => !sample.includes(id)).length).toBeLessThanOrEqual(1);
});

it('a stratified sample has each court’s share, in every beginning too', () => {
  const spec = QueueSpec.parse({ kind: 'stratified', size: 20 });
  const count = (n: number) => {
    const names = orderQueue(candidates, spec)
      .slice(0, n)
      .map(({ stratum }) => stratum);
    return ['TCU', 'STJ', 'TRF'].map((court) => names.filter((name) => name === court).length);
  };
  expect(count(20)).toEqual([12, 6, 2]);
  expect(count(10)).toEqual([6, 3, 1]);
});

it('shares: largest remainders, at least one each, never more than there are', () => {
  expect(allocate([60, 30, 10], 7)).toEqual([4, 2, 1]);
  expect(allocate([98, 1, 1], 5)).toEqual([3, 1, 1]);
  expect(allocate([50, 50], 1)).toEqual([1, 0]);
  expect(allocate([2, 1], 3)).toEqual([2, 1]);
  expect(allocate([], 0)).toEqual([]);
});

it('quarters of a score: equal scores stay together, none is a stratum of its own', () => {
  // Parts of two: the five zeros begin in the first, 1 is sixth of eight (third part), 2 and 3 are in the fourth.
  const scores = [0, 0, 0, 0, 0, 1, 2, 3, null].map((score) => ({ score }));
  const names = scores.map(scoreStrata(scores, 4));
  expect(names).toEqual([...Array(5).fill('1: 0.000–0.000'), '3: 1.000–1.000', '4: 2.000–3.000', '4: 2.000–3.000', '']);
});

it('a nugget that two extractors made alike is judged once', () => {
  expect(ids({}, [candidates[0]!, { ...candidates[0]!, id: 'twin' }])).toEqual(['n0']);
});

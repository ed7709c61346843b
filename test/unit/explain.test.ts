/** What units contribute to a document's score: contributions and rest are the score, by every rule. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aggregate } from '../../electron/engine/aggregate/aggregate';
import { explain } from '../../electron/engine/aggregate/explain';

/** Units a1, a2, a3 of document a, b1 of b. */
const map = { unitIds: ['a1', 'a2', 'a3', 'b1'], docOf: Uint32Array.of(0, 0, 0, 1), docIds: ['a', 'b'] };
const hits = (scores: readonly (number | null)[], floor = 0) => {
  const found = scores.flatMap((score, unit): [number, number][] => (score === null ? [] : [[unit, Math.fround(score)]]));
  found.sort((x, y) => y[1] - x[1]);
  return { units: Uint32Array.from(found, ([u]) => u), scores: Float32Array.from(found, ([, s]) => s), floor };
};
const KINDS = ['max', 'mean:1', 'mean:2', 'mean:9', 'sum', 'log-sum', 'count-damped', 'by-sentence'];

describe('what units contribute', () => {
  it.each([
    ['max', [0.75, 0, 0], 0],
    ['mean:2', [0.375, 0.25, 0], 0],
    ['sum', [0.75, 0.5, 0.25], 0],
    ['count-damped', [0.75, 0.5, 0.25].map((s) => s / Math.sqrt(3)), 0],
  ] as const)('%s, by arithmetic', (kind, contributions, rest) => {
    const { units, rest: left } = explain(kind, [hits([0.5, 0.75, 0.25, 0.125])], map, ['a']).get('a')!;
    expect(units.map(({ id }) => id)).toEqual(['a2', 'a1', 'a3']);
    for (const [i, value] of contributions.entries()) expect(units[i]!.contribution).toBeCloseTo(value, 12);
    expect(left).toBe(rest);
  });
  it('log-sum of n equal units: each an equal share, and ln n from their number', () => {
    const { units, rest } = explain('log-sum', [hits([0.5, 0.5, 0.5, null])], map, ['a']).get('a')!;
    for (const { contribution } of units) expect(contribution).toBeCloseTo(0.5 / 3, 12);
    expect(rest).toBeCloseTo(Math.log(3), 12);
  });
  it('by sentence: the best unit of each sentence, the floor where there is none', () => {
    const lists = [hits([0.5, 0.25, null, null]), hits([null, 0.75, null, null]), hits([null, null, null, 0.5], 0.125)];
    const { units, rest } = explain('by-sentence', lists, map, ['a']).get('a')!;
    expect(units.map(({ id, contribution }) => [id, contribution])).toEqual([
      ['a2', 0.75 / 3],
      ['a1', 0.5 / 3],
    ]);
    expect(rest).toBeCloseTo(0.125 / 3, 12);
  });
  it('is told only of the documents that are asked about', () => {
    expect([...explain('max', [hits([0.5, 0.5, 0.5, 0.5])], map, ['b', 'none']).keys()]).toEqual(['b']);
  });
  it('adds up to the score that the aggregation gives', () => {
    const score = fc.option(fc.float({ min: -4, max: 4, noNaN: true }));
    const list = fc.tuple(score, score, score, score);
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), fc.array(list, { minLength: 1, maxLength: 3 }), (kind, scores) => {
        const lists = (kind === 'by-sentence' ? scores : scores.slice(0, 1)).map((one) => hits(one, -5));
        const documents = aggregate(kind, lists, map);
        const explained = explain(kind, lists, map, ['a', 'b']);
        expect([...explained.keys()].sort()).toEqual(documents.map(({ doc_id }) => doc_id).sort());
        for (const { doc_id, score: due, matched } of documents) {
          const { units, rest } = explained.get(doc_id)!;
          expect(units).toHaveLength(matched);
          expect(units.reduce((sum, { contribution }) => sum + contribution, rest)).toBeCloseTo(due, 9);
        }
      }),
    );
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  bootstrapGroups,
  cohenKappa,
  coincidences,
  confusion,
  krippendorff,
  type Matrix,
  rawAgreement,
} from '../../electron/engine/annotate/agreement';
import { foldAnnotations } from '../../electron/engine/annotate/fold';
import { ratingsOf } from '../../electron/engine/annotate/ratings';
import { mulberry32 } from '../../electron/engine/compare/random';
import { judge, nugget } from './annotateKit';

/** Units of a table of annotators × units. */
const unitsOf = (ratings: readonly (readonly (number | null)[])[]): number[][] =>
  ratings[0]!.map((_, u) => ratings.map((row) => row[u]!).filter((value) => value !== null));

describe('Krippendorff’s own example (Computing Krippendorff’s Alpha-Reliability, 2011, section D)', () => {
  const o = null;
  const ratings = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, o, o, o],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, o, 3],
    [o, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, o],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, o],
  ].map((row) => row.map((value) => (value === null ? null : value - 1)));
  const matrix = coincidences(unitsOf(ratings), 5);
  it('coincidences as printed there', () => {
    const rows = Array.from({ length: 5 }, (_, c) => [...matrix.cells.subarray(c * 5, c * 5 + 5)].map((x) => Number(x.toFixed(3))));
    expect(rows).toEqual([
      [7, 1.333, 0.333, 0.333, 0],
      [1.333, 10, 1.333, 0.333, 0],
      [0.333, 1.333, 8, 0.333, 0],
      [0.333, 0.333, 0.333, 4, 0],
      [0, 0, 0, 0, 3],
    ]);
  });
  it('α nominal .743, ordinal .815', () => {
    expect(krippendorff(matrix, 'nominal')).toBeCloseTo(0.743, 3);
    expect(krippendorff(matrix, 'ordinal')).toBeCloseTo(0.815, 3);
  });
});

describe('against krippendorff 0.9 and scikit-learn 1.9 (test/fixtures/agreement.py)', () => {
  interface Case {
    readonly size: number;
    readonly ratings: (number | null)[][];
    readonly alpha: { nominal: number; ordinal: number };
    readonly kappas: number[];
  }
  const { cases } = JSON.parse(readFileSync('test/fixtures/agreement.json', 'utf8')) as { cases: Case[] };
  it.each(cases.map((one, i) => [i, one] as const))('table %i', (_, { size, ratings, alpha, kappas }) => {
    const matrix = coincidences(unitsOf(ratings), size);
    expect(krippendorff(matrix, 'nominal')).toBeCloseTo(alpha.nominal, 10);
    expect(krippendorff(matrix, 'ordinal')).toBeCloseTo(alpha.ordinal, 10);
    const own = ratings.flatMap((a, i) =>
      ratings.slice(i + 1).map((b) => {
        const pairs = a.flatMap((x, u): [number, number][] => (x !== null && b[u] !== null ? [[x, b[u]!]] : []));
        return cohenKappa(confusion(pairs, size));
      }),
    );
    expect(own.map((x) => x!.toFixed(10))).toEqual(kappas.map((x) => x.toFixed(10)));
  });
});

it('κ of Cohen’s kind of table by hand: 20, 5, 10, 15 of 50 → (.7 − .5) / .5', () => {
  const matrix: Matrix = { size: 2, cells: Float64Array.of(20, 5, 10, 15) };
  expect(cohenKappa(matrix)).toBeCloseTo(0.4, 12);
  expect(rawAgreement(matrix)).toBeCloseTo(0.7, 12);
});

it('what is not defined is null, not 0 or 1', () => {
  const same = coincidences(
    [
      [0, 0],
      [0, 0],
    ],
    3,
  );
  expect([krippendorff(same, 'nominal'), rawAgreement(same), cohenKappa(confusion([[0, 0]], 3))]).toEqual([null, 1, null]);
  const none = coincidences([[1], [0]], 3);
  expect([krippendorff(none, 'ordinal'), rawAgreement(none), cohenKappa(confusion([], 3))]).toEqual([null, null, null]);
});

it('the interval draws documents: two that agree wholly and two that never do give 0 to 1, the same for a seed', () => {
  const groups = [[[0, 0]], [[1, 1]], [[0, 1]], [[1, 0]]].map((units) => coincidences(units, 2));
  const interval = (seed: number) => bootstrapGroups(groups, rawAgreement, { samples: 2000, random: mulberry32(seed) });
  // P(all four draws agree) = 1/16 > 2.5 %, so both ends are reached.
  expect(interval(1)).toEqual([0, 1]);
  expect(interval(1)).toEqual(interval(1));
  expect(bootstrapGroups(groups.slice(0, 1), rawAgreement, { samples: 100, random: mulberry32(1) })).toBeNull();
  expect(bootstrapGroups(groups.slice(0, 2), (sum) => (sum.cells[0] ? null : 1), { samples: 2000, random: mulberry32(1) })).toBeNull();
});

it('ratings leave out adjudicators and those who do not know; a problem is said or not said by who judged', () => {
  const { items } = foldAnnotations([
    judge('Ana', 1, { faithful: 'support', problems: ['hallucinated'] }),
    judge('Rui', 2, { faithful: 'unknown' }),
    judge('Eva', 3, { faithful: 'no_support' }, nugget(1), { role: 'adjudicator' }),
    judge('Rui', 4, { note: 'x' }, nugget(2)),
  ]);
  const of = (label: 'faithful' | 'hallucinated') => {
    const { units, unknown } = ratingsOf(items.values(), label);
    return [units.map(({ by }) => [...by]), unknown];
  };
  expect(of('faithful')).toEqual([[[['Ana', 2]]], 1]);
  expect(of('hallucinated')).toEqual([
    [
      [
        ['Ana', 1],
        ['Rui', 0],
      ],
    ],
    0,
  ]);
  expect(ratingsOf(items.values(), 'faithful', ['Rui']).units).toEqual([]);
});

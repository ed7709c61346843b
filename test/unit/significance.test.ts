/** Expected values: significance.json, made by significance.py with SciPy, statsmodels and the rbo package. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { kendallTau, rankBiasedOverlap } from '../../electron/engine/compare/rankCorrelation';
import { erfc } from '../../electron/engine/compare/significance/erfc';
import { holm } from '../../electron/engine/compare/significance/holm';
import { pairedT } from '../../electron/engine/compare/significance/pairedT';
import { randomisation } from '../../electron/engine/compare/significance/randomisation';
import { twoSidedT } from '../../electron/engine/compare/significance/studentT';
import { wilcoxon } from '../../electron/engine/compare/significance/wilcoxon';
import { atOnce } from '../../electron/engine/pieces';

interface Pairs {
  d: number[];
  t: number;
  t_p: number;
  w: number;
  w_p: number;
  random_p: number | null;
}
const fixture = JSON.parse(readFileSync('test/fixtures/significance.json', 'utf8')) as {
  pairs: Pairs[];
  holm: { ps: number[]; corrected: number[] }[];
  rankings: { a: string[]; b: string[]; c: string[]; tau: number; rbo: number; rbo_c: number }[];
  normal: { z: number; p: number }[];
  student: { t: number; df: number; p: number }[];
};
const near = (found: number, due: number) => expect(Math.abs(found - due), `${found} for ${due}`).toBeLessThan(1e-9);

describe('distributions', () => {
  it('Student’s t beyond a value', () => {
    for (const { t, df, p } of fixture.student) near(twoSidedT(t, df), p);
  });
  it('the normal distribution beyond a value, to ten digits of it', () => {
    for (const { z, p } of fixture.normal) expect(erfc(z / Math.SQRT2) / p).toBeCloseTo(1, 10);
  });
});

describe('tests of paired differences', () => {
  it('the paired t-test', () => {
    for (const { d, t, t_p } of fixture.pairs) {
      const found = pairedT(d);
      near(found.t, t);
      near(found.p, t_p);
    }
    expect(pairedT([0, 0, 0])).toEqual({ t: 0, p: 1 });
    expect(pairedT([-0.2, -0.2])).toEqual({ t: Number.NEGATIVE_INFINITY, p: 0 });
    expect(pairedT([0.1])).toEqual({ t: Number.NaN, p: Number.NaN });
  });

  it('Wilcoxon’s signed ranks: exact, with ties, with zeros', () => {
    for (const { d, w, w_p } of fixture.pairs) {
      const found = wilcoxon(d);
      near(found.w, w);
      near(found.p, w_p);
    }
    expect(wilcoxon([0, 0])).toEqual({ w: 0, p: 1, n: 0 });
    // .3 − .2 and .2 − .1 differ in their last digits as floats; they are one tie, and .1 + .2 − .3 is no difference.
    expect(wilcoxon([0.3 - 0.2, -(0.2 - 0.1), 0.1 + 0.2 - 0.3])).toMatchObject({ n: 2, p: 1 });
  });

  it('the randomisation test: exact for few pairs, near the t-test’s for many, the same every time', () => {
    let compared = 0;
    for (const { d, random_p, t_p } of fixture.pairs) {
      const found = atOnce(randomisation(d, { samples: 20_000 }));
      if (random_p !== null) {
        expect(found.exact).toBe(true);
        near(found.p, random_p);
        compared++;
      }
      // Coarse differences give few different sums, so that many patterns come out exactly as far.
      if (d.length >= 90 && new Set(d).size === d.length) expect(Math.abs(found.p - t_p)).toBeLessThan(0.02);
      expect(atOnce(randomisation(d, { samples: 20_000 }))).toEqual(found);
    }
    expect(compared).toBeGreaterThan(8);
    expect(atOnce(randomisation([0, 0]))).toEqual({ p: 1, exact: true });
  });

  it('the randomisation test draws just as its plain definition does', () => {
    // mulberry32 as it was published, and a coin for each sign.
    let state = 5;
    const random = () => {
      state = (state + 0x6d2b79f5) >>> 0;
      let t = Math.imul(state ^ (state >>> 15), state | 1);
      t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
      return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
    const d = Array.from({ length: 40 }, (_, i) => Math.sin(3 * i) + 0.3);
    const due = Math.abs(d.reduce((sum, x) => sum + x, 0)) - 1e-9;
    let asFar = 0;
    for (let s = 0; s < 30_000; s++) if (Math.abs(d.reduce((sum, x) => sum + (random() < 0.5 ? x : -x), 0)) >= due) asFar++;
    expect(asFar).toBeGreaterThan(100);
    expect(atOnce(randomisation(d, { samples: 30_000, seed: 5 }))).toEqual({ p: (asFar + 1) / 30_001, exact: false });
  });

  it('Holm’s correction; what has no p-value does not count', () => {
    for (const { ps, corrected } of fixture.holm) for (const [i, p] of holm(ps).entries()) near(p, corrected[i]!);
    expect(holm([0.01, Number.NaN, 0.04])).toEqual([0.02, Number.NaN, 0.04]);
  });
});

describe('how alike two rankings are', () => {
  it('Kendall’s τ and rank-biased overlap, also of rankings that share some documents only', () => {
    for (const { a, b, c, tau, rbo, rbo_c } of fixture.rankings) {
      near(kendallTau(a, b)!.tau, tau);
      near(rankBiasedOverlap(a, b, 0.9), rbo);
      near(rankBiasedOverlap(a, c, 0.8), rbo_c);
      near(rankBiasedOverlap(c, a, 0.8), rbo_c);
    }
  });
  it('at the ends', () => {
    expect(kendallTau(['a', 'b'], ['c', 'a'])).toBeNull();
    expect(kendallTau(['a', 'x', 'b'], ['y', 'b', 'a'])).toEqual({ tau: -1, shared: 2 });
    expect(rankBiasedOverlap(['a', 'b'], ['c', 'd'])).toBe(0);
    expect(rankBiasedOverlap(['a', 'b'], ['a', 'b'])).toBeCloseTo(1, 12);
    expect([rankBiasedOverlap([], ['a']), rankBiasedOverlap([], [])]).toEqual([0, 1]);
    expect(rankBiasedOverlap(['a', 'b', 'c'], ['a', 'x', 'y'], 0.9, 1)).toBeCloseTo(1, 12);
  });
});

import { describe, expect, it } from 'vitest';
import { evaluateRun, type Qrels } from '../../electron/engine/compare/evaluate';
import { compareOrders, comparePairs, pairsOf } from '../../electron/engine/compare/pairwise';
import { parseMeasure } from '../../electron/engine/compare/parseMeasure';
import { atOnce } from '../../electron/engine/pieces';
import { markOf, meansTable } from '../../shared/comparisonTable';
import type { CompareRunsOutput } from '../../shared/contract';
import type { Run } from '../../shared/domain';
import { toCsv, toLatex, toMarkdown } from '../../shared/table';

const queries = Array.from({ length: 20 }, (_, i) => `q${i}`);
const qrels: Qrels = new Map(queries.map((q) => [q, new Map([['d1', 1]])]));
/** The relevant document at this rank of five; null: no answer. */
const runOf = (name: string, rankOf: (i: number) => number | null): Run => ({
  name,
  rankings: new Map(
    queries.flatMap((q, i) => {
      const rank = rankOf(i);
      if (rank === null) return [];
      const ids = ['x1', 'x2', 'x3', 'x4'];
      ids.splice(rank - 1, 0, 'd1');
      return [[q, ids.map((doc_id, place) => ({ doc_id, score: -place }))]];
    }),
  ),
});
const measures = ['mrr', 'p@1'].map(parseMeasure);
const runs = [runOf('a', () => 2), runOf('b', (i) => (i < 15 ? 1 : 4)), runOf('c', (i) => (i === 0 ? null : 2))];
const evaluations = runs.map((run) => evaluateRun(run, qrels, measures, { convention: 'trec_eval' }));

describe('runs against each other', () => {
  it('each pair once, or all against one', () => {
    expect(pairsOf(['a', 'b', 'c'])).toEqual([
      ['b', 'a'],
      ['c', 'a'],
      ['c', 'b'],
    ]);
    expect(pairsOf(['a', 'b', 'c'], 'b')).toEqual([
      ['a', 'b'],
      ['c', 'b'],
    ]);
  });

  it('differences, wins and losses by query; an unanswered query counts 0', () => {
    const [ba, ca] = atOnce(comparePairs(evaluations, ['mrr'], { baseline: 'a' }));
    // 15 × (1 − 1/2) and 5 × (1/4 − 1/2), over 20.
    expect(ba).toMatchObject({ run: 'b', against: 'a', wins: 15, ties: 0, losses: 5 });
    expect(ba!.difference).toBeCloseTo((15 * 0.5 - 5 * 0.25) / 20, 12);
    expect(ba!.ci95[0]).toBeGreaterThan(0);
    expect(ba!.ci95[1]).toBeLessThan(0.5);
    expect(ca).toMatchObject({ wins: 0, ties: 19, losses: 1 });
    expect(ca!.difference).toBeCloseTo(-0.5 / 20, 12);
    // One difference alone can go either way.
    expect(ca!.randomisation.p).toBe(1);
    // Of the 2^20 sign patterns of 15 × .5 and 5 × .25, the share whose sum is at least 6.25 either way (binomials, counted).
    expect(Math.abs(ba!.randomisation.p - 0.00200653076171875)).toBeLessThan(4e-4);
    expect(ba!.randomisation.corrected).toBeCloseTo(2 * ba!.randomisation.p, 12);
    expect(ca!.randomisation.corrected).toBe(1);
  });

  it('likeness of the orders over the queries that both answer', () => {
    const [ba, ca] = atOnce(compareOrders(runs, 'a'));
    expect(ca).toEqual({ run: 'c', against: 'a', tau: 1, rbo: expect.closeTo(1, 12), queries: 19 });
    // Ranks 1 and 2 change places (1 of 10 pairs: τ .8), or d1 moves from 2 to 4 (2 of 10: τ .6).
    expect(ba!.tau).toBeCloseTo((15 * 0.8 + 5 * 0.6) / 20, 12);
    expect(ba!.queries).toBe(20);
  });
});

describe('tables that other programs take in', () => {
  const p = (corrected: number) => ({ p: corrected / 2, corrected });
  const out = {
    measures: ['mrr'],
    baseline: 'a',
    runs: [
      { name: 'a', means: { mrr: 0.5 } },
      { name: 'b', means: { mrr: 0.75 } },
      { name: 'c', means: { mrr: 0.25 } },
    ],
    pairs: [
      { measure: 'mrr', run: 'b', against: 'a', difference: 0.25, t: p(0.2), wilcoxon: p(0.06), randomisation: p(0.04) },
      { measure: 'mrr', run: 'c', against: 'a', difference: -0.25, t: p(0.01), wilcoxon: p(0.01), randomisation: p(0.01) },
    ],
  } as unknown as CompareRunsOutput;

  it('mark what differs surely from the baseline, and in which direction', () => {
    expect(meansTable(out).rows).toEqual([
      ['a', '0.5000'],
      ['b', '0.7500†'],
      ['c', '0.2500‡'],
    ]);
    expect(markOf(out, 'b', 'a', 'mrr', 't')).toBe('');
  });

  const table = {
    head: ['run', 'value'],
    rows: [
      ['a|b_1 50%', 0.5],
      ['=1+1; "x"', -0.25],
      ['z', null],
    ] as (string | number | null)[][],
  };
  it('Markdown', () => {
    expect(toMarkdown(table)).toBe('| run | value |\n| --- | ---: |\n| a\\|b_1 50% | 0.5000 |\n| =1+1; "x" | -0.2500 |\n| z | – |\n');
  });
  it('LaTeX', () => {
    expect(toLatex(table, 2)).toBe(
      '\\begin{tabular}{lr}\n\\toprule\nrun & value \\\\\n\\midrule\na|b\\_1 50\\% & 0.50 \\\\\n=1+1; "x" & -0.25 \\\\\nz & -- \\\\\n\\bottomrule\n\\end{tabular}\n',
    );
  });
  it('CSV, also as a Brazilian spreadsheet opens it; a text is never a formula', () => {
    expect(toCsv(table)).toBe('run,value\r\na|b_1 50%,0.5\r\n"\'=1+1; ""x""",-0.25\r\nz,\r\n');
    expect(toCsv(table, { locale: 'pt-BR' })).toBe('\ufeffrun;value\r\na|b_1 50%;0,5\r\n"\'=1+1; ""x""";-0,25\r\nz;\r\n');
  });
});

/** The retrieval lab's pure parts: order of queries, geometry of charts, knobs, breakdowns, the file to begin with. */
import { describe, expect, it } from 'vitest';
import { readExperiment } from '../../electron/engine/experiment/parseExperiment';
import { bumpLines, rowOf } from '../../renderer/features/compare/charts/bump';
import { barsOf, deltasOf, reach } from '../../renderer/features/compare/charts/deltas';
import { linear, ticks } from '../../renderer/features/compare/charts/scale';
import { extent, pointsOf, stepTo } from '../../renderer/features/compare/charts/scatter';
import { offsetOf } from '../../renderer/features/compare/experiments/place';
import { template } from '../../renderer/features/compare/experiments/template';
import { measuresOf, runRows, sortRows } from '../../renderer/features/compare/measures/rows';
import { type QueryValues, sortQueries, valuesOf } from '../../renderer/features/compare/queries/order';
import { keptOf, runEntries } from '../../renderer/features/compare/runs';
import { fileName } from '../../renderer/features/compare/saveFile';
import { linkPath, linksBetween } from '../../renderer/features/compare/side-by-side/links';
import { partLines } from '../../renderer/features/compare/tune/breakdown';
import { partKnobs, turn, turnPart } from '../../renderer/features/compare/tune/knobs';
import type { CompareRunsOutput, RescoreOutput, RunHead } from '../../shared/contract';

const values: QueryValues = new Map([
  ['q1', { a: 0.5, b: 0.75 }],
  ['q2', { a: 0.25, b: 0.25 }],
  ['q3', { a: 1, b: 0.25 }],
]);
const query = (query_id: string) => ({ collection: 'c', query_id, text: query_id, source: '' });

describe('queries', () => {
  it.each([
    ['id', ['q1', 'q2', 'q3', 'q4']],
    ['difference', ['q3', 'q1', 'q2', 'q4']],
    ['gain', ['q1', 'q2', 'q3', 'q4']],
    ['loss', ['q3', 'q2', 'q1', 'q4']],
    ['mean', ['q2', 'q1', 'q3', 'q4']],
  ] as const)('by %s; what is not measured comes last', (order, due) => {
    // The means of q1 and q3 are equal (.625): they stay as they came.
    expect(sortQueries(['q1', 'q2', 'q3', 'q4'].map(query), values, order).map(({ query_id }) => query_id)).toEqual(due);
  });
  it('have values where both runs are measured on them', () => {
    const perQuery = { q1: { x: { m: 1 }, y: { m: 0.5 } }, q2: { x: { m: 1 } } };
    expect([...valuesOf(perQuery, 'x', 'y', 'm')]).toEqual([['q1', { a: 1, b: 0.5 }]]);
    expect(valuesOf(perQuery, 'x', 'y', 'other').size).toBe(0);
  });
});

describe('charts', () => {
  it('scales and ticks', () => {
    const scale = linear([0, 2], [10, 110]);
    expect([0, 1, 2].map(scale)).toEqual([10, 60, 110]);
    expect(linear([1, 1], [0, 10])(1)).toBe(5);
    expect(ticks(0, 1)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(ticks(-0.12, 0.12)).toEqual([-0.1, -0.05, 0, 0.05, 0.1]);
    expect(ticks(3, 3)).toEqual([3]);
  });
  it('a scatter has both runs on one scale, and keys walk along either', () => {
    expect(extent(values)).toEqual([0.2, 1]);
    expect(extent(new Map([['q', { a: 0, b: 1 }]]))).toEqual([0, 1]);
    expect(extent(new Map([['q', { a: 1, b: 1 }]]))).toEqual([0.8, 1]);
    const points = pointsOf(values, [0, 0, 100, 200]);
    const places = [37.5, 62.5, 6.25, 187.5, 100, 187.5];
    for (const [i, value] of points.flatMap(({ x, y }) => [x, y]).entries()) expect(value).toBeCloseTo(places[i]!, 9);
    expect(stepTo(points, undefined, 'ArrowRight')).toBe('q2');
    expect(stepTo(points, 'q2', 'ArrowRight')).toBe('q1');
    expect(stepTo(points, 'q3', 'ArrowRight')).toBe('q3');
    expect(stepTo(points, 'q1', 'ArrowDown')).toBe('q2');
    expect(stepTo(points, 'q2', 'End')).toBe('q3');
    expect(stepTo(points, 'q2', 'a')).toBeUndefined();
    expect(stepTo([], 'q2', 'ArrowUp')).toBeUndefined();
  });
  it('bars go from the greatest gain to the greatest loss, from zero up or down', () => {
    const deltas = deltasOf(values);
    expect(deltas.map(({ id, difference }) => [id, difference])).toEqual([
      ['q1', 0.25],
      ['q2', 0],
      ['q3', -0.75],
    ]);
    expect(reach(deltas)).toBe(0.75);
    const bars = barsOf(deltas, [0, 0, 30, 150]);
    expect(bars.map(({ x, width }) => [x, width])).toEqual([
      [0, 9],
      [10, 9],
      [20, 9],
    ]);
    expect(bars.map(({ y, height }) => [y, height])).toEqual([
      [50, 25],
      [75, 1],
      [75, 75],
    ]);
  });
  it('a bump chart holds what leads anywhere; what is below or absent shares a row', () => {
    const column = (...ids: string[]) => ids.map((id) => ({ id, title: `title of ${id}` }));
    const lines = bumpLines([column('a', 'b', 'c'), column('d', 'a')], 2);
    expect(lines.map(({ id, ranks }) => [id, ranks])).toEqual([
      ['a', [1, 2]],
      ['b', [2, null]],
      ['d', [null, 1]],
    ]);
    expect([1, 2, 3, null].map((rank) => rowOf(rank, 2))).toEqual([0, 1, 2, 2]);
  });
  it('lines join what both columns list, where they cross the view', () => {
    const links = linksBetween(['a', 'b', 'c'], ['c', 'x', 'a'], 0, 5);
    expect(links).toEqual([
      { docId: 'a', from: 0, to: 2 },
      { docId: 'c', from: 2, to: 0 },
    ]);
    // Both cross row 1, though neither ends there; below the view there is none.
    expect(linksBetween(['a', 'b', 'c'], ['c', 'x', 'a'], 1, 1)).toHaveLength(2);
    expect(linksBetween(['a', 'b', 'c'], ['c', 'x', 'a'], 3, 9)).toEqual([]);
    expect(linkPath({ docId: 'a', from: 0, to: 2 }, 40, 10)).toBe('M0 5 C20 5 20 25 40 25');
  });
  it('file names are plain', () => {
    expect(fileName('nDCG@10 por consulta: ação − x', 'svg')).toBe('nDCG@10-por-consulta-acao-x.svg');
    expect(fileName('…', 'png')).toBe('pepita.png');
  });
});

const part = (name: string, weight: number, unit = 'nugget') => ({ name, weight, unit, aggregate: 'max' });
const config = {
  parts: [part('dense nugget', 0.5), part('bm25 document', 0.5, 'document')],
  fusion: 'weighted',
  normalisation: 'min-max',
  rrf_k: 60,
};
const head = (id: string, name: string) => ({ id, name, created_at: '', config }) as unknown as RunHead;

describe('knobs', () => {
  const made = head('r', 'r').config;
  it('say only what they change, and nothing once turned back', () => {
    const once = turnPart(made, undefined, 0, { aggregate: 'sum' });
    expect(once).toEqual({ parts: [{ aggregate: 'sum' }, {}] });
    const twice = turn(made, once, { fusion: 'rrf' });
    expect(twice).toEqual({ parts: [{ aggregate: 'sum' }, {}], fusion: 'rrf' });
    expect(turn(made, twice, { fusion: 'weighted' })).toEqual(once);
    expect(turnPart(made, once, 0, { aggregate: 'max' })).toBeUndefined();
    expect(turnPart(made, once, 1, { weight: 0 })).toEqual({ parts: [{ aggregate: 'sum' }, { weight: 0 }] });
  });
  it('show the run with what was changed', () => {
    expect(partKnobs(made, { parts: [{}, { weight: 0.2 }] }).map(({ aggregate, weight, gathers }) => [aggregate, weight, gathers])).toEqual(
      [
        ['max', 0.5, true],
        ['max', 0.2, false],
      ],
    );
  });
  it('runs of one name are told apart, and a tuned one stands beside its run', () => {
    const entries = runEntries([head('1', 'x'), head('2', 'x'), head('3', 'y')], { 2: { fusion: 'rrf' } }, (name) => `${name}*`);
    expect(entries.map(({ key, label }) => [key, label])).toEqual([
      ['1', 'x'],
      ['2', 'x (2)'],
      ['2~', 'x (2)*'],
      ['3', 'y'],
    ]);
    expect(keptOf(entries[2]!)).toEqual({ run_id: '2', name: 'x (2)*', change: { fusion: 'rrf' } });
    expect(keptOf(entries[0]!)).toEqual({ run_id: '1', name: 'x' });
  });
});

describe('what a score is made of', () => {
  type Ranked = NonNullable<RescoreOutput['ranking']>[number];
  it('contributions of the parts add up to it; a single part is the score itself', () => {
    const parts = [
      { name: 'x', share: 0.25, score: 12, rank: 3, value: 0.5 },
      { name: 'y', share: 0.75, score: null, rank: null, value: 0 },
    ];
    const fused = partLines({ score: 0.125, rank: 1, parts, evidence: [] } as unknown as Ranked);
    expect(fused.map(({ contribution }) => contribution)).toEqual([0.125, 0]);
    const evidence = [{ part: 'dense nugget' }];
    expect(partLines({ score: 0.9, rank: 2, parts: [], evidence } as unknown as Ranked)).toMatchObject([
      { name: 'dense nugget', score: 0.9, rank: 2, share: 1, contribution: 0.9 },
    ]);
  });
});

describe('the table of runs', () => {
  const p = { p: 0.01, corrected: 0.02 };
  const pair = { measure: 'm', run: 'b', against: 'a', difference: -0.25, ci95: [-0.5, 0], wins: 1, ties: 2, losses: 3, t: p, wilcoxon: p };
  const out = {
    measures: ['m'],
    baseline: 'a',
    runs: [
      { name: 'a', means: { m: 0.5 }, ci95: { m: [0.25, 0.75] } },
      { name: 'b', means: { m: 0.25 }, ci95: { m: [0, 0.5] } },
      { name: 'c', means: { m: 0.75 }, ci95: {} },
    ],
    pairs: [{ ...pair, randomisation: { p: 0.06, corrected: 0.06 } }],
  } as unknown as CompareRunsOutput;
  it('marks by the chosen test, counts wins against the baseline', () => {
    const [a, b] = runRows(out, 'm', 't');
    expect(a).toMatchObject({ against: undefined, cells: { m: { mean: 0.5, low: 0.25, high: 0.75, mark: '' } } });
    expect(b).toMatchObject({ against: { wins: 1, ties: 2, losses: 3, p: 0.02 }, cells: { m: { mark: '‡' } } });
    expect(runRows(out, 'm', 'randomisation')[1]).toMatchObject({ against: { p: 0.06 }, cells: { m: { mark: '' } } });
  });
  it('is sorted best first', () => {
    expect(sortRows(runRows(out, 'm', 't'), 'm').map(({ name }) => name)).toEqual(['c', 'a', 'b']);
    expect(sortRows(runRows(out, 'm', 't'), null).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(measuresOf(' ndcg@10, r@100;bpref ndcg@10')).toEqual(['ndcg@10', 'r@100', 'bpref']);
  });
});

describe('an experiment’s file', () => {
  const words = { name: 'x: y', description: '# no comment' };
  const nuggets = [{ extractor: 'extractive' as const, tier: 'thesis' as const, count: 3 }];
  it('to begin with can be read, whatever the collection is called', () => {
    const source = template({ id: 'coleção: "um"', nuggets, summaries: [] }, ['e5'], words);
    const { data: experiment, faults } = readExperiment(source);
    expect(faults).toEqual([]);
    expect(experiment).toMatchObject({ collection: 'coleção: "um"', baseline: 'bm25', defaults: { encoder: 'e5' } });
    expect(experiment!.grid!.unit).toEqual(['nugget', 'passage', 'document']);
  });
  it('asks for no encoder where there is none', () => {
    const { data: experiment } = readExperiment(template({ id: 'c', nuggets: [], summaries: [] }, [], { name: 'n', description: '' }));
    expect(experiment).toMatchObject({ defaults: {}, runs: [{ ranker: 'bm25' }] });
    expect(experiment!.grid).toBeUndefined();
  });
  it('a line and a column lead to their place', () => {
    expect([offsetOf('ab\ncd', 2, 2), offsetOf('ab\ncd', 1, 9), offsetOf('ab\ncd', 9, 1), offsetOf('', 1, 1)]).toEqual([4, 2, 3, 0]);
  });
});

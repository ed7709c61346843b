import { describe, expect, it } from 'vitest';
import { aggregate } from '../../electron/engine/aggregate/aggregate';
import { fuse } from '../../electron/engine/aggregate/fuse';
import { denseHits, jsDotScorer } from '../../electron/engine/search/dense';
import { topN } from '../../electron/engine/search/topN';
import { compareScored, tiedFlags } from '../../shared/ties';

const MIN_MAX = { fusion: 'weighted', normalisation: 'min-max', rrf_k: 60 } as const;

/** Units a1 and a2 of document a, b1 of b, c1 of c. */
const map = { unitIds: ['a1', 'a2', 'b1', 'c1'], docOf: Uint32Array.of(0, 0, 1, 2), docIds: ['a', 'b', 'c'] };
const hits = (pairs: [number, number][], floor = 0) => ({
  units: Uint32Array.from(pairs, ([u]) => u),
  scores: Float32Array.from(pairs, ([, s]) => s),
  floor,
});

describe('what a ranked document tells', () => {
  it('mean:K keeps every retrieved unit, not only those in the mean', () => {
    const [first] = aggregate(
      'mean:1',
      [
        hits([
          [0, 0.5],
          [1, 0.25],
        ]),
      ],
      map,
    );
    expect(first).toEqual({
      doc_id: 'a',
      score: 0.5,
      matched: 2,
      units: [
        { id: 'a1', score: 0.5 },
        { id: 'a2', score: 0.25 },
      ],
    });
  });
  it('by sentence, a unit counts once, with its best score, and units stand best first', () => {
    const lists = [
      hits([
        [0, 0.75],
        [1, 0.25],
      ]),
      hits([
        [1, 0.875],
        [0, 0.5],
      ]),
    ];
    expect(aggregate('by-sentence', lists, map)).toEqual([
      {
        doc_id: 'a',
        score: (0.75 + 0.875) / 2,
        matched: 2,
        units: [
          { id: 'a2', score: 0.875 },
          { id: 'a1', score: 0.75 },
        ],
      },
    ]);
  });
  it('a document without a retrieved unit is not ranked', () =>
    expect(aggregate('max', [hits([[3, 0.1]])], map).map(({ doc_id }) => doc_id)).toEqual(['c']));
  it.each([
    ['sum', 0.5 + 0.25, 0.7],
    ['log-sum', Math.log(Math.exp(0.5) + Math.exp(0.25)), 0.7],
    ['count-damped', (0.5 + 0.25) / Math.SQRT2, 0.7],
    ['mean:2', (0.5 + 0.25) / 2, 0.7],
  ])('%s: two units of a, one of b', (rule, a, b) => {
    const found = aggregate(
      rule,
      [
        hits([
          [2, 0.7],
          [0, 0.5],
          [1, 0.25],
        ]),
      ],
      map,
    );
    const due = Object.entries({ a, b }).sort(([, x], [, y]) => y - x);
    expect(found.map(({ doc_id }) => doc_id)).toEqual(due.map(([id]) => id));
    for (const [i, [, score]] of due.entries()) expect(found[i]!.score).toBeCloseTo(score, 6);
  });
  it('log-sum of large scores does not overflow', () =>
    expect(
      aggregate(
        'log-sum',
        [
          hits([
            [0, 2000],
            [1, 2000],
          ]),
        ],
        map,
      )[0]!.score,
    ).toBeCloseTo(2000 + Math.LN2, 3));
  it('nothing retrieved, nothing ranked', () => {
    expect(aggregate('max', [hits([])], map)).toEqual([]);
    expect(aggregate('by-sentence', [hits([]), hits([])], map)).toEqual([]);
  });
  it('first evidence takes one query', () => expect(() => aggregate('max', [hits([]), hits([])], map)).toThrow('not of 2'));
});

describe('fusion', () => {
  const side = (name: string, weight: number, scores: Record<string, number>, floor: number) => ({
    name,
    weight,
    ranked: Object.entries(scores).map(([doc_id, score]) => ({ doc_id, score })),
    floor,
  });
  it('a constant side decides nothing', () => {
    const fused = fuse([side('constant', 0.9, { a: 7, b: 7, c: 7 }, 0), side('dense', 0.1, { a: 0.5, b: 0.75, c: 1 }, 0)], MIN_MAX);
    expect(fused.map(({ doc_id }) => doc_id)).toEqual(['c', 'b', 'a']);
    expect(fused.map(({ parts }) => parts[0]!.value)).toEqual([0, 0, 0]);
  });
  it('two constant sides leave it to the ids, descending', () =>
    expect(
      fuse([side('x', 1, { a: 1, b: 1 }, 1), side('y', 1, { b: 2, a: 2 }, 2)], MIN_MAX).map(({ doc_id, score }) => [doc_id, score]),
    ).toEqual([
      ['b', 0],
      ['a', 0],
    ]));
  it('weights are shares of their sum, and a document missing on a side has its floor', () => {
    const [first, second] = fuse([side('x', 3, { a: 10, b: 5 }, 0), side('y', 1, { c: 4, a: 3 }, 2)], MIN_MAX);
    // x: a 1, b .5, c 0 (floor 0 to 10); y: c 1, a .5, b 0 (floor 2 to 4).
    expect([first!.doc_id, first!.score]).toEqual(['a', 0.75 * 1 + 0.25 * 0.5]);
    expect([second!.doc_id, second!.score]).toEqual(['b', 0.75 * 0.5]);
  });
  it('with all the weight on one side its order stays', () =>
    expect(fuse([side('x', 1, { a: 3, b: 2, c: 1 }, 0), side('y', 0, { c: 9, b: 1 }, 0)], MIN_MAX).map(({ doc_id }) => doc_id)).toEqual([
      'a',
      'b',
      'c',
    ]));
  it('reciprocal rank fusion takes ranks alone; what a side does not list gives nothing', () => {
    const [x, y] = [side('x', 1, { a: 900, b: 5, c: 1 }, 0), side('y', 1, { c: 0.2, b: 0.1 }, 0)];
    const fused = fuse([x, y], { ...MIN_MAX, fusion: 'rrf' });
    expect(fused.map(({ doc_id, score }) => [doc_id, score])).toEqual([
      ['c', expect.closeTo((1 / 63 + 1 / 61) / 2, 12)],
      ['b', expect.closeTo((1 / 62 + 1 / 62) / 2, 12)],
      ['a', expect.closeTo(1 / 61 / 2, 12)],
    ]);
    expect(fused[2]!.parts).toEqual([
      { name: 'x', share: 0.5, score: 900, rank: 1, value: 1 / 61 },
      { name: 'y', share: 0.5, score: null, rank: null, value: 0 },
    ]);
  });
  it('z-scores have mean 0 and deviation 1; without normalisation scores count as they are', () => {
    const scores = { a: 1, b: 2, c: 6 };
    const valuesWith = (normalisation: 'z-score' | 'none') =>
      Object.fromEntries(
        fuse([side('x', 1, scores, 0)], { ...MIN_MAX, normalisation }).map(({ doc_id, parts }) => [doc_id, parts[0]!.value]),
      );
    // Mean 3, variance (4 + 1 + 9) / 3.
    const deviation = Math.sqrt(14 / 3);
    const z = valuesWith('z-score');
    for (const [id, score] of Object.entries(scores)) expect(z[id]).toBeCloseTo((score - 3) / deviation, 12);
    expect(valuesWith('none')).toEqual(scores);
    expect(fuse([side('x', 1, { a: 4, b: 4 }, 4)], { ...MIN_MAX, normalisation: 'z-score' })[0]!.parts[0]!.value).toBe(0);
  });
  it('negative weights are refused', () => expect(() => fuse([side('x', -1, {}, 0), side('y', 2, {}, 0)], MIN_MAX)).toThrow('0 or more'));
});

describe('ties are shown', () => {
  it('as 32-bit floats', () => expect(tiedFlags([1, 0.999999999, 0.9999999, 0.5])).toEqual([true, true, false, false]));
  it('none in none', () => expect(tiedFlags([])).toEqual([]));
});

describe('many scores', () => {
  it('the best 1,000 of 100,000 with many ties are those of a full sort', () => {
    // A fixed linear congruence; 500 distinct scores, below and above zero.
    let state = 7;
    const scores = Float32Array.from({ length: 100_000 }, () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return ((state >> 8) % 500) / 250 - 1;
    });
    const id = (row: number) => `u${row}`;
    const sorted = [...scores.keys()].sort((a, b) => compareScored(scores[a]!, id(a), scores[b]!, id(b)));
    expect([...topN(scores, 1000, id)]).toEqual(sorted.slice(0, 1000));
  });
  it('100,000 equal scores: the greatest ids', () => {
    const id = (row: number) => String(row).padStart(6, '0');
    expect([...topN(new Float32Array(100_000).fill(-0), 3, id)]).toEqual([99_999, 99_998, 99_997]);
  });
  it('scores that are no numbers are never chosen; infinite ones are', () => {
    const scores = Float32Array.of(Number.NaN, 1, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, -Number.NaN);
    expect([...topN(scores, 5, String)]).toEqual([3, 1, 2]);
  });
  it('query vectors that do not fit in one go are scored in several, in order', async () => {
    const matrix = new Float32Array(400).fill(0.5);
    matrix[123] = 1;
    const calls: number[] = [];
    const counting = {
      score: (m: Float32Array, dims: number, queries: Float32Array) => {
        calls.push(queries.length);
        return jsDotScorer.score(m, dims, queries);
      },
    };
    const unitIds = Array.from(matrix, (_, row) => `u${row}`);
    const lists = await denseHits({ matrix, dims: 1, unitIds }, Float32Array.of(1, 2, 3, 4), counting, { candidates: 1, maxScores: 1300 });
    expect(calls).toEqual([3, 1]);
    expect(lists.map((list) => [list.units[0], list.scores[0]])).toEqual([1, 2, 3, 4].map((score) => [123, score]));
  });
  it('an aborted search stops before it scores', async () => {
    const space = { matrix: Float32Array.of(1), dims: 1, unitIds: ['u'] };
    await expect(denseHits(space, Float32Array.of(1), jsDotScorer, { candidates: 1, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
  });
});

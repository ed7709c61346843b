import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aggregate } from '../../electron/engine/aggregate/aggregate';
import { fuse } from '../../electron/engine/aggregate/fuse';
import { batchByLength } from '../../electron/engine/embed/batches';
import { normaliseRows, poolTokens } from '../../electron/engine/embed/pool';
import { denseHits, jsDotScorer } from '../../electron/engine/search/dense';
import { topN } from '../../electron/engine/search/topN';
import { rankMoves } from '../../shared/moves';
import { compareBytes, compareRanked, compareScored } from '../../shared/ties';
import { buildBm25 } from './bm25Kit';

describe('the tie rule', () => {
  it('compares scores as 32-bit floats, then ids by bytes, descending', () => {
    const sorted = (docs: [string, number][]) =>
      docs
        .map(([doc_id, score]) => ({ doc_id, score }))
        .sort(compareRanked)
        .map(({ doc_id }) => doc_id);
    // 1 and 0.999999999 tie in 32 bits; 0.9999999 does not (metrics of trec_eval, measured).
    expect(
      sorted([
        ['a', 1],
        ['b', 0.999999999],
        ['c', 0.9999999],
      ]),
    ).toEqual(['b', 'a', 'c']);
    expect(
      sorted([
        ['d2', 1],
        ['d10', 1],
      ]),
    ).toEqual(['d2', 'd10']);
  });
  it('orders strings as their UTF-8 bytes do', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect(compareBytes(a, b) > 0).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)) > 0);
        expect(compareBytes(a, b) < 0).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0);
      }),
    );
  });
});

describe('the best n', () => {
  it('property: are those that a full sort would give', () => {
    const score = fc.oneof(fc.float({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(0, -0, 1, 1, 0.5));
    fc.assert(
      fc.property(fc.array(score, { maxLength: 200 }), fc.nat(220), (values, n) => {
        const scores = Float32Array.from(values);
        const id = (row: number) => `u${row}`;
        const sorted = [...scores.keys()].sort((a, b) => compareScored(scores[a]!, id(a), scores[b]!, id(b)));
        expect([...topN(scores, n, id)]).toEqual(sorted.slice(0, n));
      }),
    );
  });
  it('a constant scorer wins nothing: ids decide', () =>
    expect([...topN(new Float32Array(5).fill(0.3), 2, (row) => `d${row}`)]).toEqual([4, 3]));
});

describe('dense retrieval', () => {
  it('scores every unit for every query vector', async () => {
    const space = { matrix: Float32Array.of(1, 0, 0, 1, 0.6, 0.8), dims: 2, unitIds: ['a', 'b', 'c'] };
    const [x, y] = await denseHits(space, Float32Array.of(1, 0, 0, 1), jsDotScorer, { candidates: 2 });
    expect([...x!.units]).toEqual([0, 2]);
    expect([...y!.units]).toEqual([1, 2]);
    expect(y!.scores[1]).toBeCloseTo(0.8, 6);
    expect(y!.floor).toBeCloseTo(0.8, 6);
  });
  it('refuses a matrix of other dimensions and scores that are no numbers', async () => {
    const space = { matrix: new Float32Array(3), dims: 2, unitIds: ['a'] };
    await expect(denseHits(space, new Float32Array(2), jsDotScorer, { candidates: 1 })).rejects.toMatchObject({ code: 'INTERNAL' });
    const broken = { matrix: Float32Array.of(Number.NaN, 0), dims: 2, unitIds: ['a'] };
    await expect(denseHits(broken, Float32Array.of(1, 0), jsDotScorer, { candidates: 1 })).rejects.toMatchObject({ code: 'MODEL_FAILED' });
  });
});

describe('BM25', () => {
  const docs = [
    { id: 'd1', lang: 'pt' as const, text: 'licitação licitação contrato' },
    { id: 'd2', lang: 'pt' as const, text: 'contrato de locação' },
    { id: 'd3', lang: 'pt' as const, text: 'ações e decisões do tribunal' },
  ];
  it('is what the formula gives by hand', () => {
    const index = buildBm25(docs);
    // N = 3, df = 1, tf = 2; lengths in all words: 3, 3, 5 (mean 11/3); k1 = .9, b = .4.
    const idf = Math.log(1 + (3 - 1 + 0.5) / (1 + 0.5));
    const norm = 0.9 * (1 - 0.4 + (0.4 * 3) / (11 / 3));
    const { scores } = index.scores('licitação');
    expect(scores[0]).toBeCloseTo((idf * 2) / (2 + norm), 5);
    expect([scores[1], scores[2]]).toEqual([0, 0]);
  });
  it.each([
    ['licitacao', 'd1'],
    ['licitações', 'd1'],
    ['acao', 'd3'],
    ['ação', 'd3'],
    ['decisao', 'd3'],
    ['LOCACAO', 'd2'],
  ])('%s finds its word whatever its accents and number', (query, id) => {
    const index = buildBm25(docs);
    expect(index.unitIds[index.hits(query).units[0]!]).toBe(id);
  });
  it('tells the words that no document has, and finds nothing for them', () => {
    const { units, unmatched } = buildBm25(docs).hits('licitação xyzzy');
    expect(unmatched).toEqual(['xyzzy']);
    expect(units).toHaveLength(1);
    expect(buildBm25(docs).hits('xyzzy').units).toHaveLength(0);
    expect(buildBm25([]).hits('licitação').units).toHaveLength(0);
  });
  it('keeps languages apart in a mixed collection', () => {
    const index = buildBm25([...docs, { id: 'e1', lang: 'en', text: 'the contracts of sale were breached' }]);
    expect([...index.hits('contracts').units].map((row) => index.unitIds[row])).toEqual(['e1']);
    expect([...index.hits('contratos').units].map((row) => index.unitIds[row]).sort()).toEqual(['d1', 'd2']);
  });
});

describe('from units to documents', () => {
  const map = { unitIds: ['a1', 'a2', 'b1', 'c1'], docOf: Uint32Array.of(0, 0, 1, 2), docIds: ['a', 'b', 'c'] };
  const hits = (pairs: [number, number][], floor = 0) => ({
    units: Uint32Array.from(pairs, ([u]) => u),
    scores: Float32Array.from(pairs, ([, s]) => s),
    floor,
  });
  const ranked = (docs: readonly { doc_id: string; score: number }[]) =>
    docs.map(({ doc_id, score }) => [doc_id, Number(score.toFixed(4))]);
  const list = hits([
    [2, 0.75],
    [0, 0.5],
    [1, 0.25],
  ]);

  it('first evidence: the best unit', () =>
    expect(ranked(aggregate('max', [list], map))).toEqual([
      ['b', 0.75],
      ['a', 0.5],
    ]));
  it('mean of the top k, over those there are', () => {
    expect(ranked(aggregate('mean:2', [list], map))).toEqual([
      ['b', 0.75],
      ['a', 0.375],
    ]);
    expect(aggregate('mean:2', [list], map)[1]!.units.map(({ id }) => id)).toEqual(['a1', 'a2']);
  });
  it('by query sentence: the mean of each sentence’s best, its floor where there is none', () => {
    const second = hits(
      [
        [0, 0.875],
        [3, 0.25],
      ],
      0.25,
    );
    expect(ranked(aggregate('by-sentence', [list, second], map))).toEqual(
      [
        ['a', (0.5 + 0.875) / 2],
        ['b', (0.75 + 0.25) / 2],
        ['c', (0 + 0.25) / 2],
      ].map(([d, s]) => [d, Number((s as number).toFixed(4))]),
    );
  });
  it('a tie is decided by the id', () =>
    expect(
      ranked(
        aggregate(
          'max',
          [
            hits([
              [0, 0.5],
              [2, 0.5],
            ]),
          ],
          map,
        ),
      ).map(([id]) => id),
    ).toEqual(['b', 'a']));
  it('half and half, min-max over all documents of both sides', () => {
    const fused = fuse(
      [
        {
          name: 'bm25',
          weight: 0.5,
          ranked: [
            { doc_id: 'a', score: 8 },
            { doc_id: 'b', score: 4 },
          ],
          floor: 0,
        },
        {
          name: 'dense',
          weight: 0.5,
          ranked: [
            { doc_id: 'b', score: 0.9 },
            { doc_id: 'c', score: 0.7 },
            { doc_id: 'a', score: 0.5 },
          ],
          floor: 0.5,
        },
      ],
      { fusion: 'weighted', normalisation: 'min-max', rrf_k: 60 },
    );
    expect(ranked(fused)).toEqual([
      ['b', 0.5 * (4 / 8) + 0.5 * 1],
      ['a', 0.5],
      ['c', Number((0.5 * 0.5).toFixed(4))],
    ]);
    expect(fused[0]!.parts.map(({ name, value }) => [name, value])).toEqual([
      ['bm25', 0.5],
      ['dense', 1],
    ]);
  });
  it('weights that add up to nothing are refused', () =>
    expect(() =>
      fuse([{ name: 'x', weight: 0, ranked: [], floor: 0 }], { fusion: 'weighted', normalisation: 'min-max', rrf_k: 60 }),
    ).toThrow('weights'));
});

describe('moves between two rankings', () => {
  it('tells up, down and new', () => {
    const { moves, gone } = rankMoves(['a', 'b', 'c'], ['c', 'a', 'd']);
    expect(moves.map(({ move }) => move)).toEqual([{ kind: 'up', by: 2 }, { kind: 'down', by: 1 }, { kind: 'new' }]);
    expect(gone).toEqual(['b']);
  });
});

describe('batches and pooling', () => {
  it('property: every text once, within the budget', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 512 }), { maxLength: 80 }), (lengths) => {
        const batches = batchByLength(lengths, 1024, 16);
        expect(batches.flat().sort((a, b) => a - b)).toEqual(lengths.map((_, i) => i));
        for (const batch of batches)
          expect(batch.length === 1 || batch.length * Math.max(...batch.map((i) => lengths[i]!)) <= 1024).toBe(true);
      }),
    );
  });
  it('mean, cls and last leave the padding out', () => {
    const hidden = Float32Array.of(1, 2, 3, 4, 9, 9);
    expect([...poolTokens(hidden, 1, 3, 2, [2], 'mean')]).toEqual([2, 3]);
    expect([...poolTokens(hidden, 1, 3, 2, [2], 'cls')]).toEqual([1, 2]);
    expect([...poolTokens(hidden, 1, 3, 2, [2], 'last')]).toEqual([3, 4]);
  });
  it('a zero or broken row is told, not divided', () => {
    expect(normaliseRows(Float32Array.of(3, 4, 0, 0), 2)).toBe(1);
    expect(normaliseRows(Float32Array.of(Number.NaN, 1), 2)).toBe(0);
    const row = Float32Array.of(3, 4);
    expect(normaliseRows(row, 2)).toBe(-1);
    expect(row[0]).toBeCloseTo(0.6, 6);
  });
});

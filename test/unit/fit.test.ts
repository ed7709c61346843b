import { readFileSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { toBags } from '../../electron/engine/embed/bags';
import { openGraph } from '../../electron/engine/embed/onnx';
import { createWordEncode, type WordEncode } from '../../electron/engine/embed/wordTokens';
import { bagRows, sifWeights, tokenShares } from '../../electron/engine/fit/features';
import { fitTable } from '../../electron/engine/fit/fitTable';
import { writeGraph } from '../../electron/engine/fit/graph';
import { quantiseRows } from '../../electron/engine/fit/quantise';
import { solveRidge } from '../../electron/engine/fit/ridge';
import { createSample } from '../../electron/engine/fit/sample';
import { fittedId, staleness } from '../../electron/engine/use/fitted';

describe('SIF weights', () => {
  it('a token of share a weighs one half; one that is never seen weighs 1', () => {
    const shares = tokenShares([[0, 0, 1], [2]], 4);
    expect([...shares]).toEqual([0.5, 0.25, 0.25, 0]);
    expect([...sifWeights(shares, 0.25)]).toEqual([0.25 / 0.75, 0.5, 0.5, 1]);
  });

  it('a row is its tokens’ weights as shares of their sum; columns are the tokens that occur', () => {
    const { rows, tokens } = bagRows([[7, 3, 7], [3]], Float64Array.of(0, 0, 0, 2, 0, 0, 0, 1));
    expect([...tokens]).toEqual([3, 7]);
    expect(rows).toEqual({
      starts: Int32Array.of(0, 2, 3),
      columns: Int32Array.of(1, 0, 0),
      values: Float32Array.of(0.5, 0.5, 1),
      width: 2,
    });
  });
});

describe('ridge', () => {
  // X = [1 0; 1 1], Y = [1 2; 3 -1], lambda 1: XᵀX + I = [3 1; 1 2], its inverse 1/5 · [2 -1; -1 3], XᵀY = [4 1; 3 -1].
  const x = { starts: Int32Array.of(0, 1, 3), columns: Int32Array.of(0, 0, 1), values: Float32Array.of(1, 1, 1), width: 2 };

  it('finds what arithmetic finds, each right-hand side by itself', async () => {
    const v = await solveRidge(x, Float32Array.of(1, 2, 3, -1), 2, { lambda: 1, iterations: 2 });
    for (const [i, due] of [1, 0.6, 1, -0.8].entries()) expect(v[i]).toBeCloseTo(due, 5);
  });

  it('stays where it is once there is nothing left to solve', async () => {
    const v = await solveRidge(x, new Float32Array(4), 2, { lambda: 1, iterations: 5 });
    expect([...v]).toEqual([0, 0, 0, 0]);
  });

  it('stops where the callback throws', async () => {
    const seen: number[] = [];
    const onIteration = (done: number) => {
      seen.push(done);
      if (done === 2) throw new Error('enough');
    };
    await expect(solveRidge(x, Float32Array.of(1, 2, 3, -1), 2, { lambda: 1, iterations: 9, onIteration })).rejects.toThrow('enough');
    expect(seen).toEqual([1, 2]);
  });
});

describe('8-bit rows', () => {
  it('are wrong by half a scale at most, and a row of zeros stays one', () => {
    fc.assert(
      fc.property(fc.array(fc.float({ noNaN: true, min: -1e3, max: 1e3 }), { minLength: 4, maxLength: 4 }), (row) => {
        const { values, scales } = quantiseRows(Float32Array.from(row), 4);
        for (const [d, value] of row.entries()) {
          // A hair more than a half: the scale is a 32-bit float.
          expect(Math.abs(value - values[d]! * scales[0]!)).toBeLessThanOrEqual(0.5001 * scales[0]!);
        }
      }),
    );
    expect(quantiseRows(new Float32Array(3), 3)).toEqual({ values: new Int8Array(3), scales: Float32Array.of(1), dims: 3 });
  });
});

describe('the sample', () => {
  const texts = Array.from({ length: 500 }, (_, i) => `sentence ${i}`);
  const draw = (list: readonly string[], seed = 1, size = 40) => {
    const sample = createSample(size, seed);
    for (const text of list) sample.add(text);
    return sample.texts();
  };

  it('depends on the seed and the texts, not on their order or how often they come', () => {
    const drawn = draw(texts);
    expect(new Set(drawn).size).toBe(40);
    expect(draw([...texts].reverse())).toEqual(drawn);
    expect(draw([...texts, ...texts])).toEqual(drawn);
    expect(draw(texts, 2)).not.toEqual(drawn);
  });

  it('takes all where there are fewer, and keeps most after a few more', () => {
    expect(draw(texts.slice(0, 12)).sort()).toEqual(texts.slice(0, 12).sort());
    const before = new Set(draw(texts.slice(0, 450)));
    expect(draw(texts).filter((text) => before.has(text)).length).toBeGreaterThan(30);
  });
});

describe('the graph', () => {
  it('gives the normed mean of the tokens’ rows, in one batch as alone', async () => {
    const table = quantiseRows(Float32Array.of(0, 0, 1, 0, 0, 2, 3, 4), 2);
    const bytes = writeGraph('tiny', table);
    expect(writeGraph('tiny', table)).toEqual(bytes);
    const graph = await openGraph(bytes, 'tiny', { threads: 1 });
    const embed = async (texts: number[][]) => {
      const { tokens, counts } = toBags(texts);
      const feeds = {
        token_ids: { data: tokens, dims: [tokens.length] },
        token_counts: { data: counts, dims: [texts.length, tokens.length] },
      };
      return [...(await graph.run(feeds, ['sentence_embedding']))['sentence_embedding']!.data];
    };
    const due = [0.6, 0.8, 1 / Math.sqrt(2), 1 / Math.sqrt(2)];
    const together = await embed([[3], [1, 2, 1]]);
    for (const [i, value] of due.entries()) expect(together[i]).toBeCloseTo(value, 2);
    expect([...(await embed([[3]])), ...(await embed([[1, 2, 1]]))]).toEqual(together);
    await graph.release();
  });

  it('a fit follows its teacher, but for the common mean; a token that was not seen says nothing', async () => {
    const vectors = Float32Array.of(1, 0, 0, 1);
    const options = { a: 1, lambda: 1e-4, iterations: 10, vocabulary: 6, specials: [4, 5] };
    const { table, tokensSeen } = await fitTable([[0], [1]], vectors, 2, options);
    expect(tokensSeen).toBe(2);
    const direction = (token: number) => Math.atan2(table[2 * token + 1]!, table[2 * token]!);
    // (1, 0) and (0, 1) less their mean (½, ½).
    expect(direction(0)).toBeCloseTo(-Math.PI / 4, 2);
    expect(direction(1)).toBeCloseTo((3 * Math.PI) / 4, 2);
    expect([...table.slice(4, 8)]).toEqual([0, 0, 0, 0]);
    // The first special carries the mean for a text without a known token, and no weight beside one.
    expect(direction(4)).toBeCloseTo(Math.PI / 4, 6);
    expect(Math.abs(table[8]!)).toBeLessThan(1e-3);
    expect([...table.slice(10)]).toEqual([0, 0]);
  });
});

describe('tokens by words', () => {
  const json = JSON.parse(readFileSync('models/e5-small-pten/tokenizer.json', 'utf8'));
  let tokenizer: Tokenizer;
  let encode: WordEncode;
  beforeAll(() => {
    tokenizer = new Tokenizer(json, {});
    encode = createWordEncode(tokenizer, json);
  });
  const same = (text: string) => {
    expect(encode(text), JSON.stringify(text)).toEqual(tokenizer.encode(text).ids);
  };

  it.each(['pt-tj-01', 'pt-stj-04', 'en-sc-02', 'en-sc-05'])('are the tokenizer’s own on %s', (id) => {
    for (const line of readFileSync(`resources/sample/decisions/${id}.txt`, 'utf8').split('\n')) same(line);
  });

  it('and on odd text', () => {
    for (const text of [
      '', ' ', '  ', '\n', 'a', ' a ', 'a  b', 'a\u200b b', '\u200b', '\u0001', 'a \u0001 b', '▁a▁▁b▁', 'x\u00a8y', '\u0301a b\u0301',
      '你好 世界 你', '🙂🙂 🙂', 'ﬁm ½ № ａ', '<s>', 'a<s> b </s>', 'antes <unk> depois', '＜s＞', '\ud800 a', 'art. 5º, §2º; R$ 1.000,00', 'a\u00a0b',
      `${'x'.repeat(1500)} y`,
    ]) same(text); // biome-ignore format: one list
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), same), { numRuns: 400 });
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), same), { numRuns: 400 });
  });

  it('a word of a million characters is read', () => {
    expect(encode('ação'.repeat(250_000)).length).toBeGreaterThan(100_000);
  });

  it('another kind of model is left to its tokenizer', () => {
    const other = { ...json, pre_tokenizer: { type: 'Whitespace' } };
    const its = new Tokenizer(other, {});
    const text = 'Súmula 7, do STJ.';
    expect(createWordEncode(its, other)(text)).toEqual(its.encode(text).ids);
  });
});

describe('whose it is', () => {
  it('each collection has a folder of its own, whatever it is called', () => {
    expect(fittedId('lener')).toBe('fitted-lener');
    const names = [
      'a b',
      'A b',
      'ã/b',
      '../x',
      '..',
      ' ',
      '裁判',
      'x'.repeat(120),
      'a-b',
      'con',
      'A',
      'a',
      'a.',
      'a-12345678',
      'a\\b',
      'ÇÃO',
    ];
    const ids = names.map(fittedId);
    expect(new Set(ids).size).toBe(names.length);
    for (const id of ids) expect(id).toMatch(/^fitted-[a-z0-9][a-z0-9_-]*$/);
  });

  it('is out of date with more than a fifth of unseen documents, another teacher or another recipe', () => {
    const fit = {
      collection: 'c', recipe: 1, teacher: { id: 't', identity: 's' }, sample: { passages: 1, seed: 1 }, sif_a: 1, ridge_lambda: 1,
      iterations: 1, tokens_seen: 1, documents: 80, documents_sha256: '',
    }; // biome-ignore format: one record
    expect(staleness(fit, 100, 's')).toBe('');
    expect(staleness(fit, 101, 's')).toContain('21 of 101');
    expect(staleness(fit, 80, 'other')).not.toBe('');
    expect(staleness({ ...fit, recipe: 0 }, 80, 's')).not.toBe('');
  });
});

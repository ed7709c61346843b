import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { externalData } from '../../electron/engine/embed/externalData';
import { halfToFloat } from '../../electron/engine/embed/half';
import { encoderIdentity } from '../../electron/engine/embed/identity';
import { windowBounds } from '../../electron/engine/embed/longTexts';
import type { EncoderManifest } from '../../electron/engine/embed/manifest';
import { pieces } from '../../electron/engine/embed/pieces';
import { cutRows } from '../../electron/engine/embed/pool';
import { notesOn, propose } from '../../electron/engine/embed/propose';
import { graphOf } from '../engine/onnxKit';

describe('windows', () => {
  it('cover every token, overlap as stated and end with the text', () => {
    expect(windowBounds(10, 4, 1)).toEqual([
      [0, 4],
      [3, 7],
      [6, 10],
    ]);
    expect(windowBounds(4, 4, 1)).toEqual([[0, 4]]);
    expect(windowBounds(0, 4, 1)).toEqual([[0, 0]]);
    expect(windowBounds(5, 4, 0)).toEqual([
      [0, 4],
      [4, 5],
    ]);
    for (const [count, room, overlap] of [
      [1000, 7, 3],
      [1000, 7, 99],
      [99, 1, 0],
      [99, 2, 5],
    ] as const) {
      const bounds = windowBounds(count, room, overlap);
      expect(bounds[0]![0]).toBe(0);
      expect(bounds.at(-1)![1]).toBe(count);
      for (const [i, [start, end]] of bounds.entries()) {
        expect(end - start).toBeLessThanOrEqual(room);
        if (i > 0) expect(start).toBeLessThanOrEqual(bounds[i - 1]![1]);
      }
    }
  });
});

describe('pieces of a text', () => {
  it('are the text, never too long, cut before white space and never within a character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '⚖', '🧑', '\n'), maxLength: 60 }),
        fc.integer({ min: 2, max: 9 }),
        (text, size) => {
          const parts = pieces(text, size);
          expect(parts.join('')).toBe(text);
          for (const part of parts) {
            expect(part.length).toBeGreaterThan(0);
            expect(part.length).toBeLessThanOrEqual(size);
            expect(part).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
          }
        },
      ),
    );
    expect(pieces('aaa bbb ccc', 9)).toEqual(['aaa bbb', ' ccc']);
  });
});

describe('small parts', () => {
  it('half precision, exactly', () => {
    expect([...halfToFloat(Uint16Array.of(0, 0x3c00, 0xc000, 0x3555, 0x0001, 0x7bff, 0x7c00, 0xfc00))]).toEqual([
      0,
      1,
      -2,
      0.333251953125,
      2 ** -24,
      65504,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ]);
    expect(halfToFloat(Uint16Array.of(0x7e00))[0]).toBeNaN();
  });

  it('the first values of each row', () => {
    expect([...cutRows(Float32Array.of(1, 2, 3, 4, 5, 6), 3, 2)]).toEqual([1, 2, 4, 5]);
  });

  it('weights outside a graph; none in what is no graph', () => {
    expect(externalData(graphOf({ vocabulary: 3, external: 'w.data' }))).toEqual(['w.data']);
    expect(externalData(graphOf({ vocabulary: 3 }))).toEqual([]);
    for (const bytes of ['', 'version https://git-lfs.github.com/spec/v1', '\u0007\u0007\u0007'])
      expect(externalData(Buffer.from(bytes))).toEqual([]);
  });
});

describe('the identity of an encoder', () => {
  const manifest: EncoderManifest = {
    id: 'a',
    name: 'A',
    kind: 'encoder',
    files: [
      { path: 'model.onnx', bytes: 1, sha256: 'g' },
      { path: 'tokenizer.json', bytes: 1, sha256: 't' },
    ],
    dimensions: 4,
    max_tokens: 16,
    pooling: 'mean',
    prefixes: { query: 'q', passage: 'p' },
    inputs: ['input_ids', 'attention_mask'],
    output: 'o',
    licence: 'MIT',
    long_texts: 'truncate',
    window_overlap: 32,
    pad_id: 0,
    batch_rows: 32,
  };
  const of = (more: Partial<EncoderManifest> = {}, tokenizer: [string, string] = ['t', '']) =>
    encoderIdentity({ ...manifest, ...more }, tokenizer);

  it('changes with everything that changes a vector', () => {
    const file = (sha256: string, path: string) => ({ path, bytes: 1, sha256 });
    const all = [
      of(),
      of({ files: [file('h', 'model.onnx')] }),
      of({ files: [...manifest.files, file('w', 'model.onnx_data')] }),
      of({}, ['u', '']),
      of({}, ['t', 'c']),
      of({ pooling: 'cls' }),
      of({ prefixes: { query: 'x', passage: 'p' } }),
      of({ prefixes: { query: 'q', passage: 'x' } }),
      of({ max_tokens: 17 }),
      of({ dimensions: 3 }),
      of({ dimensions: 3, graph_dimensions: 4 }),
      of({ output: 'other' }),
      of({ inputs: ['input_ids'] }),
      of({ long_texts: 'window' }),
      of({ long_texts: 'window', window_overlap: 16 }),
      of({ batch_rows: 1 }),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it('does not change with names, and with what is not in use', () => {
    for (const more of [{ id: 'b' }, { name: 'B' }, { licence: 'x' }, { window_overlap: 5 }, { batch_rows: 8 }, { graph_dimensions: 4 }])
      expect(of(more)).toBe(of());
  });
});

describe('what is proposed', () => {
  const none = { model: {}, sentence: {}, pooling: {}, transformers: {}, tokenizer: {}, modules: [], licence: '' };
  const facts = {
    folder: 'My E5 Large',
    graph: 'model.onnx',
    files: [],
    inputs: ['input_ids' as const],
    outputs: [
      { name: 'token_embeddings', dims: [1, 9, 8] },
      { name: 'pooler_output', dims: [1, 8] },
    ],
    tokenizer: { kind: 'Unigram', vocabulary: 9, added: 2, padId: 1, maxLength: null },
    side: none,
    hasManifest: false,
  };
  const valuesOf = (side: object, choices = {}, outputs: { name: string; dims: number[] }[] = facts.outputs) => {
    const proposal = propose({ ...facts, side: { ...none, ...side }, outputs }, choices);
    return Object.fromEntries(Object.entries(proposal).map(([field, { value, sure }]) => [field, sure ? value : `${value}?`]));
  };

  it('from the folder alone: guesses, marked as such', () => {
    expect(valuesOf({})).toEqual({
      id: 'my-e5-large',
      name: 'My E5 Large',
      pooling: 'mean?',
      output: 'token_embeddings',
      dimensions: 8,
      max_tokens: '512?',
      query_prefix: 'query: ?',
      passage_prefix: 'passage: ?',
      long_texts: 'truncate',
      licence: 'unknown?',
    });
  });

  it('lengths: the stated one, never more than there are places', () => {
    expect(valuesOf({ sentence: { max_seq_length: 256 } }).max_tokens).toBe(256);
    expect(
      valuesOf({
        tokenizer: { model_max_length: 1e30 },
        model: { model_type: 'xlm-roberta', max_position_embeddings: 514, pad_token_id: 1 },
      }).max_tokens,
    ).toBe(512);
    expect(
      valuesOf({ tokenizer: { model_max_length: 8192 }, model: { model_type: 'bert', max_position_embeddings: 512 } }).max_tokens,
    ).toBe(512);
  });

  it('pooling in its old and new spelling; a sentence vector in the graph comes first', () => {
    expect(valuesOf({ pooling: { pooling_mode: 'lasttoken' } }).pooling).toBe('last');
    expect(valuesOf({ pooling: { pooling_mode_mean_sqrt_len_tokens: true } }).pooling).toBe('mean');
    const both = [...facts.outputs, { name: 'sentence_embedding', dims: [1, 8] }];
    expect(valuesOf({}, {}, both)).toMatchObject({ pooling: 'in-graph', output: 'sentence_embedding' });
    expect(valuesOf({}, { pooling: 'cls' }, both)).toMatchObject({ pooling: 'cls', output: 'token_embeddings' });
    expect(valuesOf({}, {}, [{ name: 'pooler_output', dims: [1, 8] }])).toMatchObject({ pooling: 'in-graph?', output: 'pooler_output' });
    expect(() => valuesOf({}, { output: 'x' })).toThrow('no output "x"');
  });

  it('says what the graph lacks', () => {
    const found = { ...facts, side: { ...none, modules: ['sentence_transformers.models.Dense'], pooling: { pooling_mode: 'max' } } };
    expect(notesOn(found, propose(found, {})).join()).toMatch(/dense.*maximum.*several outputs/);
  });
});

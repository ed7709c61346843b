/** Encoders of every make through the real runtime and the real tokenizers, on graphs small enough to reckon by hand. */
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openEncoder } from '../../electron/engine/embed/encoder';
import { readEncoderManifest } from '../../electron/engine/embed/manifest';
import { identityOf } from '../../electron/engine/embed/modelFiles';
import { openTokenizer } from '../../electron/engine/embed/tokenizer';
import type { Encoder } from '../../electron/engine/ports';
import { encoderFolder, manifestFolder, type TokenizerName, tokenizerJson, vocabularyOf } from './encoderKit';
import { rowOf, tableOf } from './onnxKit';

const open: Encoder[] = [];
const opened = async (dir: string): Promise<Encoder> => {
  const encoder = await openEncoder(dir, { threads: 1 });
  open.push(encoder);
  return encoder;
};
afterEach(async () => {
  for (const encoder of open.splice(0)) await encoder.dispose();
});

const unit = (vector: readonly number[]): number[] => {
  const norm = Math.hypot(...vector);
  return vector.map((x) => x / norm);
};
const near = (found: ArrayLike<number>, due: readonly number[]) => {
  expect(found.length).toBe(due.length);
  for (const [i, x] of due.entries()) expect(found[i]).toBeCloseTo(x, 5);
};
const idsOf = (name: TokenizerName, text: string) => openTokenizer(tokenizerJson(name), '', 'tokenizer.json')(text, true);
const rows = (ids: readonly number[], dims = 4) => ids.map((id) => rowOf(id, dims));
const mean = (vectors: readonly (readonly number[])[]) =>
  vectors[0]!.map((_, d) => vectors.reduce((sum, v) => sum + v[d]!, 0) / vectors.length);
const one = async (dir: string, text: string, role: 'query' | 'passage' = 'passage') =>
  (await (await opened(dir)).embed([text], role)).vectors;
const failure = (dir: string, text = 'abc') => one(dir, text).catch((error) => error);

describe.each(['WordPiece', 'Unigram', 'BPE'] as const)('%s', (tokenizer) => {
  it.each(['mean', 'cls', 'last'] as const)('pooling %s is what it says, whatever is padded beside it', async (pooling) => {
    const dir = manifestFolder({ tokenizer }, { pooling });
    const ids = idsOf(tokenizer, 'de the');
    const due = unit({ mean: mean(rows(ids)), cls: rowOf(ids[0]!, 4), last: rowOf(ids.at(-1)!, 4) }[pooling]);
    near(await one(dir, 'de the'), due);
    const beside = await (await opened(dir)).embed(['a', 'de the', 'abcdefgh 123'], 'passage');
    near(beside.vectors.subarray(4, 8), due);
  });

  it('empty, unknown, emoji and a megabyte: each has a vector and says how much was read', async () => {
    const texts = ['', '𐀀𐀁 𐂀', '⚖️🧑🏽‍⚖️📜', 'o juiz decidiu. '.repeat(62_500), 'a'.repeat(1_000_000)];
    const { vectors, tokens, used_chars } = await (await opened(manifestFolder({ tokenizer }))).embed(texts, 'passage');
    for (let i = 0; i < texts.length; i++) expect(Math.hypot(...vectors.subarray(i * 4, i * 4 + 4))).toBeCloseTo(1, 5);
    expect([...tokens].every((n) => n >= 1 && n <= 16)).toBe(true);
    expect([...used_chars.subarray(0, 3)]).toEqual(texts.slice(0, 3).map((text) => text.length));
    expect(used_chars[3]).toBeGreaterThan(8);
    expect(used_chars[3]).toBeLessThan(40);
  });

  it('by window a long text is read to its end: the mean of its windows by their tokens', async () => {
    const text = 'the de abc 123 xyz. '.repeat(3).trim();
    const dir = manifestFolder({ tokenizer }, { long_texts: 'window', window_overlap: 2 });
    const { vectors, used_chars, tokens } = await (await opened(dir)).embed([text, 'abc'], 'passage');
    const bare = openTokenizer(tokenizerJson(tokenizer), '', '')(text, false);
    const around = { WordPiece: [[2], [3]], Unigram: [[], [1]], BPE: [[], []] }[tokenizer] as [number[], number[]];
    const room = 16 - around.flat().length;
    const sum = [0, 0, 0, 0];
    for (let start = 0; ; start += room - 2) {
      const part = bare.slice(start, start + room);
      for (const [d, x] of unit(mean(rows([...around[0], ...part, ...around[1]]))).entries()) sum[d]! += x * part.length;
      if (start + room >= bare.length) break;
    }
    near(vectors.subarray(0, 4), unit(sum));
    near(vectors.subarray(4, 8), unit(mean(rows(idsOf(tokenizer, 'abc')))));
    expect([used_chars[0], tokens[0]]).toEqual([text.length, bare.length + around.flat().length]);
  });
});

describe('texts too long for the tokenizer at once', () => {
  it('are read piece by piece, as if in one', async () => {
    const text = 'the de abc. '.repeat(4000);
    const dir = manifestFolder({}, { long_texts: 'window', window_overlap: 0 });
    const { used_chars, tokens, vectors } = await (await opened(dir)).embed([text], 'passage');
    expect([used_chars[0], tokens[0]]).toEqual([48_000, 4000 * 9 + 2]);
    expect(Math.hypot(...vectors)).toBeCloseTo(1, 5);
  });
});

describe('what a manifest may state', () => {
  it('prefixes by role, also before each window', async () => {
    const dir = manifestFolder({}, { prefixes: { query: 'query: ', passage: 'abc' }, long_texts: 'window', window_overlap: 0 });
    near(await one(dir, 'the', 'query'), unit(mean(rows(idsOf('WordPiece', 'query: the')))));
    const [head, tail, prefix] = [[2], [3], idsOf('WordPiece', 'abc').slice(1, -1)];
    const own = idsOf('WordPiece', `abc${' the'.repeat(5)}`).slice(4, -1);
    expect(own).toHaveLength(15);
    const windows = [own.slice(0, 11), own.slice(11)];
    const due = [0, 1, 2, 3].map((d) =>
      windows.reduce((sum, w) => sum + w.length * unit(mean(rows([...head, ...prefix, ...w, ...tail])))[d]!, 0),
    );
    near(await one(dir, ' the'.repeat(5)), unit(due));
  });

  it('fewer dimensions than the graph gives: the first ones, normalised again', async () => {
    const whole = mean(rows(idsOf('WordPiece', 'abc')));
    near(await one(manifestFolder({}, { dimensions: 2, graph_dimensions: 4 }), 'abc'), unit(whole.slice(0, 2)));
    expect(await failure(manifestFolder({}, { dimensions: 2 }))).toMatchObject({
      code: 'MODEL_FAILED',
      message: expect.stringContaining('? × ? × 4'),
    });
    expect(await failure(manifestFolder({}, { dimensions: 8, graph_dimensions: 4 }))).toMatchObject({
      code: 'MODEL_FAILED',
      message: expect.stringContaining('dimensions'),
    });
  });

  it('token types, whole numbers of 32 bits, half precision, pooling in the graph: the same vector', async () => {
    const due = unit(mean(rows(idsOf('WordPiece', 'abc'))));
    const all = ['input_ids', 'attention_mask', 'token_type_ids'];
    for (const options of [{ inputs: all }, { int32: true }, { half: true }, { kind: 'pooled' }, { inputs: ['input_ids'] }] as const)
      near(await one(manifestFolder(options), 'abc'), due);
  });

  it('a graph below the folder, with weights in a file beside it', async () => {
    const options = { path: 'onnx/model.onnx', external: 'model.onnx_data' } as const;
    const bytes = Buffer.from(tableOf(vocabularyOf('WordPiece'), 4).buffer);
    const dir = manifestFolder(options);
    writeFileSync(join(dir, 'onnx/model.onnx_data'), bytes);
    expect(await failure(dir)).toMatchObject({
      code: 'MODEL_FAILED',
      message: expect.stringContaining('onnx/model.onnx_data, which its manifest does not list'),
    });
  });
});

describe('what does not work is refused by name', () => {
  const cases: [string, string, string, () => string][] = [
    ['a graph that gives no number', 'MODEL_FAILED', 'no finite vector', () => manifestFolder({ kind: 'nan' })],
    ['pooling over one vector a text', 'MODEL_FAILED', 'for pooling "mean"', () => manifestFolder({ kind: 'pooled' }, { pooling: 'mean' })],
    ['no pooling over token vectors', 'MODEL_FAILED', 'for pooling "in-graph"', () => manifestFolder({}, { pooling: 'in-graph' })],
    ['another width', 'MODEL_FAILED', '× 3 is due', () => manifestFolder({}, { dimensions: 3 })],
    ['an output that is not there', 'MODEL_FAILED', 'there are "last_hidden_state"', () => manifestFolder({}, { output: 'vectors' })],
    [
      'an input that is not given',
      'MODEL_FAILED',
      '"position_ids"',
      () => manifestFolder({ inputs: ['input_ids', 'position_ids'] }, { inputs: ['input_ids'] }),
    ],
    [
      'an input that the manifest leaves out',
      'MODEL_FAILED',
      '"token_type_ids"',
      () => manifestFolder({ inputs: ['input_ids', 'token_type_ids'] }, { inputs: ['input_ids'] }),
    ],
    [
      'an input that the graph has not',
      'MODEL_FAILED',
      '"token_type_ids"',
      () => manifestFolder({}, { inputs: ['input_ids', 'attention_mask', 'token_type_ids'] }),
    ],
    [
      'a prefix as long as a text may be',
      'MODEL_FAILED',
      'prefix',
      () => manifestFolder({}, { max_tokens: 8, prefixes: { query: 'abcdefgh', passage: '' } }),
    ],
    ['a tokenizer with more tokens than the graph', 'MODEL_FAILED', 'does not run', () => manifestFolder({ vocabulary: 5 })],
    [
      'no graph',
      'MODEL_MISSING',
      'model.onnx is not there',
      () => manifestFolder({}, { files: [{ path: 'other/model.onnx', bytes: 1, sha256: 'x' }] }),
    ],
    [
      'a file outside the folder',
      'MODEL_FAILED',
      'below the folder',
      () => manifestFolder({}, { files: [{ path: '../model.onnx', bytes: 1, sha256: 'x' }] }),
    ],
    ['no manifest', 'MODEL_MISSING', 'manifest.json is not there', () => encoderFolder()],
  ];
  it.each(cases)('%s', async (_, code, message, dir) => {
    expect(await failure(dir())).toMatchObject({ code, message: expect.stringContaining(message), remedy: expect.stringMatching(/\w/) });
  });

  it('half a download, of the graph or of the tokenizer', async () => {
    const dir = manifestFolder();
    truncateSync(join(dir, 'model.onnx'), 100);
    expect(await failure(dir)).toMatchObject({
      code: 'MODEL_FAILED',
      message: expect.stringContaining('100 of'),
      remedy: expect.stringContaining('half-finished'),
    });
    const other = manifestFolder();
    truncateSync(join(other, 'tokenizer.json'), 100);
    expect(await failure(other)).toMatchObject({ code: 'MODEL_FAILED', message: expect.stringContaining('tokenizer.json') });
    const word = manifestFolder();
    writeFileSync(join(word, 'tokenizer.json'), JSON.stringify({ model: { type: 'WordLevel', vocab: {} } }));
    expect(await failure(word)).toMatchObject({ code: 'MODEL_FAILED', message: expect.stringContaining('WordLevel') });
  });
});

it('the identity follows the tokenizer as it lies there, and is read again only when that changes', async () => {
  const dir = manifestFolder({});
  const manifest = await readEncoderManifest(dir);
  const before = await identityOf(dir, manifest);
  const path = join(dir, 'tokenizer.json');
  const json = readFileSync(path, 'utf8');
  writeFileSync(path, json.replace('"[UNK]"', '"[UNQ]"'));
  const changed = await identityOf(dir, manifest);
  expect(changed).not.toBe(before);
  expect(await identityOf(dir, manifest)).toBe(changed);
  writeFileSync(path, json);
  expect(await identityOf(dir, manifest)).toBe(before);
  rmSync(path);
  await expect(identityOf(dir, manifest)).rejects.toMatchObject({ code: 'MODEL_MISSING' });
});

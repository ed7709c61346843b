import { describe, expect, it } from 'vitest';
import { createGgufEncoder, tokensThatFit, type VectorModel } from '../../electron/engine/embed/ggufEncoder';
import { encoderIdentity } from '../../electron/engine/embed/identity';
import { type GgufEncoderFacts, ggufManifest, notesOnGguf, proposeGguf } from '../../electron/engine/embed/proposeGguf';
import { embeddingFacts } from '../../electron/engine/llama/embeddingFacts';

/** A token for each word, its id the word's length. */
const words = (text: string): number[] => (text.match(/\S+/g) ?? []).map((word) => word.length);

const header = (architecture: object, ggml: object = {}) => ({
  metadata: { tokenizer: { ggml: { model: 'gpt2', ...ggml } } },
  architectureMetadata: { embedding_length: 1024, context_length: 32768, vocab_size: 151669, ...architecture },
});

const qwen: GgufEncoderFacts = {
  file: 'Qwen3-Embedding-0.6B-Q8_0',
  name: 'Qwen3 Embedding 0.6b',
  licence: 'apache-2.0',
  pooling: 'last',
  poolingStated: true,
  dimensions: 1024,
  context: 32768,
  addsEnd: true,
};

describe('what a GGUF says of its vectors', () => {
  it('pooling by llama.cpp’s number; a reranker is refused', () => {
    const expected = { dimensions: 1024, context: 32768, tokenizer: 'gpt2', vocabulary: 151669 };
    expect(embeddingFacts('q.gguf', header({ pooling_type: 3 }, { add_eos_token: true }))).toEqual({
      ...expected,
      pooling: 'last',
      poolingStated: true,
      addsEnd: true,
    });
    expect(embeddingFacts('q.gguf', header({ pooling_type: 1 }))).toMatchObject({ pooling: 'mean', poolingStated: true, addsEnd: null });
    expect(embeddingFacts('q.gguf', header({ pooling_type: 2 }))).toMatchObject({ pooling: 'cls', poolingStated: true });
    for (const unsaid of [{}, { pooling_type: 0 }])
      expect(embeddingFacts('q.gguf', header(unsaid))).toMatchObject({ pooling: 'last', poolingStated: false });
    expect(() => embeddingFacts('/m/rank.gguf', header({ pooling_type: 4 }))).toThrow('rank.gguf does not give vectors');
  });

  it('a manifest is proposed, prefixes as a choice', () => {
    const proposal = proposeGguf(qwen, {});
    expect(proposal.id.value).toBe('qwen3-embedding-0.6b-q8_0');
    expect(proposal.query_prefix).toMatchObject({ value: expect.stringMatching(/^Instruct: .*\nQuery:$/s), sure: false });
    expect(proposal.passage_prefix).toMatchObject({ value: '', sure: false });
    expect(proposal.max_tokens.value).toBe(2048);
    expect(notesOnGguf(qwen)).toEqual([]);
    const chosen = proposeGguf(qwen, { query_prefix: 'Q: ', dimensions: 256, max_tokens: 4096 });
    const manifest = ggufManifest(qwen, chosen, [{ path: 'q.gguf', bytes: 1, sha256: 'a' }]);
    expect(manifest).toMatchObject({ dimensions: 256, graph_dimensions: 1024, max_tokens: 4096, prefixes: { query: 'Q: ', passage: '' } });
  });

  it('what llama.cpp can’t follow is refused, what is doubtful is told', () => {
    expect(() => proposeGguf(qwen, { pooling: 'mean' })).toThrow('last, not mean');
    expect(() => proposeGguf(qwen, { long_texts: 'window' })).toThrow('cuts long texts');
    expect(() => proposeGguf(qwen, { dimensions: 2048 })).toThrow('1024 dimensions');
    expect(() => proposeGguf(qwen, { max_tokens: 40_000 })).toThrow('32768 tokens');
    const chat = { ...qwen, poolingStated: false, addsEnd: null };
    expect(notesOnGguf(chat).join()).toMatch(/names no pooling.*no end token/);
    expect(proposeGguf(chat, {}).pooling.from).toContain('says nothing');
  });

  it('its identity changes with the file, prefixes, lengths and dimensions, not with its name', () => {
    const manifest = ggufManifest(qwen, proposeGguf(qwen, {}), [{ path: 'q.gguf', bytes: 1, sha256: 'a' }]);
    const identity = (more: object) => encoderIdentity({ ...manifest, ...more }, ['', '']);
    const first = identity({});
    expect(identity({ name: 'other', id: 'other', files: [{ path: 'other.gguf', bytes: 1, sha256: 'a' }] })).toBe(first);
    const others = [
      identity({ files: [{ path: 'q.gguf', bytes: 1, sha256: 'b' }] }),
      identity({ files: [...manifest.files, { path: 'q-2.gguf', bytes: 1, sha256: 'c' }] }),
      identity({ prefixes: { query: '', passage: '' } }),
      identity({ max_tokens: 512 }),
      identity({ dimensions: 256, graph_dimensions: 1024 }),
    ];
    expect(new Set([first, ...others]).size).toBe(6);
  });
});

describe('texts that are too long', () => {
  it('the most characters whose tokens fit, never half a character', () => {
    expect(tokensThatFit(words, 'p ', 'um dois três', 9)).toEqual({ ids: [1, 2, 4, 4], usedChars: 12 });
    // Three tokens: the prefix's, "um" and "dois" with the space after it.
    expect(tokensThatFit(words, 'p ', 'um dois três', 3)).toEqual({ ids: [1, 2, 4], usedChars: 8 });
    expect(tokensThatFit(words, 'a b c d', 'um', 2)).toEqual({ ids: [1, 1], usedChars: 0 });
    const units = (text: string) => [...text].flatMap((c) => (c === '⚖' ? [1, 1] : [1]));
    for (let room = 1; room <= 12; room++) {
      const { usedChars, ids } = tokensThatFit(units, '', '🧑⚖🧑⚖🧑⚖', room);
      expect(ids.length).toBeLessThanOrEqual(room);
      expect('🧑⚖🧑⚖🧑⚖'.slice(0, usedChars)).not.toMatch(/[\ud800-\udbff]$/);
    }
    const long = 'palavra '.repeat(200_000);
    const { ids, usedChars } = tokensThatFit(words, '', long, 100);
    expect(ids).toHaveLength(100);
    expect(usedChars).toBe(800);
  });
});

describe('a GGUF encoder', () => {
  const manifest = {
    ...ggufManifest({ ...qwen, dimensions: 3 }, proposeGguf({ ...qwen, dimensions: 3 }, { max_tokens: 8 }), [
      { path: 'q.gguf', bytes: 1, sha256: 'a' },
    ]),
    prefixes: { query: 'q ', passage: '' },
  };
  const asked: (readonly number[])[] = [];
  const model = (vector: (tokens: readonly number[]) => number[]): VectorModel => ({
    tokens: words,
    added: 1,
    filler: 77,
    vector: async (tokens) => {
      asked.push(tokens);
      return vector(tokens);
    },
    dispose: async () => {},
  });
  const encoder = (vector: (tokens: readonly number[]) => number[]) =>
    createGgufEncoder(manifest, model(vector), { sha256: 'a', identity: 'i' });

  it('gives unit vectors, prefixes by role, counts of what was read', async () => {
    asked.length = 0;
    const done: number[] = [];
    const { vectors, tokens, used_chars } = await encoder(() => [3, 0, 4]).embed(['um dois', '', 'a b c d e f g h i'], 'query', {
      onBatch: (n) => done.push(n),
    });
    expect(Array.from(vectors.subarray(0, 3), (x) => Math.round(x * 1e6) / 1e6)).toEqual([0.6, 0, 0.8]);
    expect(asked).toEqual([[1, 2, 4], [1], [1, 1, 1, 1, 1, 1, 1]]);
    expect([...tokens]).toEqual([4, 2, 8]);
    // "q " and six letters fit beside the end token.
    expect([...used_chars]).toEqual([7, 0, 12]);
    expect(done).toEqual([1, 2, 3]);
    await encoder(() => [1, 0, 0]).embed([''], 'passage');
    expect(asked.at(-1)).toEqual([77]);
  });

  it('refuses no numbers, nothing but zeros and another length, and stops between texts', async () => {
    await expect(encoder(() => [Number.NaN, 1, 0]).embed(['a'], 'passage')).rejects.toMatchObject({ code: 'MODEL_FAILED' });
    await expect(encoder(() => [0, 0, 0]).embed(['a'], 'passage')).rejects.toMatchObject({ code: 'MODEL_FAILED' });
    await expect(encoder(() => [1, 0]).embed(['a'], 'passage')).rejects.toThrow('2 dimensions where its manifest says 3');
    const controller = new AbortController();
    asked.length = 0;
    const cancelled = encoder(() => [1, 0, 0]).embed(['a', 'b', 'c'], 'passage', {
      signal: controller.signal,
      onBatch: () => controller.abort(),
    });
    await expect(cancelled).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(asked).toHaveLength(1);
  });
});

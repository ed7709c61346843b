/** Vectors of queries: shared within a call, kept while the encoder is open, made ahead of their turn. */
import { describe, expect, it } from 'vitest';
import type { Encoder } from '../../electron/engine/ports';
import { queryVectors } from '../../electron/engine/use/queryVectors';
import type { Ranker } from '../../electron/engine/use/rank';
import { rankQueries } from '../../electron/engine/use/rankQueries';

/** A text's vector is its length; a text "bad" has none until it is mended. */
function counting() {
  const asked: string[] = [];
  const state = { mended: false };
  const encoder = {
    async embed(texts: readonly string[], _role: string, { signal }: { signal?: AbortSignal } = {}) {
      asked.push(texts.join('|'));
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (signal?.aborted) throw new Error('cancelled');
      if (texts.includes('bad') && !state.mended) throw new Error('no vector');
      return { vectors: Float32Array.from(texts, ({ length }) => length) };
    },
  } as unknown as Encoder;
  return { encoder, asked, state };
}

describe('queryVectors', () => {
  it('asks the encoder once for a text, and apart for the same texts together', async () => {
    const { encoder, asked } = counting();
    const { signal } = new AbortController();
    const both = await Promise.all([queryVectors(encoder, ['abc'], signal), queryVectors(encoder, ['abc'], signal)]);
    expect(both.map((vectors) => [...vectors])).toEqual([[3], [3]]);
    expect([...(await queryVectors(encoder, ['abc']))]).toEqual([3]);
    expect([...(await queryVectors(encoder, ['abc', 'de']))]).toEqual([3, 2]);
    expect(asked).toEqual(['abc', 'abc|de']);
  });

  it('keeps nothing of one encoder for another, and nothing that failed', async () => {
    const [one, other] = [counting(), counting()];
    await queryVectors(one.encoder, ['abc']);
    await queryVectors(other.encoder, ['abc']);
    expect(other.asked).toEqual(['abc']);
    await expect(queryVectors(one.encoder, ['bad'])).rejects.toThrow('no vector');
    one.state.mended = true;
    expect([...(await queryVectors(one.encoder, ['bad']))]).toEqual([3]);
  });

  it('a call that is cancelled does not end another that asks for the same text', async () => {
    const { encoder } = counting();
    const [mine, theirs] = [new AbortController(), new AbortController()];
    const first = queryVectors(encoder, ['abc'], mine.signal);
    const second = queryVectors(encoder, ['abc'], theirs.signal);
    mine.abort();
    await expect(first).rejects.toThrow('cancelled');
    expect([...(await second)]).toEqual([3]);
  });

  it('lets go of what was asked for longest ago', async () => {
    const { encoder, asked } = counting();
    await queryVectors(encoder, ['first']);
    await queryVectors(encoder, ['second']);
    await Promise.all(Array.from({ length: 998 }, (_, i) => queryVectors(encoder, [`${i}`])));
    await queryVectors(encoder, ['first']);
    expect(asked).toHaveLength(1000);
    await queryVectors(encoder, ['one more']);
    await queryVectors(encoder, ['first']);
    expect(asked).toHaveLength(1001);
    await queryVectors(encoder, ['second']);
    expect(asked).toHaveLength(1002);
  });
});

describe('rankQueries', () => {
  const queries = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ query_id: id, text: id, asked: [id] }));
  const ranker = (ahead: number, log: string[], failing = '') => {
    let open = 0;
    const made: Partial<Ranker> = {
      ahead,
      async prepare([text]) {
        log.push(`+${text}`);
        open++;
        await new Promise((resolve) => setTimeout(resolve, 10));
        open--;
      },
      async rank([text]) {
        log.push(text!);
        if (text === failing) throw new Error(`${text} fails`);
        return { documents: [{ doc_id: `of ${text}`, score: 1 }], hits: [], sentences: [], unmatched: [] } as never;
      },
    };
    return { ranker: made as Ranker, open: () => open };
  };
  const rank = (one: Ranker) => rankQueries(one, queries, { depth: 10, onQuery: () => {} });

  it('begins as many queries ahead as the ranker says, and answers in order', async () => {
    const log: string[] = [];
    const found = await rank(ranker(2, log).ranker);
    expect(log).toEqual(['+a', '+b', '+c', 'a', '+d', 'b', '+e', 'c', 'd', 'e']);
    expect([...found].map(([id, [first]]) => `${id}: ${first!.doc_id}`)).toEqual(queries.map(({ text }) => `${text}: of ${text}`));
  });

  it('one after the other where nothing is gained', async () => {
    const log: string[] = [];
    await rank(ranker(0, log).ranker);
    expect(log).toEqual(['+a', 'a', '+b', 'b', '+c', 'c', '+d', 'd', '+e', 'e']);
  });

  it('leaves nothing at work when a query fails', async () => {
    const log: string[] = [];
    const { ranker: failing, open } = ranker(3, log, 'b');
    await expect(rank(failing)).rejects.toThrow('b fails');
    expect(open()).toBe(0);
    expect(log).not.toContain('c');
  });

  it('gives others their turn where nothing is waited for, so that a cancel is heard', async () => {
    const aborter = new AbortController();
    const ranked: string[] = [];
    const busy = {
      ahead: 0,
      prepare: async () => {},
      async rank([text]: readonly string[]) {
        ranked.push(text!);
        for (const until = performance.now() + 30; performance.now() < until; );
        return { documents: [], hits: [], sentences: [], unmatched: [] };
      },
    } as unknown as Ranker;
    setTimeout(() => aborter.abort(), 1);
    const call = rankQueries(busy, queries, { depth: 10, onQuery: () => {}, signal: aborter.signal });
    await expect(call).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(ranked.length).toBeLessThan(3);
  });
});

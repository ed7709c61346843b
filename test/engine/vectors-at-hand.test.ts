/** Vectors that are asked for again, over a real store: who embeds, and what. */
import { expect, it } from 'vitest';
import type { Encoder } from '../../electron/engine/ports';
import { vectorSpace } from '../../electron/engine/use/embedTexts';
import { vectorKey } from '../../electron/engine/use/units';
import { vectorsAtHand } from '../../electron/engine/use/vectorsAtHand';
import { open, tempFolder } from './storeKit';

/** Four dimensions, one of them by the text's length: every length has its own vector. */
const axis = (text: string): number[] => [0, 1, 2, 3].map((n) => (text.length % 4 === n ? 1 : 0));

function writingDown(asked: string[]): Encoder {
  return {
    info: { id: 'e', name: 'e', dimensions: 4, max_tokens: 8, sha256: 'e', identity: 'e'.repeat(64), licence: '', fitted_to: null },
    async embed(texts) {
      asked.push(...texts);
      const n = texts.length;
      return { vectors: Float32Array.from(texts.flatMap(axis)), tokens: new Int32Array(n), used_chars: new Int32Array(n) };
    },
    dispose: async () => {},
  };
}

it('each text is embedded once, in the order asked for, also where it is asked for twice; a workspace gets none of them', async () => {
  const store = await open(tempFolder());
  const asked: string[] = [];
  const encoder = writingDown(asked);
  const plain = async (...texts: string[]) => (await vectorsAtHand(store, encoder, texts)).map((vector) => [...vector]);
  expect(await plain('a', 'bb', 'a')).toEqual([axis('a'), axis('bb'), axis('a')]);
  expect(await plain('ccc', 'bb')).toEqual([axis('ccc'), axis('bb')]);
  expect(asked).toEqual(['a', 'bb', 'ccc']);
  expect(await store.vectorSpaces()).toEqual([]);
  expect(await plain()).toEqual([]);
});

it('what an index has is read from it', async () => {
  const store = await open(tempFolder());
  const asked: string[] = [];
  const encoder = writingDown(asked);
  const row = { text_sha256: vectorKey('passage', 'a'), vector: Float32Array.of(0.6, 0.8, 0, 0), tokens: 3, used_chars: 1 };
  await store.putVectors(vectorSpace(encoder), [row]);
  const [a, b] = await vectorsAtHand(store, encoder, ['a', 'bb']);
  expect([[...a!], [...b!]]).toEqual([[...row.vector], axis('bb')]);
  expect(asked).toEqual(['bb']);
});

it('the oldest leave, the newest stay', async () => {
  const store = await open(tempFolder());
  const asked: string[] = [];
  const encoder = writingDown(asked);
  const texts = Array.from({ length: 2001 }, (_, i) => `text ${i}`);
  await vectorsAtHand(store, encoder, texts);
  await vectorsAtHand(store, encoder, texts.slice(1));
  expect(asked.length).toBe(2001);
  await vectorsAtHand(store, encoder, texts.slice(0, 1));
  expect(asked.length).toBe(2002);
});

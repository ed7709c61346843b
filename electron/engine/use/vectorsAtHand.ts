/** Vectors of a few texts that are asked for again and again: an index has some, the last of the others are kept in memory. */
import type { Encoder, Store } from '../ports';
import { vectorSpace } from './embedTexts';
import { vectorKey } from './units';

/** Vectors kept of one encoder, the oldest leave first: of 768 dimensions that is 6 MB. */
const KEPT = 2000;
const kept = new WeakMap<Encoder, Map<string, Float32Array>>();

/** In the order of the texts, which are read as passages. Writes nothing: what is only looked at does not make the workspace grow. */
export async function vectorsAtHand(
  store: Store,
  encoder: Encoder,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<Float32Array[]> {
  const own = kept.get(encoder) ?? new Map<string, Float32Array>();
  kept.set(encoder, own);
  const keys = texts.map((text) => vectorKey('passage', text));
  const found = new Map(keys.flatMap((key) => (own.has(key) ? [[key, own.get(key)!]] : [])));
  const take = (asked: readonly string[], matrix: Float32Array) => {
    const dims = encoder.info.dimensions;
    for (const [i, key] of asked.entries()) found.set(key, matrix.slice(i * dims, (i + 1) * dims));
  };
  const others = () => [...new Set(keys)].filter((key) => !found.has(key));

  const unknown = others();
  if (unknown.length > 0) {
    const { matrix, missing } = await store.vectors(vectorSpace(encoder), unknown);
    take(unknown, matrix);
    for (const key of missing) found.delete(key);
  }
  const missing = others();
  if (missing.length > 0) {
    const todo = missing.map((key) => texts[keys.indexOf(key)]!);
    take(missing, (await encoder.embed(todo, 'passage', signal ? { signal } : {})).vectors);
  }
  for (const [key, vector] of found) {
    own.delete(key);
    own.set(key, vector);
  }
  for (const key of [...own.keys()].slice(0, Math.max(0, own.size - KEPT))) own.delete(key);
  return keys.map((key) => found.get(key)!);
}

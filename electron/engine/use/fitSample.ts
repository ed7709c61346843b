/** The passages of a collection that an encoder is fitted on, and the teacher's vectors for them. */
import type { Progress } from '../../../shared/domain';
import { throwIfAborted } from '../../../shared/errors';
import { createSample } from '../fit/sample';
import type { Encoder, Store } from '../ports';
import type { Emit } from './context';
import { embedTexts, vectorSpace } from './embedTexts';
import { createProgress } from './progress';
import { scanUnits, vectorKey } from './units';

/** Measured: half of it still gives the teacher's ranking; twice is twice the teacher's time (models/README.md). */
const SAMPLE = 2000;
export const SEED = 1;

export async function chooseSample(store: Store, collection: string, signal?: AbortSignal): Promise<string[]> {
  const sample = createSample(SAMPLE, SEED);
  for await (const passages of scanUnits(store, collection, 'passage')) {
    throwIfAborted(signal);
    for (const { text } of passages) sample.add(text);
  }
  return sample.texts();
}

/**
 * The teacher's vectors, texts × dims. They are kept among its other vectors, where an index of the default encoder
 * has or needs them: a fit that was cancelled, or is made again after a few more documents, asks the teacher only for
 * what is new.
 */
export async function teach(
  store: Store,
  teacher: Encoder,
  texts: readonly string[],
  options: { signal?: AbortSignal; emit: Emit<Progress> },
): Promise<Float32Array> {
  const space = vectorSpace(teacher);
  const keys = texts.map((text) => vectorKey('passage', text));
  const known = await store.knownVectors(space, keys);
  const missing = keys.flatMap((key, i): [string, string][] => (known.has(key) ? [] : [[key, texts[i]!]]));
  await embedTexts(store, teacher, missing, createProgress(options.emit, 'fit', 'text', missing.length), options.signal);
  return (await store.vectors(space, keys)).matrix;
}

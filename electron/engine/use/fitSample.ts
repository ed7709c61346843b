/** The sentences of a collection that an encoder is fitted on, and the teacher's vectors for them. */
import type { Progress } from '../../../shared/domain';
import { throwIfAborted } from '../../../shared/errors';
import { createSample } from '../fit/sample';
import type { Encoder, Store } from '../ports';
import { sentencesOf } from '../text/sentences';
import type { Emit } from './context';
import { embedTexts, vectorSpace } from './embedTexts';
import { createProgress } from './progress';
import { vectorKey } from './units';

/** Measured: more sentences cost the teacher's time and bring little (models/README.md). */
export const SAMPLE = 8000;
export const SEED = 1;
/** Of a document in which no sentence is found, this much of its head stands for it. */
const HEAD_CHARS = 450;

/** Solving takes about this long a sentence on one core; against the teacher's time it hardly counts. */
export const solveSeconds = (sentences: number): number => sentences / 1000;

export async function chooseSample(store: Store, collection: string, signal?: AbortSignal): Promise<string[]> {
  const sample = createSample(SAMPLE, SEED);
  for await (const documents of store.scanDocuments(collection)) {
    for (const { text } of documents) {
      throwIfAborted(signal);
      const sentences = sentencesOf(text).map((sentence) => sentence.text);
      for (const sentence of sentences.length > 0 ? sentences : [text.slice(0, HEAD_CHARS)]) sample.add(sentence);
      // Cutting a long text takes a while: others get their turn.
      await new Promise(setImmediate);
    }
  }
  return sample.texts();
}

/**
 * The teacher's vectors, texts × dims. They are kept among its other vectors, so that a fit that was cancelled, or is
 * made again after a few more documents, asks the teacher only for what is new.
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

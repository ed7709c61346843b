/** What an index would cost with the default encoder and with a fitted one, from a few of the collection's texts. */
import type { Output } from '../../../shared/contract';
import { throwIfAborted } from '../../../shared/errors';
import { createBagEncoder } from '../embed/bagEncoder';
import { openGraph } from '../embed/onnx';
import { writeGraph } from '../fit/graph';
import type { Encoder } from '../ports';
import type { EngineContext } from './context';
import { vectorSpace } from './embedTexts';
import { chooseSample } from './fitSample';
import { FITTED, fitStaleness, fittedId } from './fitted';
import { fittedTokenizer } from './fittedTokenizer';
import { type MissingTexts, missingTexts } from './missingTexts';
import { DEFAULT_ENCODER } from './openEncoders';
import { requireCollection } from './require';
import { vectorKey } from './units';

/** Texts that are timed, spread over all; the fast encoder needs more of them to be timed at all. */
const TIMED = 12;
const TIMED_FAST = 400;
/** Solving takes about this long a passage on one core; against the teacher's time it hardly counts. */
const SOLVE_SECONDS = 0.005;

export async function estimateIndex(context: EngineContext, collection: string, signal?: AbortSignal): Promise<Output<'estimateIndex'>> {
  const { store } = context;
  await requireCollection(store, collection);
  const all = textsOf(await missingTexts(store, undefined, collection));
  const teacher = await context.encoder();
  const slow = await timeEncoder(teacher, spread(all, TIMED), signal);
  const own = textsOf(await missingTexts(store, vectorSpace(teacher), collection));

  const current = (await fitStaleness(context, collection)) === '';
  const encoder = current ? await context.encoder(fittedId(collection)) : await standIn(context, teacher);
  const fast = await timeEncoder(encoder, spread(all, TIMED_FAST), signal);
  const texts = current ? textsOf(await missingTexts(store, vectorSpace(encoder), collection)) : all;
  const fit_seconds = current ? 0 : await fitSeconds(context, teacher, collection, slow, signal);
  if (!current) await encoder.dispose();
  return {
    encoders: [
      { encoder: DEFAULT_ENCODER, texts: own.length, fit_seconds: 0, embed_seconds: slow(own) },
      { encoder: FITTED, texts: texts.length, fit_seconds, embed_seconds: fast(texts) },
    ],
  };
}

const textsOf = ({ todo }: MissingTexts): string[] => todo.map(([, text]) => text);

/** At most `count` texts, evenly spread. */
function spread(texts: readonly string[], count: number): string[] {
  const step = Math.max(1, Math.floor(texts.length / count));
  return texts.filter((_, i) => i % step === 0).slice(0, count);
}

type Seconds = (texts: readonly string[]) => number;

/** Seconds for other texts, from the time that these take, by the characters that the encoder reads of each. */
async function timeEncoder(encoder: Encoder, few: readonly string[], signal?: AbortSignal): Promise<Seconds> {
  // The first runs warm the model up, and open all of its threads.
  await encoder.embed(few.slice(0, 4), 'passage');
  throwIfAborted(signal);
  const started = performance.now();
  const { used_chars } = await encoder.embed(few, 'passage', signal ? { signal } : {});
  const seconds = (performance.now() - started) / 1000;
  const read = used_chars.reduce((sum, used) => sum + used, 0);
  const cut = used_chars.filter((used, i) => used < few[i]!.length);
  const most = cut.length > 0 ? Math.max(...cut) : Number.POSITIVE_INFINITY;
  return (texts) => (seconds / Math.max(1, read)) * texts.reduce((sum, text) => sum + Math.min(text.length, most), 0);
}

/** The teacher's time for the passages that it has not embedded yet, and the time to solve. */
async function fitSeconds(
  { store }: EngineContext,
  teacher: Encoder,
  collection: string,
  slow: Seconds,
  signal?: AbortSignal,
): Promise<number> {
  const passages = await chooseSample(store, collection, signal);
  const keys = passages.map((text) => vectorKey('passage', text));
  const known = await store.knownVectors(vectorSpace(teacher), keys);
  return slow(passages.filter((_, i) => !known.has(keys[i]!))) + SOLVE_SECONDS * passages.length;
}

/** A fitted encoder's speed does not depend on what is in its table. */
async function standIn({ config, threads }: EngineContext, teacher: Encoder): Promise<Encoder> {
  const { encode, vocabulary } = await fittedTokenizer(config);
  const dims = teacher.info.dimensions;
  const table = { values: new Int8Array(vocabulary * dims).fill(1), scales: new Float32Array(vocabulary).fill(1), dims };
  return createBagEncoder(teacher.info, encode, await openGraph(writeGraph(FITTED, table), FITTED, { threads }));
}

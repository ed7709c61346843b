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
import { FITTED, fittedId, fittedManifest, staleness, teacherSha256 } from './fitted';
import { fittedTokenizer } from './fittedTokenizer';
import { missingTexts } from './missingTexts';
import { DEFAULT_ENCODER } from './openEncoders';
import { requireCollection } from './require';
import { vectorKey } from './units';

/** Texts that are timed, spread over all; the fast encoder needs more of them to be timed at all. */
const TIMED = 12;
const TIMED_FAST = 400;

export async function estimateIndex(context: EngineContext, collection: string, signal?: AbortSignal): Promise<Output<'estimateIndex'>> {
  const { store } = context;
  await requireCollection(store, collection);
  const teacher = await context.encoder();
  const own = (await missingTexts(store, vectorSpace(teacher), collection)).todo.map(([, text]) => text);
  const ownCost = await timeTexts(teacher, own, TIMED, signal);

  const manifest = await fittedManifest(context, collection);
  const { total } = await store.documentHeads({ collection, limit: 1 });
  const current = manifest?.fitted && staleness(manifest.fitted, total, await teacherSha256(context)) === '';
  const encoder = current ? await context.encoder(fittedId(collection)) : await standIn(context, teacher);
  const texts = (await missingTexts(store, current ? vectorSpace(encoder) : undefined, collection)).todo.map(([, text]) => text);
  const embed_seconds = await timeTexts(encoder, texts, TIMED_FAST, signal);
  const fit_seconds = current ? 0 : await fitSeconds(context, teacher, collection, signal);
  if (!current) await encoder.dispose();
  return {
    encoders: [
      { encoder: DEFAULT_ENCODER, texts: own.length, fit_seconds: 0, embed_seconds: ownCost },
      { encoder: FITTED, texts: texts.length, fit_seconds, embed_seconds },
    ],
  };
}

/** Seconds for all texts: the time that a few of them take, by the characters that the encoder reads of each. */
async function timeTexts(encoder: Encoder, texts: readonly string[], count: number, signal?: AbortSignal): Promise<number> {
  if (texts.length === 0) return 0;
  const step = Math.max(1, Math.floor(texts.length / count));
  const few = texts.filter((_, i) => i % step === 0).slice(0, count);
  // The first run of all warms the model up.
  await encoder.embed(few.slice(0, 1), 'passage');
  throwIfAborted(signal);
  const started = performance.now();
  const { used_chars } = await encoder.embed(few, 'passage', signal ? { signal } : {});
  const seconds = (performance.now() - started) / 1000;
  const cut = used_chars.filter((used, i) => used < few[i]!.length);
  const most = cut.length > 0 ? Math.max(...cut) : Number.POSITIVE_INFINITY;
  const read = used_chars.reduce((sum, used) => sum + used, 0);
  return (seconds / Math.max(1, read)) * texts.reduce((sum, text) => sum + Math.min(text.length, most), 0);
}

/** Solving takes about this long a passage on one core; against the teacher's time it hardly counts. */
const SOLVE_SECONDS = 0.003;

/** The teacher's time for the passages that it has not embedded yet, and the time to solve. */
async function fitSeconds(context: EngineContext, teacher: Encoder, collection: string, signal?: AbortSignal): Promise<number> {
  const passages = await chooseSample(context.store, collection, signal);
  const known = await context.store.knownVectors(
    vectorSpace(teacher),
    passages.map((text) => vectorKey('passage', text)),
  );
  const missing = passages.filter((text) => !known.has(vectorKey('passage', text)));
  return (await timeTexts(teacher, missing, TIMED, signal)) + SOLVE_SECONDS * passages.length;
}

/** A fitted encoder's speed does not depend on what is in its table. */
async function standIn({ config, threads }: EngineContext, teacher: Encoder): Promise<Encoder> {
  const { encode, vocabulary } = await fittedTokenizer(config);
  const dims = teacher.info.dimensions;
  const table = { values: new Int8Array(vocabulary * dims).fill(1), scales: new Float32Array(vocabulary).fill(1), dims };
  return createBagEncoder(teacher.info, encode, await openGraph(writeGraph(FITTED, table), FITTED, threads));
}

/** An approximate index over a collection's vectors of one unit, and its recall on the user's own queries. */
import type { ApproximateState, ParsedInput } from '../../../shared/contract';
import type { Progress } from '../../../shared/domain';
import { AppError, throwIfAborted } from '../../../shared/errors';
import type { LaidOutSpace, Store, VectorSpace } from '../ports';
import { sha256Hex } from '../text/hash';
import { approximateFact, isCurrent, type KeptIndex, keptIndex, openKept } from './approximateIndex';
import type { Emit, EngineContext } from './context';
import { vectorSpace } from './embedTexts';
import { encoderFor } from './fitted';
import { unitSignature } from './indexCollection';
import { stateOf } from './listApproximate';
import { measureRecall, type RecallQueries } from './measureRecall';
import { createProgress } from './progress';
import { requireCollection } from './require';
import { laidOutKey } from './searchSpaces';

type Input = ParsedInput<'approximate'>;
type Options = { signal?: AbortSignal; emit: Emit<Progress> };

/** Of the groups, the share that a query looks through where nothing else is said. */
const PROBED = 0.3;

/**
 * What is there and up to date is measured again, not made again.
 * @throws NOT_INDEXED where units have no vector, USAGE where there are too few of them
 */
export async function makeApproximate(context: EngineContext, input: Input, options: Options): Promise<ApproximateState> {
  const { store, spaces } = context;
  const { collection, unit } = input;
  await requireCollection(store, collection);
  const encoder = await encoderFor(context, collection, input.encoder);
  const space = vectorSpace(encoder);
  const vectors = await spaces.vectors(collection, unit, 'any', space);
  if (vectors.unitIds.length < context.approximateFrom) {
    const n = (value: number) => value.toLocaleString('en');
    throw new AppError(
      'USAGE',
      `"${collection}" has ${n(vectors.unitIds.length)} ${unit} vectors; an approximate index is offered from ${n(context.approximateFrom)}.`,
      'Search exactly: of so few vectors it is as fast.',
    );
  }
  let kept = await keptIndex(store, collection, unit, space);
  const usable = kept && (await isCurrent(store, collection, unit, space, kept)) && (await store.nearest.has(kept.name));
  if (!kept || !usable || input.again) kept = await build(context, input, { space, vectors, before: kept }, options);
  if (input.probes !== undefined) kept = { ...kept, probes: Math.min(kept.partitions, input.probes), recall: null };
  // Made is made: a measurement that is stopped leaves the index, not measured.
  await store.putFact(approximateFact(collection, unit, space), kept);
  const queries = await recallQueries(context, input);
  if (queries.texts.length > 0) {
    const index = await openKept(context, collection, unit, space, kept);
    const progress = createProgress(options.emit, 'search', 'query', Math.min(queries.sample, queries.texts.length));
    progress.at(0);
    const recall = await measureRecall(index, { space: vectors, encoder, scorer: await context.dot() }, queries, {
      signal: options.signal,
      onQuery: (done) => progress.at(done),
      now: context.clock.now(),
    });
    progress.end();
    kept = { ...kept, recall };
    await store.putFact(approximateFact(collection, unit, space), kept);
  }
  return stateOf(context, collection, unit, space, vectors.unitIds.length);
}

/** One that was stopped goes on in LanceDB's threads: the next waits for its end. */
const stopped = new WeakMap<Store, Promise<unknown>>();

async function build(
  { store, clock }: EngineContext,
  { collection, unit }: Input,
  { space, vectors, before }: { space: VectorSpace; vectors: LaidOutSpace; before: KeptIndex | undefined },
  { signal, emit }: Options,
): Promise<KeptIndex> {
  const started = performance.now();
  const rows = vectors.unitIds.length;
  const progress = createProgress(emit, 'approximate', 'text', rows);
  progress.at(0);
  await stopped.get(store);
  throwIfAborted(signal);
  const version = await store.unitsVersion(unit, space);
  const signature = await unitSignature(store, collection);
  // A search reads the vectors of what was found from there.
  await store.layOut(laidOutKey(collection, unit, 'any', space), version, vectors);
  // Two names in turn: the one that is in use stays until the new one is whole.
  const base = `a${sha256Hex(approximateFact(collection, unit, space)).slice(0, 24)}`;
  const name = before?.name === `${base}_0` ? `${base}_1` : `${base}_0`;
  const kind = vectors.dims % 8 === 0 ? ('IVF_RQ' as const) : ('IVF_FLAT' as const);
  const partitions = Math.max(1, Math.round(Math.sqrt(rows)));
  const making = store.nearest.build(name, { matrix: vectors.matrix, dims: vectors.dims, rows }, { kind, partitions }, (done) =>
    progress.at(done),
  );
  const { bytes } = await unlessStopped(making, signal).catch((error: unknown) => {
    stopped.set(
      store,
      making
        .catch(() => {})
        .then(() => store.nearest.remove(name))
        .catch(() => {}),
    );
    throw error;
  });
  if (before && before.name !== name) await store.nearest.remove(before.name);
  progress.end();
  return {
    name,
    version,
    signature,
    kind,
    partitions,
    probes: Math.max(1, Math.ceil(partitions * PROBED)),
    rows,
    built_at: clock.now().toISOString(),
    seconds: (performance.now() - started) / 1000,
    bytes,
    recall: null,
  };
}

async function unlessStopped<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  let stop = () => {};
  const stopping = new Promise<never>((_, reject) => {
    stop = () => {
      try {
        throwIfAborted(signal);
      } catch (error) {
        reject(error);
      }
    };
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, stopping]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** The collection's own queries; without any, what the user had searched. */
async function recallQueries({ store }: EngineContext, input: Input): Promise<RecallQueries> {
  const { sample, seed, candidates } = input;
  const own = (await store.queries(input.collection)).map(({ text }) => text);
  const asked = input.queries ?? (own.length > 0 ? 'collection' : 'searched');
  return { texts: asked === 'collection' ? own : input.texts, asked, sample, seed, candidates };
}

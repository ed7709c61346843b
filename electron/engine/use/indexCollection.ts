/** Vectors for every unit of a collection: those that an earlier run or another collection made are used again. */
import type { z } from 'zod';
import type { IndexInput, IndexOutput } from '../../../shared/contract';
import type { Progress, Unit } from '../../../shared/domain';
import { throwIfAborted } from '../../../shared/errors';
import type { Encoder, Store, VectorRow, VectorSpace } from '../ports';
import { sha256Hex } from '../text/hash';
import type { Emit, EngineContext } from './context';
import { createProgress } from './progress';
import { requireCollection } from './require';
import { scanUnits, vectorKey } from './units';

/** Texts embedded between two commits. */
const SLAB = 512;
const UNITS: readonly Unit[] = ['nugget', 'passage', 'document'];

export async function indexCollection(
  context: EngineContext,
  input: z.output<typeof IndexInput>,
  options: { signal?: AbortSignal; emit: Emit<Progress> },
): Promise<IndexOutput> {
  const { store, spaces } = context;
  const { collection } = input;
  await requireCollection(store, collection);
  const encoder = await context.encoder(input.encoder);
  const space = vectorSpace(encoder);
  const started = performance.now();
  const counts = { document: 0, passage: 0, nugget: 0 };
  const { todo, total } = await missingTexts(store, space, collection, counts);

  const progress = createProgress(options.emit, 'embed', 'text', todo.length);
  let done = 0;
  progress.at(0);
  for (let at = 0; at < todo.length; at += SLAB) {
    throwIfAborted(options.signal);
    const slab = todo.slice(at, at + SLAB);
    const before = done;
    const result = await encoder.embed(
      slab.map(([, text]) => text),
      'passage',
      {
        ...(options.signal ? { signal: options.signal } : {}),
        onBatch: (n) => progress.at(before + n),
      },
    );
    await store.putVectors(
      space,
      slab.map(
        ([key], i): VectorRow => ({
          text_sha256: key,
          vector: result.vectors.subarray(i * space.dimensions, (i + 1) * space.dimensions),
          tokens: result.tokens[i]!,
          used_chars: result.used_chars[i]!,
        }),
      ),
    );
    done += slab.length;
    progress.at(done);
  }
  progress.end();
  if (todo.length > 0) await store.optimize();
  await store.putFact(indexFact(collection, space), { signature: await unitSignature(store, collection), units: counts });
  spaces.forget(collection);
  return {
    encoder: { id: encoder.info.id, dimensions: space.dimensions, sha256: encoder.info.sha256, identity: encoder.info.identity },
    units: counts,
    truncated_documents: await countTruncated(store, space, collection),
    embedded: todo.length,
    reused: total - todo.length,
    seconds: (performance.now() - started) / 1000,
  };
}

export const vectorSpace = ({ info }: Encoder): VectorSpace => ({
  encoder_id: info.id,
  sha256: info.identity,
  dimensions: info.dimensions,
});

export const indexFact = (collection: string, space: VectorSpace): string => `index/${collection}/${space.encoder_id}/${space.sha256}`;

/** Changes when a document or an extraction does: an index with another signature is out of date. */
export async function unitSignature(store: Store, collection: string): Promise<string> {
  const { heads } = await store.documentHeads({ collection });
  const lines = (await store.extractions(collection)).map((line) => `${line.doc_id}\t${line.extractor}\t${line.key}\t${line.nuggets}`);
  return sha256Hex(JSON.stringify([heads.map((head) => [head.doc_id, head.sha256]), lines.sort()]));
}

/** Texts without a vector, by key, nuggets first: they are what a search needs first. */
async function missingTexts(store: Store, space: VectorSpace, collection: string, counts: Record<Unit, number>) {
  const todo = new Map<string, string>();
  let total = 0;
  for (const unit of UNITS) {
    for await (const units of scanUnits(store, collection, unit)) {
      counts[unit] += units.length;
      total += units.length;
      const keys = units.map(({ text }) => vectorKey('passage', text));
      const known = await store.knownVectors(space, keys);
      for (const [i, key] of keys.entries()) {
        if (!known.has(key)) todo.set(key, units[i]!.text);
      }
    }
  }
  return { todo: [...todo], total };
}

async function countTruncated(store: Store, space: VectorSpace, collection: string): Promise<number> {
  let truncated = 0;
  for await (const units of scanUnits(store, collection, 'document')) {
    const { used_chars } = await store.vectors(
      space,
      units.map(({ text }) => vectorKey('passage', text)),
    );
    truncated += units.filter(({ text }, i) => used_chars[i]! < text.length).length;
  }
  return truncated;
}

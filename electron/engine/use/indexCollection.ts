/** Vectors for every unit of a collection: those that an earlier run or another collection made are used again. */
import type { z } from 'zod';
import type { IndexInput, IndexOutput } from '../../../shared/contract';
import type { Progress, Unit } from '../../../shared/domain';
import type { Store, VectorSpace } from '../ports';
import { sha256Hex } from '../text/hash';
import type { Emit, EngineContext } from './context';
import { embedTexts, vectorSpace } from './embedTexts';
import { requireFit } from './fitEncoder';
import { encoderFor, FITTED, fittedId } from './fitted';
import { missingTexts } from './missingTexts';
import { createProgress, withUsage } from './progress';
import { requireCollection } from './require';
import { scanUnits, vectorKey } from './units';

export async function indexCollection(
  context: EngineContext,
  input: z.output<typeof IndexInput>,
  options: { signal?: AbortSignal; emit: Emit<Progress> },
): Promise<IndexOutput> {
  const { store, spaces } = context;
  const { collection } = input;
  await requireCollection(store, collection);
  const started = performance.now();
  const own = input.encoder === FITTED || input.encoder === fittedId(collection);
  const encoder = own ? await requireFit(context, collection, options) : await encoderFor(context, collection, input.encoder);
  const space = vectorSpace(encoder);
  const { todo, counts, total } = await missingTexts(store, space, collection, input.units);

  await embedTexts(store, encoder, todo, createProgress(withUsage(options.emit, encoder), 'embed', 'text', todo.length), options.signal);
  if (todo.length > 0) await store.optimize();
  // An index of some units alone is none that the collection could be said to have: a search asks for its unit's vectors anyway.
  if (!input.units) await store.putFact(indexFact(collection, space), { signature: await unitSignature(store, collection), units: counts });
  spaces.forget(collection);
  await spaces.layOut(collection, counts, space);
  const truncated = async (unit: Unit) => (input.units && !input.units.includes(unit) ? 0 : countTruncated(store, space, collection, unit));
  return {
    encoder: { id: encoder.info.id, dimensions: space.dimensions, sha256: encoder.info.sha256, identity: encoder.info.identity },
    units: counts,
    truncated_documents: await truncated('document'),
    truncated_summaries: await truncated('summary'),
    embedded: todo.length,
    reused: total - todo.length,
    seconds: (performance.now() - started) / 1000,
    usage: encoder.usage?.() ?? null,
  };
}

export const indexFact = (collection: string, space: VectorSpace): string => `index/${collection}/${space.encoder_id}/${space.sha256}`;

/** Changes when a document or an extraction does: an index with another signature is out of date. */
export async function unitSignature(store: Store, collection: string): Promise<string> {
  const { heads } = await store.documentHeads({ collection });
  const lines = (await store.extractions(collection)).map((line) => `${line.doc_id}\t${line.extractor}\t${line.key}\t${line.nuggets}`);
  const summaries = (await store.summaries(collection)).map((summary) => `${summary.id}\t${summary.extractor}\t${summary.status}`);
  const made = summaries.length > 0 ? [lines.sort(), summaries] : [lines.sort()];
  return sha256Hex(JSON.stringify([heads.map((head) => [head.doc_id, head.sha256]), ...made]));
}

async function countTruncated(store: Store, space: VectorSpace, collection: string, unit: Unit): Promise<number> {
  let truncated = 0;
  for await (const units of scanUnits(store, collection, unit)) {
    const { used_chars } = await store.vectors(
      space,
      units.map(({ text }) => vectorKey('passage', text)),
    );
    truncated += units.filter(({ text }, i) => used_chars[i]! < text.length).length;
  }
  return truncated;
}

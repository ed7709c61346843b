/** Which encoders index a collection, and whether their vectors are still of use. */
import type { CollectionSummary } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { Store, VectorSpace } from '../ports';
import { indexFact } from './indexCollection';

type Indexed = CollectionSummary['indexed'][number];

/**
 * One entry an encoder id, in the order of `identities`: an index of the encoder as it now is hides those of its earlier selves.
 * @param signature of the collection's units as they now are
 * @param identities of the encoders on this machine, by id
 */
export async function indexedWith(
  store: Store,
  collection: string,
  signature: string,
  identities: ReadonlyMap<string, string>,
): Promise<Indexed[]> {
  const found = new Map<string, Indexed>();
  for (const space of await store.vectorSpaces()) {
    const fact = (await store.getFact(indexFact(collection, space))) as { signature?: unknown } | undefined;
    if (!fact) continue;
    const identity = identities.get(space.encoder_id);
    const same = identity === space.sha256;
    const current = same && fact.signature === signature;
    const state = current ? 'current' : same ? 'outdated' : identity === undefined ? 'missing' : 'changed';
    if (same || !found.has(space.encoder_id)) found.set(space.encoder_id, { encoder: space.encoder_id, current, state });
  }
  const order = [...identities.keys()];
  const place = ({ encoder }: Indexed) => (order.includes(encoder) ? order.indexOf(encoder) : order.length);
  return [...found.values()].sort((a, b) => place(a) - place(b));
}

/** Why units have no vector: the encoder has changed since the collection was indexed with it, or it never was. */
export async function notIndexed(
  store: Store,
  collection: string,
  space: VectorSpace,
  counts: { missing: number; units: number; unit: string },
): Promise<AppError> {
  const { missing, units, unit } = counts;
  const index = `pepita index --collection ${collection} --encoder ${space.encoder_id}`;
  const now = await store.getFact(indexFact(collection, space));
  for (const other of now ? [] : await store.vectorSpaces()) {
    if (other.encoder_id !== space.encoder_id || !(await store.getFact(indexFact(collection, other)))) continue;
    return new AppError(
      'NOT_INDEXED',
      `The encoder ${space.encoder_id} has changed since "${collection}" was indexed: its vectors and those that are there can't be compared.`,
      `Index again: ${index}.`,
      { missing, units, indexed_with: other.sha256, encoder_identity: space.sha256 },
    );
  }
  return new AppError(
    'NOT_INDEXED',
    `${missing} of ${units} ${unit === 'summary' ? 'summaries' : `${unit}s`} of "${collection}" have no vector of ${space.encoder_id}.`,
    `Index it: ${index}.`,
    { missing, units },
  );
}

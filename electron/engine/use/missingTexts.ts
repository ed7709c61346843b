/** The texts of a collection that an encoder has no vector of yet. */
import type { Unit } from '../../../shared/domain';
import type { Store, VectorSpace } from '../ports';
import { scanUnits, vectorKey } from './units';

const UNITS: readonly Unit[] = ['nugget', 'summary', 'passage', 'document'];

export interface MissingTexts {
  /** Keys and texts, nuggets first: they are what a search needs first. */
  readonly todo: readonly (readonly [key: string, text: string])[];
  readonly counts: Readonly<Record<Unit, number>>;
  readonly total: number;
}

/**
 * @param space without it, every text is missing
 * @param only units of these kinds
 */
export async function missingTexts(
  store: Store,
  space: VectorSpace | undefined,
  collection: string,
  only: readonly Unit[] = UNITS,
): Promise<MissingTexts> {
  const todo = new Map<string, string>();
  const counts = { document: 0, passage: 0, nugget: 0, summary: 0 };
  for (const unit of UNITS.filter((one) => only.includes(one))) {
    for await (const units of scanUnits(store, collection, unit)) {
      counts[unit] += units.length;
      const keys = units.map(({ text }) => vectorKey('passage', text));
      const known = space ? await store.knownVectors(space, keys) : new Set();
      for (const [i, key] of keys.entries()) if (!known.has(key)) todo.set(key, units[i]!.text);
    }
  }
  return { todo: [...todo], counts, total: counts.document + counts.passage + counts.nugget + counts.summary };
}

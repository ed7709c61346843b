/** A collection's approximate index: whether it is of use, and how it is asked. */
import { ApproximateUse } from '../../../shared/approximate';
import type { ApproximateState, PartInput, RankingInput } from '../../../shared/contract';
import type { Unit } from '../../../shared/domain';
import type { UnitHits } from '../../../shared/hits';
import type { DotScorer, LaidOutUnits, Store, VectorSpace } from '../ports';
import { nearestHits, SPARE_ROWS } from '../search/nearest';
import type { EngineContext } from './context';
import { unitSignature } from './indexCollection';
import { laidOutKey } from './searchSpaces';

/** Of so many times the units asked for the exact scores are reckoned: their order by compressed vectors is not exact. */
const OVERSAMPLE = 1.1;

export type KeptIndex = NonNullable<ApproximateState['index']> & {
  /** Of its table. */
  readonly name: string;
  /** Of the tables that it was made from, and of the documents and extractions in them: other collections change the first alone. */
  readonly version: string;
  readonly signature: string;
};

export interface ApproximateIndex {
  readonly use: ApproximateUse;
  readonly units: LaidOutUnits;
  /** As an exact search gives them, scores included, but that some units are missing. @param query one vector */
  hits(query: Float32Array, candidates: number, scorer: DotScorer): Promise<UnitHits>;
}

export const approximateFact = (collection: string, unit: Unit, space: VectorSpace): string =>
  `approximate/${collection}/${unit}/${space.encoder_id}/${space.sha256}`;

export const keptIndex = async (store: Store, collection: string, unit: Unit, space: VectorSpace): Promise<KeptIndex | undefined> =>
  ((await store.getFact(approximateFact(collection, unit, space))) as KeptIndex | null | undefined) ?? undefined;

export async function isCurrent(store: Store, collection: string, unit: Unit, space: VectorSpace, kept: KeptIndex): Promise<boolean> {
  if (kept.version === (await store.unitsVersion(unit, space))) return true;
  return kept.signature === (await unitSignature(store, collection));
}

/** What the configuration of a run says of it. */
export const asUsed = (kept: KeptIndex): ApproximateUse => ApproximateUse.parse(kept);

/** The index of a part, or why it is searched exactly. */
export async function openApproximate(
  context: EngineContext,
  { collection, extractor }: RankingInput,
  { unit, aggregate }: PartInput,
  space: VectorSpace,
): Promise<{ index: ApproximateIndex; warning?: undefined } | { index?: undefined; warning: string }> {
  const { store } = context;
  const make = `pepita approximate --collection ${collection} --unit ${unit} --encoder ${space.encoder_id}`;
  const exactly = (why: string) => ({ warning: `Searched exactly: ${why}.` });
  if (aggregate === 'by-sentence') return exactly(`by sentence every ${unit} counts, so that an approximate index would find too few`);
  if (unit === 'nugget' && extractor !== 'any')
    return exactly(`the approximate index holds the nuggets of every extractor, not of "${extractor}" alone`);
  const kept = await keptIndex(store, collection, unit, space);
  if (!kept) return exactly(`there is no approximate index of the ${unit} vectors of ${space.encoder_id} (${make})`);
  if (!(await isCurrent(store, collection, unit, space, kept)))
    return exactly(`documents or extractions have changed since the approximate index was made; make it anew (${make})`);
  if (!(await store.nearest.has(kept.name))) return exactly(`the approximate index is gone from the workspace; make it anew (${make})`);
  return { index: await openKept(context, collection, unit, space, kept) };
}

export async function openKept(
  { store, spaces }: EngineContext,
  collection: string,
  unit: Unit,
  space: VectorSpace,
  kept: KeptIndex,
): Promise<ApproximateIndex> {
  const units = await spaces.units(collection, unit, 'any', space);
  const key = laidOutKey(collection, unit, 'any', space);
  const version = await store.unitsVersion(unit, space);
  const idOf = (row: number) => units.unitIds[row]!;
  return {
    use: asUsed(kept),
    units,
    async hits(query, candidates, scorer) {
      const count = Math.min(kept.rows, Math.ceil(candidates * OVERSAMPLE));
      const rows = (await store.nearest.nearest(kept.name, query, count, kept)).sort();
      const vectors =
        (await store.laidOutRows(key, version, rows, SPARE_ROWS)) ?? rowsOf(await spaces.vectors(collection, unit, 'any', space), rows);
      return nearestHits({ rows, vectors, idOf }, query, scorer, candidates);
    },
  };
}

/** Where nothing was laid out, from memory. */
function rowsOf({ matrix, dims }: { matrix: Float32Array; dims: number }, rows: Uint32Array): Float32Array {
  const vectors = new Float32Array((rows.length + SPARE_ROWS) * dims);
  for (const [i, row] of rows.entries()) vectors.set(matrix.subarray(row * dims, (row + 1) * dims), i * dims);
  return vectors;
}

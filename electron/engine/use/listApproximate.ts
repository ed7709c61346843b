/** Which approximate indexes a collection has, and which it could have. */
import type { ApproximateState, Output, ParsedInput } from '../../../shared/contract';
import type { Unit } from '../../../shared/domain';
import type { VectorSpace } from '../ports';
import { approximateFact, isCurrent, type KeptIndex, keptIndex } from './approximateIndex';
import type { EngineContext } from './context';
import { vectorSpace } from './embedTexts';
import { encoderFor } from './fitted';
import { indexFact } from './indexCollection';
import { requireCollection } from './require';

const UNITS: readonly Unit[] = ['nugget', 'passage', 'document', 'summary'];

export async function listApproximate(context: EngineContext, collection: string): Promise<Output<'approximateIndexes'>> {
  const { store, approximateFrom } = context;
  await requireCollection(store, collection);
  const indexes: ApproximateState[] = [];
  for (const space of await store.vectorSpaces()) {
    const fact = (await store.getFact(indexFact(collection, space))) as { units?: Partial<Record<Unit, number>> } | undefined;
    if (!fact) continue;
    for (const unit of UNITS) {
      const state = await stateOf(context, collection, unit, space, fact.units?.[unit] ?? 0);
      if (state.offered || state.index) indexes.push(state);
    }
  }
  return { from: approximateFrom, indexes, queries: (await store.queries(collection)).length };
}

export async function stateOf(
  { store, approximateFrom }: EngineContext,
  collection: string,
  unit: Unit,
  space: VectorSpace,
  rows: number,
): Promise<ApproximateState> {
  const kept = await keptIndex(store, collection, unit, space);
  const there = kept && (await store.nearest.has(kept.name)) ? kept : undefined;
  const state = !there ? 'none' : (await isCurrent(store, collection, unit, space, there)) ? 'current' : 'stale';
  return { encoder: space.encoder_id, unit, rows, state, offered: rows >= approximateFrom, index: there ? told(there) : null };
}

const told = ({ name: _, version: __, signature: ___, ...index }: KeptIndex): NonNullable<ApproximateState['index']> => index;

export async function dropApproximate(
  context: EngineContext,
  { collection, encoder, unit }: ParsedInput<'dropApproximate'>,
): Promise<Output<'dropApproximate'>> {
  const { store } = context;
  await requireCollection(store, collection);
  const space = vectorSpace(await encoderFor(context, collection, encoder));
  const kept = await keptIndex(store, collection, unit, space);
  if (!kept) return { removed: false };
  await store.putFact(approximateFact(collection, unit, space), null);
  await store.nearest.remove(kept.name);
  return { removed: true };
}

/** Decisions with their nuggets; those around the one at hand are read before they are needed. */
import { useEffect, useRef } from 'react';
import type { Output } from '../../../shared/contract';
import { type Loaded, useLoad } from '../../shell/hooks';
import { decisionOf } from './ahead';

const KEPT = 4;

/**
 * @param around what may be opened next; read when the decision at hand is there
 * @param stamp changes where what was read may be outdated
 */
export function useShown(
  collection: string,
  docId: string | undefined,
  around: readonly (string | undefined)[],
  stamp = '',
): Loaded<Output<'show'>> {
  const kept = useRef(new Map<string, Promise<Output<'show'>>>());
  const read = (id: string) => {
    const key = JSON.stringify([collection, id, stamp]);
    const known = kept.current.get(key);
    if (known) return known;
    const reading = decisionOf(collection, id, stamp);
    kept.current.set(key, reading);
    reading.catch(() => kept.current.delete(key));
    // The oldest goes first.
    for (const old of kept.current.keys()) if (kept.current.size > KEPT) kept.current.delete(old);
    return reading;
  };
  const shown = useLoad(() => (docId === undefined ? undefined : read(docId)), [collection, docId, stamp]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for each that is around
  useEffect(() => {
    if (!shown.value) return;
    for (const id of around) if (id !== undefined) read(id).catch(() => {});
  }, [...around, shown.value]);
  return shown;
}

/** Decisions with their nuggets; the next one is read before it is needed. */
import { useEffect, useRef } from 'react';
import type { Output } from '../../../../shared/contract';
import { api } from '../../../api';
import { type Loaded, useLoad } from '../../../shell/hooks';

const KEPT = 4;

export function useShown(collection: string, docId: string | undefined, next: string | undefined): Loaded<Output<'show'>> {
  const kept = useRef(new Map<string, Promise<Output<'show'>>>());
  const read = (id: string) => {
    const known = kept.current.get(id);
    if (known) return known;
    const reading = api.call('show', { collection, doc_id: id });
    kept.current.set(id, reading);
    reading.catch(() => kept.current.delete(id));
    // The oldest goes first.
    for (const old of kept.current.keys()) if (kept.current.size > KEPT) kept.current.delete(old);
    return reading;
  };
  const shown = useLoad(() => (docId === undefined ? undefined : read(docId)), [collection, docId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for each next decision
  useEffect(() => {
    if (next !== undefined && shown.value) read(next).catch(() => {});
  }, [next, shown.value]);
  return shown;
}

/** What Audit opens first, read while the window has nothing else to do: a long decision then lights its evidence at once. */
import { useEffect } from 'react';
import type { CollectionSummary, Output } from '../../../shared/contract';
import { api } from '../../api';

const MOST = 1000;
const waiting = new Map<string, Promise<unknown>>();

/** Changes where what was read of the collection may be outdated. @param pulse changes as decisions are committed */
export const stampOf = (collection: CollectionSummary, pulse: string): string =>
  JSON.stringify([collection.nuggets, collection.documents, pulse]);

const headsKey = (collection: string, stamp: string): string => JSON.stringify(['heads', collection, stamp]);
const decisionKey = (collection: string, docId: string, stamp: string): string => JSON.stringify(['decision', collection, docId, stamp]);

/** What was read ahead is given once: who asks again wants it anew. */
function take<T>(key: string, load: () => Promise<T>): Promise<T> {
  const ahead = waiting.get(key) as Promise<T> | undefined;
  waiting.delete(key);
  return ahead ?? load();
}

/** A failure is not kept: who needs it asks again, and is told. */
function keep(key: string, reading: Promise<unknown>): void {
  waiting.set(key, reading);
  reading.catch(() => waiting.delete(key));
}

/** The collection's decisions, the first of them. */
export const headsOf = (collection: string, stamp: string): Promise<Output<'documents'>> =>
  take(headsKey(collection, stamp), () => api.call('documents', { collection, limit: MOST }));

export const decisionOf = (collection: string, docId: string, stamp: string): Promise<Output<'show'>> =>
  take(decisionKey(collection, docId, stamp), () => api.call('show', { collection, doc_id: docId }));

/** @param collection absent where Audit was already opened, which reads for itself */
export function useAuditAhead(collection: CollectionSummary | undefined, pulse: string): void {
  const id = collection?.id;
  const stamp = collection && stampOf(collection, pulse);
  useEffect(() => {
    if (id === undefined || stamp === undefined) return;
    waiting.clear();
    const idle = requestIdleCallback(async () => {
      const heads = headsOf(id, stamp);
      keep(headsKey(id, stamp), heads);
      const first = (await heads.catch(() => undefined))?.documents[0]?.doc_id;
      if (first !== undefined && waiting.has(headsKey(id, stamp))) keep(decisionKey(id, first, stamp), decisionOf(id, first, stamp));
    });
    return () => cancelIdleCallback(idle);
  }, [id, stamp]);
}

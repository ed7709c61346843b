/** The first documents of several runs, query by query, in an order that tells nothing of the runs. Pure. */
import { compareBytes } from '../../../shared/ties';
import { sha256Hex } from '../text/hash';

export interface PoolRun {
  readonly id: string;
  /** Query → documents, best first. */
  readonly rankings: ReadonlyMap<string, readonly string[]>;
}

export interface Pooled {
  readonly query_id: string;
  readonly doc_id: string;
  readonly found: readonly { readonly run_id: string; readonly rank: number }[];
}

/** @param queryIds in their order; what runs rank for other queries is left out */
export function poolOf(runs: readonly PoolRun[], queryIds: readonly string[], depth: number, seed: number): Pooled[] {
  return queryIds.flatMap((query_id) => {
    const found = new Map<string, { run_id: string; rank: number }[]>();
    for (const { id, rankings } of runs) {
      for (const [i, doc_id] of (rankings.get(query_id) ?? []).slice(0, depth).entries()) {
        const places = found.get(doc_id) ?? [];
        found.set(doc_id, places);
        places.push({ run_id: id, rank: i + 1 });
      }
    }
    const keys = new Map([...found.keys()].map((doc) => [doc, sha256Hex(`${seed}\n${query_id}\n${doc}`)]));
    return [...found]
      .sort(([a], [b]) => compareBytes(keys.get(a)!, keys.get(b)!))
      .map(([doc_id, places]) => ({ query_id, doc_id, found: places }));
  });
}

/**
 * A part of a data set for a trial: some judged queries, the documents that are relevant to them, and others to find them
 * among. Pure. Drawn by a hash over seed and id: a larger sample holds every smaller one, so that what was made for it counts.
 */
import { compareBytes } from '../../../shared/ties';
import { sha256Hex } from '../text/hash';

/** Other documents for each query of a sample. */
export const OTHERS = 20;

export interface Whole {
  /** Ids of queries that have judgments. */
  readonly judged: readonly string[];
  readonly documents: readonly string[];
  /** Query id → documents with a grade above 0. */
  readonly relevant: ReadonlyMap<string, readonly string[]>;
}

export interface Sample {
  readonly queries: ReadonlySet<string>;
  readonly documents: ReadonlySet<string>;
}

/** @param n judged queries; where there are fewer, all of them */
export function drawSample({ judged, documents, relevant }: Whole, n: number, seed: number): Sample {
  const queries = ordered(judged, seed, 'query').slice(0, n);
  const there = new Set(documents);
  const wanted = new Set(queries.flatMap((id) => relevant.get(id) ?? []).filter((id) => there.has(id)));
  // The first of them all, whether relevant or not: else a larger sample would hold other ones.
  const others = ordered(documents, seed, 'document').slice(0, OTHERS * queries.length);
  return { queries: new Set(queries), documents: new Set([...wanted, ...others]) };
}

function ordered(ids: readonly string[], seed: number, kind: string): string[] {
  const keys = new Map(ids.map((id) => [id, sha256Hex(`${seed}\n${kind}\n${id}`)]));
  return [...keys.keys()].sort((a, b) => compareBytes(keys.get(a)!, keys.get(b)!));
}

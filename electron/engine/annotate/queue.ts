/**
 * Which nuggets come in which order. Pure, and the same for everybody: it hangs on the nuggets and the seed alone, so that
 * two annotators who are given one queue judge the same nuggets. A sample is drawn by a hash over seed and nugget: a nugget
 * that is added later takes one place and moves no other.
 */
import type { QueueSpec } from '../../../shared/annotation';
import { compareBytes } from '../../../shared/ties';
import { sha256Hex } from '../text/hash';
import { scoreStrata, shareOut } from './strata';

export interface Candidate {
  readonly id: string;
  readonly doc_id: string;
  readonly version: string;
  readonly court: string;
  /** For strata by score; null where it has none. */
  readonly score: number | null;
  readonly unlocated: boolean;
  readonly disputed: boolean;
}

export interface Queued {
  readonly id: string;
  readonly version: string;
  readonly stratum: string;
}

/** @param candidates document by document. @param retrieved for `query`: ids of nuggets, best first */
export function orderQueue(candidates: readonly Candidate[], spec: QueueSpec, retrieved: readonly string[] = []): Queued[] {
  const once = [...new Map([...candidates].reverse().map((one) => [one.version, one])).values()].reverse();
  const plain = (chosen: readonly Candidate[]): Queued[] =>
    chosen.slice(0, spec.size).map(({ id, version }) => ({ id, version, stratum: '' }));
  switch (spec.kind) {
    case 'all':
      return plain(once);
    case 'unlocated':
      return plain(once.filter(({ unlocated }) => unlocated));
    case 'disagreements':
      return plain(once.filter(({ disputed }) => disputed));
    case 'sample':
      return plain(shuffled(once, spec.seed));
    case 'query': {
      const byId = new Map(once.map((one) => [one.id, one]));
      return plain(retrieved.map((id) => byId.get(id)).filter((one) => one !== undefined));
    }
    case 'stratified': {
      const nameOf = spec.by === 'court' ? ({ court }: Candidate) => court : scoreStrata(once, spec.strata);
      return shareOut(shuffled(once, spec.seed), nameOf, spec.size).map(({ one: { id, version }, stratum }) => ({ id, version, stratum }));
    }
  }
}

/** By the hash over seed and nugget. */
function shuffled(candidates: readonly Candidate[], seed: number): Candidate[] {
  const keys = new Map(candidates.map(({ version }) => [version, sha256Hex(`${seed}\n${version}`)]));
  return [...candidates].sort((a, b) => compareBytes(keys.get(a.version)!, keys.get(b.version)!));
}

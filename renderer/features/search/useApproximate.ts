/** Whether the present ranking can be searched approximately, and whether the user chose so. Never by itself. */
import { useState } from 'react';
import type { Input } from '../../../shared/contract';
import { api } from '../../api';
import { useLoad } from '../../shell/hooks';

export interface Approximate {
  /** `none`: nothing to choose, and nothing to offer. */
  readonly state: 'none' | 'offered' | 'stale' | 'current';
  readonly on: boolean;
  choose(on: boolean): void;
}

/** @param stamp changes with the collection's index */
export function useApproximate(
  collection: string,
  { unit, ranker, aggregate }: Pick<Input<'search'>, 'unit' | 'ranker' | 'aggregate'>,
  encoder: string | undefined,
  active: boolean,
  stamp: string,
): Approximate {
  // Chosen for one collection, it is not chosen for another.
  const [chosen, setChosen] = useState<string>();
  const { value } = useLoad(() => (active ? api.call('approximateIndexes', { collection }) : undefined), [collection, active, stamp]);
  const found =
    ranker === 'bm25' || aggregate === 'by-sentence'
      ? undefined
      : value?.indexes.find((index) => index.unit === unit && index.encoder === encoder);
  const state = !found ? 'none' : found.state === 'none' ? (found.offered ? 'offered' : 'none') : found.state;
  return { state, on: state === 'current' && chosen === collection, choose: (on) => setChosen(on ? collection : undefined) };
}

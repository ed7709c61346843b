/** The kept run whose knobs are turned: as it was made and as it is now, measured once the knobs stand still. */
import { useMemo, useState } from 'react';
import type { RescoreOutput, Rescoring } from '../../../shared/contract';
import { api } from '../../api';
import { type Loaded, useLoad } from '../../shell/hooks';
import { type QueryValues, valuesOf } from './queries/order';
import type { RunEntry } from './runs';
import type { Comparison } from './useComparison';
import { useDelayed } from './useDelayed';

/** A knob that moves is followed at this pace. */
const TURNING_MS = 120;

export interface Tuning {
  /** As it was made. */
  readonly entry: RunEntry | undefined;
  readonly change: Rescoring | undefined;
  /** The same, once the knobs stand still. */
  readonly settled: Rescoring | undefined;
  readonly rescored: Loaded<RescoreOutput>;
  /** Of each query, before and after. */
  readonly values: QueryValues;
  choose(runId: string): void;
}

export function useTuning(collection: string, stamp: string, active: boolean, comparison: Comparison): Tuning {
  const { entries, measures, measure, tunings } = comparison;
  const [id, choose] = useState<string>();
  // The order of a reranked run is the model's: it has no rules to change.
  const made = entries.filter(({ run, change }) => !change && !run.reranking);
  const entry = made.find(({ run }) => run.id === id) ?? made[0];
  const change = entry && tunings[entry.run.id];
  const settled = useDelayed(change, TURNING_MS);
  const rescored = useLoad(
    (signal) =>
      active && entry
        ? api.call('rescore', { collection, run_id: entry.run.id, ...settled, measures: [...measures] }, { signal })
        : undefined,
    [active, collection, entry?.run.id, settled, measures.join(), stamp],
  );
  const values = useMemo(() => {
    const { before, after } = rescored.value ?? {};
    if (!before || !after) return new Map();
    const perQuery = Object.fromEntries(Object.entries(before.per_query).map(([q, was]) => [q, { a: was, b: after.per_query[q] ?? {} }]));
    return valuesOf(perQuery, 'a', 'b', measure);
  }, [rescored.value, measure]);
  return { entry, change, settled, rescored, values, choose };
}

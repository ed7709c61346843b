/** The collection's kept runs, as they were made and as they are tuned, measured beside each other. */
import { useMemo, useRef, useState } from 'react';
import type { CompareRunsOutput, Rescoring } from '../../../shared/contract';
import type { Progress } from '../../../shared/domain';
import { type AppError, toAppError } from '../../../shared/errors';
import { api } from '../../api';
import { useT } from '../../i18n';
import { type Loaded, useLoad } from '../../shell/hooks';
import { type QueryValues, valuesOf } from './queries/order';
import { keptOf, type RunEntry, runEntries, type Tunings } from './runs';

export interface Comparison {
  readonly entries: readonly RunEntry[];
  readonly loaded: Loaded<CompareRunsOutput>;
  /** While it loads: tests that are done. */
  readonly tested: Progress | undefined;
  readonly measures: readonly string[];
  readonly measure: string;
  readonly a: RunEntry | undefined;
  readonly b: RunEntry | undefined;
  /** Of both on the measure. */
  readonly values: QueryValues;
  readonly tunings: Tunings;
  readonly removal: AppError | undefined;
  setMeasures(measures: readonly string[]): void;
  setMeasure(measure: string): void;
  setA(key: string): void;
  setB(key: string): void;
  tune(id: string, change: Rescoring | undefined): void;
  /** A tuned entry goes back to its run; a run is removed from the workspace. */
  remove(entry: RunEntry): void;
  reload(): void;
  /** The two that are held against each other. */
  setBoth(a: string, b: string): void;
}

const FIRST_MEASURES = ['ndcg@10', 'map@10', 'mrr@10'];

/** @param paused while knobs move: the comparison is made anew once they stand still */
export function useComparison(collection: string, stamp: string, paused: boolean): Comparison {
  const { t } = useT();
  const [tunings, setTunings] = useState<Tunings>({});
  const [measures, setMeasures] = useState<readonly string[]>(FIRST_MEASURES);
  const [chosen, setChosen] = useState<{ measure?: string; a?: string; b?: string }>({});
  const [removal, setRemoval] = useState<AppError>();
  const runs = useLoad(() => api.call('runs', { collection }), [collection, stamp]);
  const entries = useMemo(() => runEntries(runs.value?.runs ?? [], tunings, (name) => t('tunedName', { name })), [runs.value, tunings, t]);
  const a = entries.find(({ key }) => key === chosen.a) ?? entries[0];
  const b = entries.find(({ key }) => key === chosen.b) ?? entries.find(({ key }) => key !== a?.key) ?? a;
  const asking = JSON.stringify({ collection, kept: entries.map(keptOf), measures, baseline: a?.label });
  const held = useRef(asking);
  if (!paused) held.current = asking;
  const [tested, setTested] = useState<Progress>();
  const loaded = useLoad(
    (signal) => {
      setTested(undefined);
      return entries.length === 0 ? undefined : api.call('compareRuns', JSON.parse(held.current), { signal, onEvent: setTested });
    },
    [held.current, entries.length === 0],
  );
  // The engine's spelling of the measures.
  const spelled = loaded.value?.measures ?? measures;
  const measure = chosen.measure && spelled.includes(chosen.measure) ? chosen.measure : spelled[0]!;
  const values = useMemo(
    () => (loaded.value && a && b && a !== b ? valuesOf(loaded.value.per_query, a.label, b.label, measure) : new Map()),
    [loaded.value, a, b, measure],
  );
  const choose = (part: typeof chosen) => setChosen((old) => ({ ...old, ...part }));
  const tune = (id: string, change: Rescoring | undefined) =>
    setTunings(({ [id]: _, ...others }) => (change ? { ...others, [id]: change } : others));
  return {
    entries,
    loaded,
    tested: loaded.loading ? tested : undefined,
    measures: spelled,
    measure,
    a,
    b,
    values,
    tunings,
    removal,
    setMeasures,
    setMeasure: (next) => choose({ measure: next }),
    setA: (key) => choose({ a: key }),
    setB: (key) => choose({ b: key }),
    tune,
    remove({ run, change }) {
      if (change) return tune(run.id, undefined);
      setRemoval(undefined);
      api.call('removeRun', { collection, run_id: run.id }).then(
        () => {
          tune(run.id, undefined);
          runs.reload();
        },
        (thrown) => setRemoval(toAppError(thrown)),
      );
    },
    reload: runs.reload,
    setBoth: (first, second) => choose({ a: first, b: second }),
  };
}

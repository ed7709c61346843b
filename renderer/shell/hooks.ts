/** Reading from the engine in components. */
import { type DependencyList, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Job } from '../../shared/contract';
import { type AppError, toAppError } from '../../shared/errors';
import { api, type Connection } from '../api';

export const useConnection = (): Connection => useSyncExternalStore(api.subscribe, api.connection);

export interface Loaded<T> {
  readonly value: T | undefined;
  readonly error: AppError | undefined;
  readonly loading: boolean;
  reload(): void;
}

/** Loads again when `deps` change; a later load cancels an earlier one, and the old value stays until the new one is there. */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T> | undefined, deps: DependencyList): Loaded<T> {
  const [state, setState] = useState<{ value?: T; error?: AppError; loading: boolean }>({ loading: true });
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names what the load depends on
  useEffect(() => {
    const aborter = new AbortController();
    const promise = load(aborter.signal);
    if (!promise) {
      setState({ loading: false });
      return;
    }
    setState((old) => ({ ...old, error: undefined, loading: true }));
    promise.then(
      (value) => !aborter.signal.aborted && setState({ value, loading: false }),
      (thrown) => !aborter.signal.aborted && setState((old) => ({ ...old, error: toAppError(thrown), loading: false })),
    );
    return () => aborter.abort();
  }, [...deps, turn]);
  const reload = useCallback(() => setTurn((n) => n + 1), []);
  return { value: state.value, error: state.error, loading: state.loading, reload };
}

/** The engine's jobs, as they change; followed again when the engine comes back. */
export function useJobs(): readonly Job[] {
  const [jobs, setJobs] = useState<readonly Job[]>([]);
  const { state } = useConnection();
  useEffect(() => {
    if (state !== 'ready') return;
    const aborter = new AbortController();
    api.call('jobWatch', {}, { signal: aborter.signal, onEvent: ({ jobs: list }) => setJobs(list) }).catch(() => {});
    return () => aborter.abort();
  }, [state]);
  return jobs;
}

const PULSE_MS = 2000;

/** For each collection a string that changes as an extraction of it commits decisions, at most every two seconds. */
export function usePulse(jobs: readonly Job[]): (collection: string) => string {
  const working = jobs.find(({ state, command }) => state === 'running' && command === 'extract');
  const present = working ? `${working.id} ${working.progress?.done ?? 0}` : '';
  const [shown, setShown] = useState(present);
  const latest = useRef(present);
  latest.current = present;
  useEffect(() => {
    const timer = setInterval(() => setShown(latest.current), PULSE_MS);
    return () => clearInterval(timer);
  }, []);
  return (collection) => (working?.collection === collection ? shown : '');
}

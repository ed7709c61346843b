/** Long work of this place on one collection: begun here, or found under way when the window opened. */
import { useEffect, useRef, useState } from 'react';
import type { Job } from '../../../shared/contract';
import { type AppError, toAppError } from '../../../shared/errors';
import { api } from '../../api';

/** What the lab begins. */
const COMMANDS: readonly Job['command'][] = ['run', 'rerank', 'formulate', 'experiment'];

export interface Work {
  /** The one that is followed, while it is in the list. */
  readonly job: Job | undefined;
  /** All: one may wait for another. */
  readonly jobs: readonly Job[];
  readonly busy: boolean;
  readonly error: AppError | undefined;
  start(command: Job['command'], input: unknown): Promise<void>;
  stop(): void;
  /** What was done before a stop or a fault is not done again. */
  resume(): void;
  /** Looks no more at work that has ended. */
  dismiss(): void;
}

export function useWork(jobs: readonly Job[], collection: string, onDone: (job: Job) => void): Work {
  const [id, setId] = useState<string>();
  const [error, setError] = useState<AppError>();
  const told = useRef<string>(undefined);
  const job = jobs.find((candidate) => candidate.id === id);
  const busy = job?.state === 'running';
  const found = jobs.find(
    (one) => COMMANDS.includes(one.command) && one.collection === collection && ['running', 'paused', 'interrupted'].includes(one.state),
  )?.id;
  useEffect(() => {
    if (found !== undefined && !busy) setId(found);
  }, [found, busy]);
  const done = job?.state === 'done';
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it is done
  useEffect(() => {
    if (!done || !job || told.current === job.id) return;
    told.current = job.id;
    onDone(job);
  }, [job?.id, done]);
  const attempt = async (work: () => Promise<unknown>) => {
    setError(undefined);
    await work().catch((thrown) => setError(toAppError(thrown)));
  };
  const act = (method: 'jobCancel' | 'jobResume') => () => void (job && attempt(() => api.call(method, { id: job.id })));
  return {
    job,
    jobs,
    busy,
    error,
    start: (command, input) => attempt(async () => setId((await api.call('jobStart', { command, input })).id)),
    stop: act('jobCancel'),
    resume: act('jobResume'),
    dismiss() {
      setId(undefined);
      setError(undefined);
    },
  };
}

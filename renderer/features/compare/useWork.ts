/** Long work that this place began: the job as it stands now, and what to do when it is done. */
import { useEffect, useRef, useState } from 'react';
import type { Job } from '../../../shared/contract';
import { type AppError, toAppError } from '../../../shared/errors';
import { api } from '../../api';

export interface Work {
  /** The last one that was begun, while it is in the list. */
  readonly job: Job | undefined;
  readonly error: AppError | undefined;
  start(command: Job['command'], input: unknown): Promise<void>;
  fail(error: AppError): void;
}

export function useWork(jobs: readonly Job[], onDone: (job: Job) => void): Work {
  const [id, setId] = useState<string>();
  const [error, setError] = useState<AppError>();
  const told = useRef<string>(undefined);
  const job = jobs.find((candidate) => candidate.id === id);
  const done = job?.state === 'done';
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it is done
  useEffect(() => {
    if (!done || !job || told.current === job.id) return;
    told.current = job.id;
    onDone(job);
  }, [done]);
  return {
    job,
    error,
    async start(command, input) {
      setError(undefined);
      try {
        setId((await api.call('jobStart', { command, input })).id);
      } catch (thrown) {
        setError(toAppError(thrown));
      }
    },
    fail: setError,
  };
}

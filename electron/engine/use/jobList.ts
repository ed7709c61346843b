/** The list of jobs as it is kept in the workspace, and who looks at it. */
import type { Job } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { Store } from '../ports';

const FACT = 'jobs';
const KEPT = 50;
const CHANGE_INTERVAL_MS = 100;

export interface JobList {
  /** In the order in which they run or ran. */
  readonly all: readonly Job[];
  /** @throws NOT_FOUND */
  find(id: string): Job;
  /** Puts a job before another one, or at the end. */
  add(job: Job, before?: string): void;
  update(id: string, change: Partial<Job>): Job;
  save(): Promise<void>;
  /** Calls back now and at each change (at most ten a second) until the signal is aborted. */
  watch(onChange: (jobs: Job[]) => void, signal: AbortSignal): Promise<void>;
}

export async function openJobList(store: Store): Promise<JobList> {
  // Those that an earlier Pepita kept say nothing of what they wait for.
  const jobs: Job[] = (((await store.getFact(FACT)) as Job[] | undefined) ?? []).map((job) => ({ ...job, waits_for: null }));
  const watchers = new Set<() => void>();
  let saving: Promise<void> = Promise.resolve();
  const changed = () => {
    for (const watcher of watchers) watcher();
  };
  const find = (id: string): Job => {
    const job = jobs.find((candidate) => candidate.id === id);
    if (!job) throw new AppError('NOT_FOUND', `There is no job "${id}".`, 'List them: pepita jobs.');
    return job;
  };
  return {
    all: jobs,
    find,
    add(job, before) {
      const at = before === undefined ? -1 : jobs.findIndex(({ id }) => id === before);
      jobs.splice(at < 0 ? jobs.length : at, 0, job);
      // What still has work before it is never dropped.
      for (let old = 0; jobs.length > KEPT && old < jobs.length; )
        if (isOver(jobs[old]!)) jobs.splice(old, 1);
        else old++;
      changed();
    },
    update(id, change) {
      const job = Object.assign(find(id), change);
      changed();
      return job;
    },
    save() {
      if (store.readonly) return Promise.resolve();
      const snapshot = structuredClone(jobs);
      // A list that could not be saved once (a full disk) is tried again at the next change.
      saving = saving.catch(() => {}).then(() => store.putFact(FACT, snapshot));
      return saving;
    },
    watch(onChange, signal) {
      return new Promise((resolve) => {
        let timer: NodeJS.Timeout | undefined;
        let lastSent = 0;
        const send = () => {
          timer = undefined;
          lastSent = Date.now();
          onChange(structuredClone(jobs));
        };
        const watcher = () => {
          timer ??= setTimeout(send, Math.max(0, CHANGE_INTERVAL_MS - (Date.now() - lastSent)));
        };
        const stop = () => {
          clearTimeout(timer);
          watchers.delete(watcher);
          resolve();
        };
        if (signal.aborted) return resolve();
        watchers.add(watcher);
        signal.addEventListener('abort', stop, { once: true });
        send();
      });
    },
  };
}

const isOver = ({ state }: Job): boolean => state === 'done' || state === 'failed' || state === 'cancelled';

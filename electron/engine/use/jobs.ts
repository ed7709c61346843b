/**
 * Long work that outlives the call and the window that began it. One job runs at
 * a time, in the order given (they share the processor and the one writer). The list is kept in
 * the workspace: after a crash of the engine, what ran is taken up again, and what was
 * committed is not done twice.
 */
import { randomUUID } from 'node:crypto';
import { contract, type Job, type JobCommand, type ParsedInput } from '../../../shared/contract';
import type { Progress } from '../../../shared/domain';
import { AppError, toAppError } from '../../../shared/errors';
import type { Clock, Store } from '../ports';

type Command = (typeof JobCommand.options)[number];
export type JobRunner = <C extends Command>(
  command: C,
  input: ParsedInput<C>,
  options: { signal: AbortSignal; emit: (progress: Progress) => void },
) => Promise<unknown>;

const FACT = 'jobs';
const KEPT = 50;
/** A job that took the engine down this often is left alone. */
const MAX_RESUMED = 3;
const CHANGE_INTERVAL_MS = 100;

export interface Jobs {
  start(command: Command, input: unknown): Promise<Job>;
  cancel(id: string): Promise<Job>;
  resume(id: string): Promise<Job>;
  /** Calls back now and at each change (at most ten a second) until the signal is aborted. */
  watch(onChange: (jobs: Job[]) => void, signal: AbortSignal): Promise<void>;
  /** Cancels what runs and waits for it; it is marked as interrupted, to be taken up next time. */
  close(): Promise<void>;
}

export async function openJobs(store: Store, clock: Clock, run: JobRunner): Promise<Jobs> {
  const jobs: Job[] = ((await store.getFact(FACT)) as Job[] | undefined) ?? [];
  const watchers = new Set<() => void>();
  const waiting: string[] = [];
  let active: { id: string; aborter: AbortController; done: Promise<void> } | undefined;
  let closing = false;
  let saving: Promise<void> = Promise.resolve();

  const now = () => clock.now().toISOString();
  const changed = () => {
    for (const watcher of watchers) watcher();
  };
  const save = () => {
    if (store.readonly) return Promise.resolve();
    const snapshot = structuredClone(jobs.slice(-KEPT));
    saving = saving.then(() => store.putFact(FACT, snapshot));
    return saving;
  };
  const find = (id: string): Job => {
    const job = jobs.find((candidate) => candidate.id === id);
    if (!job) throw new AppError('NOT_FOUND', `There is no job "${id}".`);
    return job;
  };
  const update = (id: string, change: Partial<Job>): Job => {
    const job = Object.assign(find(id), change);
    changed();
    return job;
  };

  function next(): void {
    if (active || closing) return;
    const id = waiting.shift();
    if (id === undefined) return;
    const aborter = new AbortController();
    active = { id, aborter, done: runJob(id, aborter.signal) };
  }

  async function runJob(id: string, signal: AbortSignal): Promise<void> {
    const { command, input } = find(id);
    try {
      const parsed = contract[command].input.parse(input) as ParsedInput<Command>;
      const result = await run(command, parsed as never, { signal, emit: (progress) => update(id, { progress }) });
      update(id, { state: 'done', result, error: null, ended_at: now() });
    } catch (thrown) {
      const error = toAppError(thrown);
      const state = error.code !== 'CANCELLED' ? 'failed' : closing ? 'interrupted' : 'cancelled';
      update(id, { state, error: state === 'failed' ? error.toShape() : null, ended_at: now() });
    }
    active = undefined;
    // A list that can't be saved (a full disk) must not stop the next job.
    await save().catch(() => {});
    next();
  }

  const enqueue = async (job: Job): Promise<Job> => {
    waiting.push(job.id);
    await save();
    changed();
    next();
    return structuredClone(job);
  };

  const again = (job: Job): Promise<Job> =>
    enqueue(
      Object.assign(job, { state: 'running', error: null, progress: null, ended_at: '', resumed: job.resumed + 1 } satisfies Partial<Job>),
    );

  if (!store.readonly) {
    for (const job of jobs) {
      if (job.state !== 'running' && job.state !== 'interrupted') continue;
      if (job.resumed < MAX_RESUMED) await again(job);
      else
        Object.assign(job, {
          state: 'failed',
          error: new AppError(
            'INTERNAL',
            `The engine went away ${MAX_RESUMED} times during this job.`,
            'Look at the log, then start it again by hand.',
          ).toShape(),
        });
    }
  }

  return {
    async start(command, input) {
      const parsed = contract[command].input.safeParse(input);
      if (!parsed.success) {
        throw new AppError(
          'USAGE',
          `${command}: ${parsed.error.issues.map((i) => `${i.path.map(String).join('.')}: ${i.message}`).join('; ')}`,
        );
      }
      const job: Job = {
        id: randomUUID(),
        command,
        input: parsed.data,
        collection: parsed.data.collection,
        state: 'running',
        progress: null,
        result: null,
        error: null,
        started_at: now(),
        ended_at: '',
        resumed: 0,
      };
      jobs.push(job);
      if (jobs.length > KEPT) jobs.splice(0, jobs.length - KEPT);
      return enqueue(job);
    },
    async cancel(id) {
      const job = find(id);
      if (active?.id === id) {
        active.aborter.abort();
        await active.done;
      } else if (waiting.includes(id)) {
        waiting.splice(waiting.indexOf(id), 1);
        update(id, { state: 'cancelled', ended_at: now() });
        await save();
      }
      return structuredClone(job);
    },
    async resume(id) {
      const job = find(id);
      if (job.state === 'running') return structuredClone(job);
      return again(Object.assign(job, { resumed: 0 }));
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
    async close() {
      closing = true;
      active?.aborter.abort();
      await active?.done;
      await save().catch(() => {});
    },
  };
}

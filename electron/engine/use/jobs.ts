/**
 * Long work that outlives the call and the window that began it. One job runs at
 * a time, in the order given (they share the processor and the one writer). The list is kept in
 * the workspace: after a crash of the engine, what ran is taken up again, and what was
 * committed is not done twice. A job that was paused stays so.
 */
import { randomUUID } from 'node:crypto';
import { contract, type ExtractInput, type Job, type JobCommand, type ParsedInput } from '../../../shared/contract';
import type { Progress } from '../../../shared/domain';
import { AppError, toAppError } from '../../../shared/errors';
import { parseExperiment } from '../experiment/parseExperiment';
import type { Clock, Store } from '../ports';
import { createRequests, type DocumentRequests } from './documentQueue';
import { type JobList, openJobList } from './jobList';

type Command = (typeof JobCommand.options)[number];
export interface JobOptions {
  readonly signal: AbortSignal;
  readonly emit: (progress: Progress) => void;
  readonly requests: DocumentRequests;
  /** Told when the job begins and ends to wait for a hint. */
  readonly onWait: (waits: boolean) => void;
}

export type JobRunner = <C extends Command>(command: C, input: ParsedInput<C>, options: JobOptions) => Promise<unknown>;

/** A job that took the engine down this often is left alone. */
const MAX_RESUMED = 3;

export interface Jobs extends Pick<JobList, 'watch'> {
  start(command: Command, input: unknown): Promise<Job>;
  /** One document before all that waits: next in an extraction of its collection that runs, else in a job of its own. */
  now(request: ParsedInput<'extractNow'>): Promise<Job>;
  pause(id: string): Promise<Job>;
  cancel(id: string): Promise<Job>;
  resume(id: string): Promise<Job>;
  /** Cancels what runs and waits for it; it is marked as interrupted, to be taken up next time. */
  close(): Promise<void>;
}

interface Active {
  readonly id: string;
  readonly aborter: AbortController;
  readonly requests: DocumentRequests;
  done: Promise<void>;
  /** What becomes of the job when it ends by a cancel. */
  end: 'cancelled' | 'paused' | 'interrupted';
}

/** @param takeUp whether jobs that were interrupted run again at once; without it they wait until they are resumed */
export async function openJobs(store: Store, clock: Clock, run: JobRunner, takeUp = true): Promise<Jobs> {
  const list = await openJobList(store);
  const waiting: string[] = [];
  let active: Active | undefined;
  let closing = false;

  const now = () => clock.now().toISOString();
  const copy = (id: string): Job => structuredClone(list.find(id));

  function next(): void {
    if (active || closing) return;
    const id = waiting.shift();
    if (id === undefined) return;
    list.update(id, { waits_for: null });
    active = { id, aborter: new AbortController(), requests: createRequests(), done: Promise.resolve(), end: 'cancelled' };
    active.done = runJob(active);
  }

  async function runJob(mine: Active): Promise<void> {
    const { id, aborter, requests } = mine;
    const { command, input } = list.find(id);
    const emit = (progress: Progress) => active === mine && list.update(id, { progress });
    const onWait = (waits: boolean) => active === mine && list.update(id, { waits_for: waits ? 'hint' : null });
    try {
      const parsed = contract[command].input.parse(input) as ParsedInput<Command>;
      const result = await run(command, parsed as never, { signal: aborter.signal, emit, requests, onWait });
      list.update(id, { state: 'done', result, error: null, ended_at: now() });
    } catch (thrown) {
      const error = toAppError(thrown);
      const state = error.code === 'CANCELLED' ? mine.end : 'failed';
      list.update(id, { state, error: state === 'failed' ? error.toShape() : null, ended_at: now() });
    }
    active = undefined;
    // What was asked for too late to be taken still comes next.
    for (let left = requests.take(); left; left = requests.take()) addFirst(extractJob({ ...(input as ExtractInput), ...left }));
    // A list that can't be saved (a full disk) must not stop the next job.
    await list.save().catch(() => {});
    next();
  }

  /** Of a job that comes last. */
  const waitsFor = () => (active || waiting.length > 0 ? 'job' : null);

  const newJob = (command: Command, input: ParsedInput<Command>): Job => ({
    id: randomUUID(),
    command,
    input,
    collection: collectionOf(input),
    state: 'running',
    waits_for: waitsFor(),
    progress: null,
    result: null,
    error: null,
    started_at: now(),
    ended_at: '',
    resumed: 0,
  });
  const extractJob = ({ doc_id, ...choice }: ParsedInput<'extractNow'>): Job => {
    const { limit: _, ...input } = contract.extract.input.parse(choice);
    return newJob('extract', { ...input, docs: [doc_id] });
  };
  function addFirst(job: Job): void {
    list.add(job, waiting[0]);
    waiting.unshift(job.id);
  }

  /** Where only the extractor is named, or nothing, the rest is as its collection was last extracted. */
  function asLast(request: ParsedInput<'extractNow'>): ParsedInput<'extractNow'> {
    const { collection, extractor, doc_id, again } = request;
    if (choiceOf(request) !== choiceOf({ extractor })) return request;
    const last = list.all.findLast(
      (job) =>
        job.command === 'extract' &&
        job.collection === collection &&
        (extractor === undefined || extractorOf(job.input as ExtractInput) === extractor),
    );
    return last ? { ...(last.input as ExtractInput), doc_id, again } : request;
  }

  const begin = async (id: string): Promise<Job> => {
    await list.save();
    next();
    return copy(id);
  };

  const again = (job: Job): Promise<Job> => {
    list.update(job.id, { state: 'running', waits_for: waitsFor(), error: null, progress: null, ended_at: '', resumed: job.resumed + 1 });
    waiting.push(job.id);
    return begin(job.id);
  };

  /** Ends a job that runs or waits; one that is over stays as it is. */
  async function end(id: string, state: 'cancelled' | 'paused'): Promise<Job> {
    const job = list.find(id);
    if (active?.id === id) {
      active.end = state;
      active.aborter.abort();
      await active.done;
    } else if (waiting.includes(id) || job.state === 'paused' || job.state === 'interrupted') {
      if (waiting.includes(id)) waiting.splice(waiting.indexOf(id), 1);
      list.update(id, { state, waits_for: null, ended_at: now() });
      await list.save();
    }
    return copy(id);
  }

  if (!store.readonly) {
    for (const job of [...list.all]) {
      if (job.state !== 'running' && job.state !== 'interrupted') continue;
      if (!takeUp) list.update(job.id, { state: 'interrupted', waits_for: null });
      else if (job.resumed < MAX_RESUMED) await again(job);
      else list.update(job.id, { state: 'failed', error: wentAway() });
    }
  }

  return {
    watch: list.watch,
    async start(command, input) {
      const parsed = contract[command].input.safeParse(input);
      if (!parsed.success) {
        throw new AppError(
          'USAGE',
          `${command}: ${parsed.error.issues.map((i) => `${i.path.map(String).join('.')}: ${i.message}`).join('; ')}`,
        );
      }
      const job = newJob(command, parsed.data);
      list.add(job);
      waiting.push(job.id);
      return begin(job.id);
    },
    async now(asked) {
      const request = asLast(asked);
      const running = active && list.find(active.id);
      if (active && running?.command === 'extract' && running.collection === asked.collection && !active.aborter.signal.aborted) {
        if (choiceOf(asked) === choiceOf({}) || choiceOf(running.input as ExtractInput) === choiceOf(request)) {
          active.requests.push({ doc_id: asked.doc_id, again: asked.again });
          return copy(running.id);
        }
      }
      const job = extractJob(request);
      addFirst(job);
      return begin(job.id);
    },
    pause: (id) => end(id, 'paused'),
    cancel: (id) => end(id, 'cancelled'),
    async resume(id) {
      const job = list.find(id);
      if (job.state === 'running') return copy(id);
      return again(list.update(id, { resumed: 0 }));
    },
    async close() {
      closing = true;
      if (active) {
        active.end = 'interrupted';
        active.aborter.abort();
        await active.done;
      }
      await list.save().catch(() => {});
    },
  };
}

/** @throws BAD_INPUT where an experiment's file has faults */
const collectionOf = (input: ParsedInput<Command>): string =>
  'source' in input ? parseExperiment(input.source, input.file).collection : input.collection;

const extractorOf = ({ extractor, endpoint, model }: Partial<ExtractInput>): ExtractInput['extractor'] =>
  extractor ?? (endpoint ? 'remote' : model ? 'llama' : 'extractive');

/** How documents are to be extracted, whichever they are. */
function choiceOf(input: object): string {
  const {
    collection: _,
    doc_id: __,
    docs: ___,
    limit: ____,
    again: _____,
    ...choice
  } = input as Partial<ExtractInput> & { doc_id?: string };
  return JSON.stringify(
    Object.entries(choice)
      .filter(([, value]) => value !== undefined)
      .sort(),
  );
}

const wentAway = () =>
  new AppError(
    'INTERNAL',
    `The engine went away ${MAX_RESUMED} times during this job.`,
    'Look at the log, then start it again by hand.',
  ).toShape();

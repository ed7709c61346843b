/** Work that outlives the call that began it. */
import { z } from 'zod';
import { Progress } from '../domain';
import { AppErrorShape } from '../errors';
import { call, DocId, NoEvent, Nothing } from './call';
import { ExtractInput } from './extraction';

export const JobCommand = z.enum(['import', 'extract', 'index', 'run', 'rerank', 'formulate', 'experiment', 'approximate']);

export const JobState = z.enum(['running', 'paused', 'done', 'failed', 'cancelled', 'interrupted']);

/** Work that outlives the call (and the window) that began it. */
export const Job = z.object({
  id: z.string(),
  command: JobCommand,
  input: z.unknown(),
  collection: z.string(),
  state: JobState,
  /** What a running job waits for: another job that is before it, or a hint that is being asked of the model that it needs. */
  waits_for: z.enum(['job', 'hint']).nullable(),
  progress: Progress.nullable(),
  result: z.unknown(),
  error: AppErrorShape.nullable(),
  started_at: z.string(),
  ended_at: z.string(),
  /** How often it was taken up again after the engine went away. */
  resumed: z.int(),
});
export type Job = z.infer<typeof Job>;

export const jobsCalls = {
  jobStart: call('write', z.object({ command: JobCommand, input: z.unknown() }), Job, NoEvent),
  /** Ends a job that runs or waits, to be resumed by hand: it stays paused when the program is closed. What is committed is kept. */
  jobPause: call('write', z.object({ id: z.string() }), Job, NoEvent),
  jobCancel: call('write', z.object({ id: z.string() }), Job, NoEvent),
  /** Takes up a paused, cancelled, failed or interrupted job again; what is done is not done again. */
  jobResume: call('write', z.object({ id: z.string() }), Job, NoEvent),
  /**
   * One document before all that waits: next in an extraction of its collection that runs, else as a job of its own.
   * Without an extractor, as its collection was last extracted.
   */
  extractNow: call('write', ExtractInput.omit({ docs: true, limit: true }).extend({ doc_id: DocId }), Job, NoEvent),
  /** Sends the list of jobs at once and at each change, until it is cancelled. */
  jobWatch: call('read', Nothing, Nothing, z.object({ jobs: z.array(Job) })),
} as const;

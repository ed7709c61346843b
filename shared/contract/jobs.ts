/** Work that outlives the call that began it. */
import { z } from 'zod';
import { Progress } from '../domain';
import { AppErrorShape } from '../errors';
import { call, NoEvent, Nothing } from './call';

export const JobCommand = z.enum(['import', 'extract', 'index']);

export const JobState = z.enum(['running', 'done', 'failed', 'cancelled', 'interrupted']);

/** Work that outlives the call (and the window) that began it. */
export const Job = z.object({
  id: z.string(),
  command: JobCommand,
  input: z.unknown(),
  collection: z.string(),
  state: JobState,
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
  jobCancel: call('write', z.object({ id: z.string() }), Job, NoEvent),
  /** Takes up a cancelled, failed or interrupted job again; what is done is not done again. */
  jobResume: call('write', z.object({ id: z.string() }), Job, NoEvent),
  /** Sends the list of jobs at once and at each change, until it is cancelled. */
  jobWatch: call('read', Nothing, Nothing, z.object({ jobs: z.array(Job) })),
} as const;

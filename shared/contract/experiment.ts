/** An experiment file → runs, a table and a report. */
import { z } from 'zod';
import { Progress } from '../domain';
import { CollectionId, call } from './call';
import { CompareRunsOutput } from './evaluation';

export const ExperimentInput = z.object({
  /** The file's content, YAML. */
  source: z.string().min(1).max(1_000_000),
  /** Its name, for messages. */
  file: z.string().default('experiment'),
  /** Folder of the outcome; without it, a folder in the workspace. Runs that lie there and are still true are not made again. */
  out: z.string().min(1).optional(),
});

export const ExperimentOutput = z.object({
  name: z.string(),
  collection: CollectionId,
  /** What the runs were made of; `sha256` changes with any document, nugget, summary, query or judgment. */
  data: z.object({
    documents: z.int(),
    nuggets: z.int(),
    queries: z.int(),
    judgments: z.int(),
    sha256: z.string(),
  }),
  runs: z.array(
    z.object({
      name: z.string(),
      /** Over everything that the ranking depends on, the collection's state included; not the name. */
      config_sha256: z.string(),
      run_file: z.string(),
      means: z.record(z.string(), z.number()),
      /** It lay there from before. */
      reused: z.boolean(),
    }),
  ),
  comparison: CompareRunsOutput,
  /** What to know before trusting it. */
  warnings: z.array(z.string()).default([]),
  dir: z.string(),
  report: z.string(),
  seconds: z.number(),
});
export type ExperimentOutput = z.infer<typeof ExperimentOutput>;

/** A fault of an experiment file; lines and columns count from 1. */
export const ExperimentFault = z.object({ line: z.int(), column: z.int(), message: z.string() });
export type ExperimentFault = z.infer<typeof ExperimentFault>;

/** An outcome that lies in the workspace. */
export const ExperimentHead = z.object({
  id: z.string(),
  name: z.string(),
  collection: z.string(),
  made_at: z.string(),
  runs: z.int(),
  /** Where the file that made it lies. */
  file: z.string(),
});
export type ExperimentHead = z.infer<typeof ExperimentHead>;

export const experimentCalls = {
  experiment: call('read', ExperimentInput, ExperimentOutput, Progress),
  /** What a file would do, or what is wrong with it; nothing is run. */
  checkExperiment: call(
    'read',
    z.object({ source: z.string().max(1_000_000) }),
    z.object({
      faults: z.array(ExperimentFault),
      /** '' and none where there are faults. */
      name: z.string(),
      collection: z.string(),
      runs: z.array(z.string()),
    }),
    z.never(),
  ),
  experiments: call('read', z.object({}), z.object({ experiments: z.array(ExperimentHead) }), z.never()),
  /** Runs, tables and report go; the file that made them stays, and makes them again. @throws NOT_FOUND */
  removeExperiment: call('write', z.object({ id: z.string() }), ExperimentHead, z.never()),
  /** The outcome with the file that made it. */
  showExperiment: call(
    'read',
    z.object({ id: z.string() }),
    z.object({ source: z.string(), outcome: ExperimentOutput, page: z.string() }),
    z.never(),
  ),
} as const;

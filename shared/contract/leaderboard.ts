/** Figures in the JUÁ leaderboard's form: written, and read beside ours. */
import { z } from 'zod';
import { CollectionId, call, NoEvent } from './call';
import { EvaluateOutput } from './evaluation';

const Judged = z.object({ qrels: z.string().optional(), collection: CollectionId.optional() });

export const LeaderboardRow = z.object({
  task: z.string(),
  model: z.string(),
  /** Of the leaderboard: retrieval, reranker, or ''. */
  kind: z.string(),
  ours: z.boolean(),
  /** Measure → figure, of those that were asked for. */
  figures: z.record(z.string(), z.number()),
});

export const ReadLeaderboardOutput = z.object({
  measures: z.array(z.string()),
  /** By task, the best first by the first measure. */
  rows: z.array(LeaderboardRow),
  rejected: z.array(z.object({ file: z.string(), reason: z.string() })),
});
export type ReadLeaderboardOutput = z.infer<typeof ReadLeaderboardOutput>;

export const WriteLeaderboardOutput = EvaluateOutput.pick({ queries: true, missing: true, ignored: true, unknown: true }).extend({
  model: z.string(),
  task: z.string(),
  overall_score: z.number(),
  files: z.array(z.string()),
  warnings: z.array(z.string()),
});
export type WriteLeaderboardOutput = z.infer<typeof WriteLeaderboardOutput>;

export const leaderboardCalls = {
  writeLeaderboard: call(
    'read',
    Judged.extend({
      run: z.string().min(1),
      /** As the leaderboard names it, e.g. JurisTCURetrieval. */
      task: z.string().regex(/^[A-Za-z0-9][\w.-]{0,79}$/, 'letters, digits and . _ -'),
      /** What the model is called there; without it the run's name. */
      model: z.string().min(1).max(120).optional(),
      kind: z.enum(['retrieval', 'reranker']).default('retrieval'),
      provider: z.string().optional(),
      url: z.string().optional(),
      description: z.string().optional(),
      /** The folder of the leaderboard: a folder for the model is made in it. */
      out: z.string().min(1),
    }),
    WriteLeaderboardOutput,
    NoEvent,
  ),
  readLeaderboard: call(
    'read',
    Judged.extend({
      /** The leaderboard's folder, a model's folder, or one file. */
      path: z.string().min(1),
      task: z.string().optional(),
      measures: z.array(z.string()).min(1).default(['ndcg@10', 'map@10', 'mrr@10']),
      /** Runs of ours to stand beside. */
      runs: z.array(z.string().min(1)).default([]),
    }),
    ReadLeaderboardOutput,
    NoEvent,
  ),
} as const;

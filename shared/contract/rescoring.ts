/** The rules by which a kept run can be ranked anew, from what it retrieved. */
import { z } from 'zod';
import { Aggregate, Fusion, Normalisation } from '../domain';

/** What is left out stays as the run was made. */
export const Rescoring = z.object({
  /** For each part of the run, in order. */
  parts: z.array(z.object({ aggregate: Aggregate.optional(), weight: z.number().min(0).max(1000).optional() })).optional(),
  fusion: Fusion.optional(),
  normalisation: Normalisation.optional(),
  rrf_k: z.number().min(0).max(10_000).optional(),
});
export type Rescoring = z.infer<typeof Rescoring>;

/** A run that the workspace keeps, as it was made or by other rules. */
export const KeptRun = z.object({
  run_id: z.string(),
  /** What it goes by in the answer; without it, the run's own name. */
  name: z.string().min(1).optional(),
  change: Rescoring.optional(),
});
export type KeptRun = z.infer<typeof KeptRun>;

/** A table of a paper as a file: its data sets, its rankings, and its figures, so that ours can stand beside them. */
import { z } from 'zod';
import { Convention } from './contract/evaluation';
import { Lang } from './domain';
import { ExperimentRun } from './experiment';

/** By which a trial's sample is drawn, where none is named. */
export const SAMPLE_SEED = 7;

const Id = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'small letters, digits and hyphens');

export const PresetDataset = z.strictObject({
  id: Id,
  title: z.string(),
  /** Of the workspace. */
  collection: z.string().min(1).max(120),
  /** Names that its folder may have; small and capital letters, hyphens and underscores are one. */
  folders: z.array(z.string()).min(1),
  /** What the folder holds, for the reader. */
  files: z.string(),
  lang: Lang,
  /** How nuggets are drawn from it. */
  profile: z.string(),
  /** On what the published figures were measured, and where that is said. */
  documents: z.int().min(1),
  queries: z.int().min(1),
  counted: z.string(),
});
export type PresetDataset = z.infer<typeof PresetDataset>;

const PresetRow = z.strictObject({
  dataset: Id,
  /** The ranking of ours that stands for it; without one it has only the published figures. */
  run: z.string().optional(),
  /** What the row is called where no run names it. */
  label: z.string().optional(),
  /** The published row's embedding model. */
  model: z.string().optional(),
  published: z.record(z.string(), z.number().min(0).max(1)),
});
export type PresetRow = z.infer<typeof PresetRow>;

export const PresetFile = z
  .strictObject({
    version: z.literal(1),
    id: Id,
    title: z.string(),
    /** Paper, table. */
    source: z.string(),
    convention: Convention,
    measures: z.array(z.string()).min(1),
    /** What the paper used. */
    models: z.strictObject({ nuggets: z.string().optional(), summaries: z.string().optional(), vectors: z.array(z.string()).min(1) }),
    /** What can't be the same here, a sentence each. */
    differs: z.array(z.string()),
    datasets: z.array(PresetDataset).min(1),
    runs: z.array(ExperimentRun).min(1),
    rows: z.array(PresetRow),
  })
  .superRefine(({ datasets, runs, rows }, context) => {
    for (const [i, run] of runs.entries())
      if (run.name === undefined || run.encoder !== undefined)
        context.addIssue({
          code: 'custom',
          path: ['runs', i],
          message: 'a run has a name, and no encoder: that is chosen when it is made',
        });
    for (const [i, row] of rows.entries()) {
      if (!datasets.some(({ id }) => id === row.dataset))
        context.addIssue({ code: 'custom', path: ['rows', i, 'dataset'], message: `there is no data set "${row.dataset}"` });
      if (row.run === undefined ? row.label === undefined : !runs.some(({ name }) => name === row.run))
        context.addIssue({ code: 'custom', path: ['rows', i, 'run'], message: `there is no run "${row.run}"` });
    }
  });
export type PresetFile = z.infer<typeof PresetFile>;

/** Tables of papers, made again beside the published figures. */
import { z } from 'zod';
import { ExtractorId, Progress } from '../domain';
import { EndpointName } from '../endpoints';
import { SAMPLE_SEED } from '../presets';
import { call, NoEvent } from './call';

export const PresetHead = z.object({
  id: z.string(),
  title: z.string(),
  source: z.string(),
  measures: z.array(z.string()),
  convention: z.string(),
  models: z.object({ nuggets: z.string().optional(), summaries: z.string().optional(), vectors: z.array(z.string()) }),
  differs: z.array(z.string()),
  datasets: z.array(
    z.object({ id: z.string(), title: z.string(), folder: z.string(), files: z.string(), documents: z.int(), queries: z.int() }),
  ),
  runs: z.array(z.string()),
});

const Figures = z.record(z.string(), z.number());

export const PresetDatasetState = z.object({
  id: z.string(),
  title: z.string(),
  /**
   * `full`: as many documents and judged queries as the figures were measured on; `partial`: fewer documents; `other`: else.
   * `sample`: a part of it, drawn for a trial. `missing`: not at hand; `failed`: its files could not be used, as the note says.
   */
  state: z.enum(['full', 'partial', 'other', 'sample', 'missing', 'failed']),
  /** Where its files lie, or should. */
  path: z.string(),
  note: z.string(),
  documents: z.int(),
  queries: z.int(),
  rejected: z.int(),
  unjoined: z.int(),
  seconds: z.number(),
});
export type PresetDatasetState = z.infer<typeof PresetDatasetState>;

export const PresetTableRow = z.object({
  dataset: z.string(),
  approach: z.string(),
  /** The published row's embedding model; '' where there is no such row, or it has none. */
  published_model: z.string(),
  /** Ours; '' for a ranking without one, or where it was not made. */
  encoder: z.string(),
  ours: Figures,
  published: Figures,
  /** Ours − published; none where the collections are not the same. */
  difference: Figures,
  note: z.string(),
});
export type PresetTableRow = z.infer<typeof PresetTableRow>;

/** Rankings that were left out, each with the reason: a row of the table is never dropped in silence. */
export const PresetNotRun = z.object({
  dataset: z.string(),
  runs: z.array(z.string()),
  why: z.string(),
  /** What would make them. */
  command: z.string(),
});
export type PresetNotRun = z.infer<typeof PresetNotRun>;

export const PresetOutput = z.object({
  id: z.string(),
  source: z.string(),
  convention: z.string(),
  measures: z.array(z.string()),
  rows: z.array(PresetTableRow),
  datasets: z.array(PresetDatasetState),
  not_run: z.array(PresetNotRun),
  /** Judged queries of each data set that a trial takes, and how they were drawn; null for the whole. */
  sample: z.object({ queries: z.int(), seed: z.int() }).nullable(),
  /** Who made nuggets, summaries and issues, and who ranked anew, with their models; '' where nothing of it was needed. */
  extractor: z.string(),
  /** The tables: table.md, table.csv, preset.json. */
  dir: z.string(),
  seconds: z.number(),
  warnings: z.array(z.string()),
});
export type PresetOutput = z.infer<typeof PresetOutput>;

export const PresetInput = z.object({
  id: z.string().min(1),
  /** The folder that holds the data sets' folders. */
  data: z.string().min(1),
  out: z.string().min(1),
  /** `ID`, or `PUBLISHED=ID` where ours stands for one of the paper's models; without any, the default encoder. */
  encoders: z.array(z.string().min(1)).max(20).default([]),
  extractor: ExtractorId.optional(),
  model: z.string().optional(),
  /** Both are the extractor's, and write the issues and rank anew; beside the extractive extractor they do these two alone. */
  endpoint: EndpointName.optional(),
  /** Who writes the issues of the queries; without it the model or endpoint, and without those nobody. */
  formulator: ExtractorId.optional(),
  /** A trial: so many judged queries of each data set, their relevant documents, and some others. */
  sample: z.int().min(1).max(100_000).optional(),
  seed: z.int().min(0).max(1_000_000).default(SAMPLE_SEED),
  /** Only these data sets, only these rankings. */
  datasets: z.array(z.string()).optional(),
  runs: z.array(z.string()).optional(),
});

export const presetCalls = {
  presets: call('read', z.object({}), z.object({ presets: z.array(PresetHead) }), NoEvent),
  preset: call('write', PresetInput, PresetOutput, Progress),
} as const;

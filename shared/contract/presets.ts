/** Tables of papers, made again beside the published figures. */
import { z } from 'zod';
import { ExtractorId, Progress } from '../domain';
import { EndpointName } from '../endpoints';
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
   * `missing`: not at hand; `failed`: its files could not be used, as the note says.
   */
  state: z.enum(['full', 'partial', 'other', 'missing', 'failed']),
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

export const PresetOutput = z.object({
  id: z.string(),
  source: z.string(),
  convention: z.string(),
  measures: z.array(z.string()),
  rows: z.array(PresetTableRow),
  datasets: z.array(PresetDatasetState),
  /** Who made the nuggets and summaries, with their model; '' where none were needed. */
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
  endpoint: EndpointName.optional(),
  /** Only these data sets, only these rankings. */
  datasets: z.array(z.string()).optional(),
  runs: z.array(z.string()).optional(),
});

export const presetCalls = {
  presets: call('read', z.object({}), z.object({ presets: z.array(PresetHead) }), NoEvent),
  preset: call('write', PresetInput, PresetOutput, Progress),
} as const;

/** One data set of a preset, from its files to the means of its rankings. Every step goes on where an earlier call stopped. */
import { join } from 'node:path';
import type { ExtractOutput, ParsedInput, PresetDatasetState } from '../../../shared/contract';
import type { Progress } from '../../../shared/domain';
import type { PresetDataset, PresetFile } from '../../../shared/presets';
import { experimentOf, leaveOut, type PresetPlan, readsUnit } from '../experiment/presetPlan';
import { sampleState, stateOf } from '../experiment/presetState';
import type { DatasetOutcome } from '../experiment/presetTable';
import type { Emit, EngineContext } from './context';
import { extractDocuments } from './extractDocuments';
import { importFiles } from './importFiles';
import { indexCollection } from './indexCollection';
import { judgmentsOf } from './judgments';
import { presetIssues } from './presetIssues';
import { runExperiment } from './runExperiment';
import { isIn, type SampledSources, sampleSources } from './sampleSources';

export interface PresetOptions {
  readonly signal?: AbortSignal;
  readonly emit: Emit<Progress>;
}

/** The call, with where this data set lies, where its outcome goes, and how its collection is told from that of the whole. */
export type DatasetInput = ParsedInput<'preset'> & { readonly path: string; readonly dir: string; readonly suffix: string };

export type MadeDataset = DatasetOutcome & {
  /** Who made what, for the page. */
  readonly makers: string;
  readonly warnings: readonly string[];
};

export async function makeDataset(
  context: EngineContext,
  preset: PresetFile,
  dataset: PresetDataset,
  whole: PresetPlan,
  input: DatasetInput,
  options: PresetOptions,
): Promise<MadeDataset> {
  const started = performance.now();
  const collection = `${dataset.collection}${input.suffix}`;
  const warnings: string[] = [];
  const { read, sample } = await importDataset(context, dataset, collection, input, options, warnings);
  const makers: string[] = [];
  const drawn = await drawOut(context, dataset, collection, whole, input, options, { makers, warnings });
  const { plan, key } = await presetIssues(context, collection, drawn.plan, input, options, makers);
  if (plan.runs.some(({ run }) => run.rerank)) makers.push(`ranked again by ${input.model ?? input.endpoint ?? 'the only model'}`);
  if (plan.dense.length > 0)
    for (const encoder of new Set(plan.runs.flatMap((run) => run.encoder?.id ?? [])))
      await indexCollection(context, { collection, encoder, units: [...plan.dense] }, options);

  const by = {
    collection,
    extractor: drawn.nuggetsBy,
    formulation: key,
    chat: { model: input.model, endpoint: input.endpoint },
  };
  const outcome =
    plan.runs.length === 0
      ? undefined
      : await runExperiment(
          context,
          {
            source: JSON.stringify(experimentOf(preset, dataset, plan, by), null, 2),
            file: preset.id,
            out: join(input.dir, dataset.id),
          },
          options,
        );
  if (outcome) warnings.push(...someOf(outcome.warnings, join(input.dir, dataset.id, 'outcome.json')));
  const counts = await countsOf(context, collection);
  return {
    state: {
      ...(sample ? sampleState(dataset, counts, sample.of) : stateOf(dataset, counts)),
      path: input.path,
      rejected: read.rejected.length,
      unjoined: read.unjoined.length,
      seconds: (performance.now() - started) / 1000,
    } satisfies PresetDatasetState,
    means: new Map(plan.runs.map(({ name }, i) => [name, outcome!.runs[i]!.means])),
    leftOut: plan.leftOut,
    makers: makers.join(', '),
    warnings,
  };
}

async function countsOf({ store }: EngineContext, collection: string): Promise<{ documents: number; queries: number }> {
  const { heads } = await store.documentHeads({ collection });
  return { documents: heads.length, queries: new Set((await judgmentsOf(store, collection)).map(({ query_id }) => query_id)).size };
}

async function importDataset(
  context: EngineContext,
  { lang }: PresetDataset,
  collection: string,
  { path, sample: queries, seed }: DatasetInput,
  options: PresetOptions,
  warnings: string[],
) {
  const sample: SampledSources | undefined =
    queries === undefined ? undefined : await sampleSources(path, { queries, seed }, options.signal);
  const how = { ...options, ...(sample && { keep: isIn(sample) }) };
  const read = await importFiles(context, { collection, paths: [path], format: 'auto', lang }, how);
  if (read.rejected.length > 0) {
    const { file, row, reason } = read.rejected[0]!;
    warnings.push(`${read.rejected.length} rows were refused, the first: ${file}${row === null ? '' : `, row ${row}`}: ${reason}`);
  }
  if (read.unjoined.length > 0)
    warnings.push(`${read.unjoined.length} judged ids are not there, the first: ${read.unjoined[0]!.kind} ${read.unjoined[0]!.id}`);
  warnings.push(...read.notes.map(({ file, text }) => `${file}: ${text}`));
  return { read, sample };
}

/** Nuggets and summaries. Where nothing was drawn out, the rankings of it are left out. */
async function drawOut(
  context: EngineContext,
  { profile }: PresetDataset,
  collection: string,
  whole: PresetPlan,
  { extractor, model, endpoint }: DatasetInput,
  options: PresetOptions,
  { makers, warnings }: { makers: string[]; warnings: string[] },
): Promise<{ plan: PresetPlan; nuggetsBy: string }> {
  let plan = whole;
  let nuggetsBy = '';
  // Beside the rules a model writes issues and ranks again, and draws nothing out.
  const chat = extractor === 'extractive' ? {} : { model, endpoint };
  const how = { collection, again: false, extractor, ...chat };
  const tell = (what: string, out: ExtractOutput) => {
    makers.push(`${what} by ${[out.extractor, chat.model ?? chat.endpoint].filter(Boolean).join(' ')}`);
    if (out.failed.length > 0)
      warnings.push(`${out.failed.length} documents could not be read: pepita failures --collection ${collection}`);
  };
  const command = `pepita failures --collection ${collection}`;
  if (plan.nuggets) {
    const out = await extractDocuments(context, { ...how, profile }, options);
    nuggetsBy = out.extractor;
    tell('nuggets', out);
    if (!(await context.store.nuggets(collection)).some((nugget) => nugget.extractor === nuggetsBy))
      plan = leaveOut(plan, (run) => readsUnit(run, 'nugget'), { why: 'there is no nugget', command });
  }
  if (plan.summaries) {
    tell('summaries', await extractDocuments(context, { ...how, summaries: true }, options));
    if ((await context.store.summaries(collection)).every(({ status }) => status === 'failed'))
      plan = leaveOut(plan, (run) => readsUnit(run, 'summary'), { why: 'there is no summary', command });
  }
  return { plan, nuggetsBy };
}

const SHOWN_WARNINGS = 3;

/** A model that ranks again may have a word on every query. */
function someOf(warnings: readonly string[], whole: string): string[] {
  const more = warnings.length - SHOWN_WARNINGS;
  return more <= 1 ? [...warnings] : [...warnings.slice(0, SHOWN_WARNINGS), `${more} more of such: ${whole}`];
}

/**
 * A paper's table, made again: each data set that is at hand is imported, read, indexed and ranked, and ours stand beside the
 * published figures. Every step goes on where an earlier call stopped; the table is written anew after each data set.
 */
import { join, resolve } from 'node:path';
import type { ExtractOutput, ParsedInput, PresetDatasetState, PresetOutput } from '../../../shared/contract';
import type { Progress, Unit } from '../../../shared/domain';
import { AppError, throwIfAborted, toAppError } from '../../../shared/errors';
import type { PresetDataset, PresetFile } from '../../../shared/presets';
import { toCsv } from '../../../shared/table';
import { chooseEncoders, experimentOf, type PresetPlan, planPreset } from '../experiment/presetPlan';
import { type DatasetOutcome, presetPage, presetRows, presetTable } from '../experiment/presetTable';
import type { Emit, EngineContext } from './context';
import { extractDocuments } from './extractDocuments';
import { importFiles } from './importFiles';
import { indexCollection } from './indexCollection';
import { findDataset, findPreset } from './presets';
import { runExperiment } from './runExperiment';
import { writeOutput } from './writeOutput';

/** That lie in a data set's files. */
const OWN_FAULTS: ReadonlySet<string> = new Set(['BAD_INPUT', 'NOT_FOUND', 'NOT_INDEXED']);

interface Options {
  readonly signal?: AbortSignal;
  readonly emit: Emit<Progress>;
}

export async function runPreset(context: EngineContext, input: ParsedInput<'preset'>, options: Options): Promise<PresetOutput> {
  const started = performance.now();
  const preset = await findPreset(context.config, input.id);
  const plan = planPreset(preset, chooseEncoders(preset, input.encoders, context.defaultEncoder), input.runs);
  const unknown = input.datasets?.find((id) => !preset.datasets.some((dataset) => dataset.id === id));
  if (unknown !== undefined)
    throw new AppError(
      'USAGE',
      `The preset has no data set "${unknown}".`,
      `There are: ${preset.datasets.map(({ id }) => id).join(', ')}.`,
    );
  const [data, dir] = [resolve(input.data), resolve(input.out)];
  const outcomes = new Map<string, DatasetOutcome>();
  const warnings: string[] = [];
  let extractor = '';
  const written = async (): Promise<PresetOutput> => {
    const out = {
      id: preset.id,
      source: preset.source,
      convention: preset.convention,
      measures: preset.measures,
      rows: presetRows(preset, plan, outcomes),
      datasets: [...outcomes.values()].map(({ state }) => state),
      extractor,
      warnings,
    };
    await writeOutput(join(dir, 'table.md'), presetPage(preset, out));
    await writeOutput(join(dir, 'table.csv'), toCsv(presetTable(out)));
    const whole = { ...out, dir, seconds: (performance.now() - started) / 1000 };
    await writeOutput(join(dir, 'preset.json'), `${JSON.stringify(whole, null, 2)}\n`);
    return whole;
  };

  for (const dataset of preset.datasets) {
    if (input.datasets && !input.datasets.includes(dataset.id)) continue;
    throwIfAborted(options.signal);
    const path = await findDataset(data, dataset);
    if (path === undefined) {
      outcomes.set(dataset.id, { state: missing(dataset, data), means: new Map() });
      continue;
    }
    try {
      const made = await makeDataset(context, preset, dataset, plan, { ...input, path, dir }, options);
      extractor ||= made.extractor;
      warnings.push(...made.warnings.map((text) => `${dataset.title}: ${text}`));
      outcomes.set(dataset.id, made);
    } catch (thrown) {
      const error = toAppError(thrown);
      // What is wrong with one data set does not stop the others; what each would meet does.
      if (!OWN_FAULTS.has(error.code)) throw error;
      warnings.push(`${dataset.title}: ${error.message} ${error.remedy}`);
      outcomes.set(dataset.id, { state: { ...missing(dataset, data), state: 'failed', path, note: error.message }, means: new Map() });
    }
    await written();
  }
  return written();
}

async function makeDataset(
  context: EngineContext,
  preset: PresetFile,
  dataset: PresetDataset,
  whole: PresetPlan,
  input: ParsedInput<'preset'> & { readonly path: string; readonly dir: string },
  options: Options,
): Promise<DatasetOutcome & { extractor: string; warnings: string[] }> {
  const started = performance.now();
  const { collection } = dataset;
  const read = await importFiles(context, { collection, paths: [input.path], format: 'auto', lang: dataset.lang }, options);
  const warnings: string[] = [];
  if (read.rejected.length > 0) {
    const { file, row, reason } = read.rejected[0]!;
    warnings.push(`${read.rejected.length} rows were refused, the first: ${file}${row === null ? '' : `, row ${row}`}: ${reason}`);
  }
  if (read.unjoined.length > 0)
    warnings.push(`${read.unjoined.length} judged ids are not there, the first: ${read.unjoined[0]!.kind} ${read.unjoined[0]!.id}`);
  warnings.push(...read.notes.map(({ file, text }) => `${file}: ${text}`));

  let plan = whole;
  let extractor = '';
  let nuggetsBy = '';
  const how = { collection, again: false, extractor: input.extractor, model: input.model, endpoint: input.endpoint };
  const tell = (what: string, out: ExtractOutput) => {
    extractor = [extractor, `${what} by ${[out.extractor, input.model ?? input.endpoint].filter(Boolean).join(' ')}`]
      .filter(Boolean)
      .join(', ');
    if (out.failed.length > 0)
      warnings.push(`${out.failed.length} documents could not be read: pepita failures --collection ${collection}`);
  };
  if (plan.nuggets) {
    const out = await extractDocuments(context, { ...how, profile: dataset.profile }, options);
    nuggetsBy = out.extractor;
    tell('nuggets', out);
    if (!(await context.store.nuggets(collection)).some((nugget) => nugget.extractor === nuggetsBy))
      plan = without(plan, 'nugget', warnings);
  }
  if (plan.summaries) {
    tell('summaries', await extractDocuments(context, { ...how, summaries: true }, options));
    if ((await context.store.summaries(collection)).every(({ status }) => status === 'failed')) plan = without(plan, 'summary', warnings);
  }
  if (plan.dense.length > 0)
    for (const encoder of new Set(plan.runs.flatMap((run) => run.encoder?.id ?? [])))
      await indexCollection(context, { collection, encoder, units: [...plan.dense] }, options);

  const source = JSON.stringify(experimentOf(preset, dataset, plan, nuggetsBy), null, 2);
  const outcome = await runExperiment(context, { source, file: preset.id, out: join(input.dir, dataset.id) }, options);
  const state = stateOf(dataset, outcome.data.documents, outcome.comparison.queries);
  return {
    state: {
      ...state,
      path: input.path,
      rejected: read.rejected.length,
      unjoined: read.unjoined.length,
      seconds: (performance.now() - started) / 1000,
    },
    means: new Map(plan.runs.map(({ name }, i) => [name, outcome.runs[i]!.means])),
    extractor,
    warnings,
  };
}

/** Where nothing was drawn out, the rankings of it are left out. */
function without(plan: PresetPlan, unit: Unit, warnings: string[]): PresetPlan {
  const reads = ({ run }: PresetPlan['runs'][number]) => run.unit === unit || (run.parts ?? []).some((part) => part.unit === unit);
  const left = plan.runs.filter(reads).map(({ name }) => name);
  warnings.push(`there is no ${unit}, so these rankings are left out: ${left.join('; ')}`);
  return { ...plan, runs: plan.runs.filter((run) => !reads(run)), dense: plan.dense.filter((one) => one !== unit) };
}

type State = Pick<PresetDatasetState, 'id' | 'title' | 'state' | 'note' | 'documents' | 'queries'>;

function stateOf({ id, title, documents: due, queries: judged }: PresetDataset, documents: number, queries: number): State {
  const at = (n: number) => n.toLocaleString('en');
  const known = { id, title, documents, queries };
  if (documents < due)
    return { ...known, state: 'partial', note: `partial pool, ${at(documents)} of ${at(due)} documents: not comparable` };
  if (documents > due)
    return { ...known, state: 'other', note: `another collection, ${at(documents)} documents against ${at(due)}: not comparable` };
  if (queries !== judged) return { ...known, state: 'other', note: `${at(queries)} judged queries against ${at(judged)}: not comparable` };
  return { ...known, state: 'full', note: '' };
}

const missing = ({ id, title, folders }: PresetDataset, data: string): PresetDatasetState => ({
  id,
  title,
  state: 'missing',
  path: join(data, folders[0]!),
  note: `not at hand: put it into ${join(data, folders[0]!)}`,
  documents: 0,
  queries: 0,
  rejected: 0,
  unjoined: 0,
  seconds: 0,
});

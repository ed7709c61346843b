/**
 * A paper's table, made again: each data set that is at hand is imported, read, indexed and ranked, and ours stand beside the
 * published figures. Every step goes on where an earlier call stopped; the table is written anew after each data set.
 */
import { join, resolve } from 'node:path';
import type { ParsedInput, PresetOutput } from '../../../shared/contract';
import { AppError, throwIfAborted, toAppError } from '../../../shared/errors';
import { type PresetFile, SAMPLE_SEED } from '../../../shared/presets';
import { toCsv } from '../../../shared/table';
import { commandWithModel } from '../experiment/presetCommand';
import { presetPage } from '../experiment/presetPage';
import { chooseEncoders, planPreset } from '../experiment/presetPlan';
import { missing } from '../experiment/presetState';
import { type DatasetOutcome, notRunOf, presetRows, presetTable } from '../experiment/presetTable';
import type { EngineContext } from './context';
import { makeDataset, type PresetOptions } from './presetDataset';
import { presetAble } from './presetIssues';
import { findDataset, findPreset } from './presets';
import { writeOutput } from './writeOutput';

/** That lie in a data set's files. */
const OWN_FAULTS: ReadonlySet<string> = new Set(['BAD_INPUT', 'NOT_FOUND', 'NOT_INDEXED']);

export async function runPreset(context: EngineContext, input: ParsedInput<'preset'>, options: PresetOptions): Promise<PresetOutput> {
  const started = performance.now();
  const preset = await findPreset(context.config, input.id);
  const able = { ...presetAble(input), command: commandWithModel(input) };
  const plan = planPreset(preset, chooseEncoders(preset, input.encoders, context.defaultEncoder), input.runs, able);
  refuseUnknown(preset, input.datasets);
  // A trial has collections and a folder of its own: it never stands where the whole table does.
  const suffix = sampleSuffix(input);
  const [data, dir] = [resolve(input.data), join(resolve(input.out), suffix.slice(1))];
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
      not_run: notRunOf(outcomes),
      sample: input.sample === undefined ? null : { queries: input.sample, seed: input.seed },
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
      outcomes.set(dataset.id, { state: missing(dataset, data), means: new Map(), leftOut: [] });
      continue;
    }
    try {
      const made = await makeDataset(context, preset, dataset, plan, { ...input, path, dir, suffix }, options);
      extractor ||= made.makers;
      warnings.push(...made.warnings.map((text) => `${dataset.title}: ${text}`));
      outcomes.set(dataset.id, made);
    } catch (thrown) {
      const error = toAppError(thrown);
      // What is wrong with one data set does not stop the others; what each would meet does.
      if (!OWN_FAULTS.has(error.code)) throw error;
      warnings.push(`${dataset.title}: ${error.message} ${error.remedy}`);
      const state = { ...missing(dataset, data), state: 'failed' as const, path, note: error.message };
      outcomes.set(dataset.id, { state, means: new Map(), leftOut: [] });
    }
    await written();
  }
  return written();
}

/** @throws USAGE */
function refuseUnknown({ datasets }: PresetFile, chosen: readonly string[] | undefined): void {
  const unknown = chosen?.find((id) => !datasets.some((dataset) => dataset.id === id));
  if (unknown === undefined) return;
  throw new AppError('USAGE', `The preset has no data set "${unknown}".`, `There are: ${datasets.map(({ id }) => id).join(', ')}.`);
}

const sampleSuffix = ({ sample, seed }: ParsedInput<'preset'>): string =>
  sample === undefined ? '' : `-sample-${sample}${seed === SAMPLE_SEED ? '' : `-seed-${seed}`}`;

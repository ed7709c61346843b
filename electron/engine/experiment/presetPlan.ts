/** A preset and what is chosen of it → the rankings of each data set, and the units and vectors that they need. Pure. */
import type { Unit } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import type { ExperimentFile, ExperimentRun } from '../../../shared/experiment';
import { PresetFile } from '../../../shared/presets';
import { parseYaml } from './yaml';

export const parsePreset = (source: string, file: string): PresetFile =>
  parseYaml(source, file, PresetFile, 'The presets that come along show every key.');

export interface ChosenEncoder {
  readonly id: string;
  /** The model of the paper that it stands for. */
  readonly published: string | undefined;
}

/** A ranking of ours under its name in the experiment. */
export interface PresetRun {
  readonly name: string;
  readonly run: ExperimentRun & { readonly name: string };
  /** Undefined where the ranking needs none. */
  readonly encoder: ChosenEncoder | undefined;
}

export interface PresetPlan {
  readonly runs: readonly PresetRun[];
  readonly nuggets: boolean;
  readonly summaries: boolean;
  /** Units that need vectors. */
  readonly dense: readonly Unit[];
}

/** @throws USAGE for a ranking that the preset does not have */
export function planPreset(preset: PresetFile, encoders: readonly ChosenEncoder[], only: readonly string[] | undefined): PresetPlan {
  const named = preset.runs as readonly (ExperimentRun & { name: string })[];
  const unknown = only?.find((name) => !named.some((run) => run.name === name));
  if (unknown !== undefined)
    throw new AppError('USAGE', `The preset has no ranking "${unknown}".`, `There are: ${named.map(({ name }) => name).join('; ')}.`);
  const chosen = named.filter(({ name }) => only?.includes(name) ?? true);
  const units = chosen.flatMap(partsOf);
  return {
    runs: chosen.flatMap((run): PresetRun[] =>
      run.ranker === 'bm25'
        ? [{ name: run.name, run, encoder: undefined }]
        : encoders.map((encoder) => ({ name: encoders.length > 1 ? `${run.name} - ${encoder.id}` : run.name, run, encoder })),
    ),
    nuggets: units.some(({ unit }) => unit === 'nugget'),
    summaries: units.some(({ unit }) => unit === 'summary'),
    dense: [...new Set(units.filter(({ ranker }) => ranker !== 'bm25').map(({ unit }) => unit))],
  };
}

/** What is read: a hybrid without parts of its own reads documents by words, and its unit by vectors. */
function partsOf({ unit = 'nugget', ranker = 'dense', parts }: ExperimentRun): { unit: Unit; ranker: string }[] {
  if (ranker !== 'hybrid') return [{ unit, ranker }];
  return parts ? [...parts] : [{ unit, ranker: 'dense' }];
}

/**
 * `ID`, or `PUBLISHED=ID` where PUBLISHED is one of the paper's models. An encoder alone stands for the paper's only model.
 * @throws USAGE where the model is none of the paper's
 */
export function chooseEncoders(preset: PresetFile, given: readonly string[], usual: string): ChosenEncoder[] {
  const published = preset.models.vectors;
  return (given.length > 0 ? given : [usual]).map((text, i) => {
    const equals = text.indexOf('=');
    if (equals < 0) return { id: text, published: published.length === 1 && i === 0 ? published[0] : undefined };
    const model = published.find((name) => name.toLowerCase() === text.slice(0, equals).toLowerCase());
    if (model === undefined)
      throw new AppError('USAGE', `The paper has no model "${text.slice(0, equals)}".`, `It has: ${published.join(', ')}.`);
    return { id: text.slice(equals + 1), published: model };
  });
}

/** The experiment of one data set; it is written down as it is made. */
export function experimentOf(
  preset: PresetFile,
  dataset: PresetFile['datasets'][number],
  plan: PresetPlan,
  extractor: string,
): ExperimentFile {
  return {
    version: 1,
    name: `${preset.id} ${dataset.id}`,
    description: `${dataset.title}: ${preset.source}`,
    collection: dataset.collection,
    queries: 'judged',
    depth: 1000,
    measures: preset.measures,
    convention: preset.convention,
    defaults: {},
    runs: plan.runs.map(({ name, run, encoder }) => ({
      ...run,
      name: name.replace(/[^\p{L}\p{N} ._:+-]/gu, ''),
      ...(encoder ? { encoder: encoder.id } : {}),
      // A part without an encoder of its own would take the usual one.
      ...(encoder && run.parts
        ? { parts: run.parts.map((part) => (part.ranker === 'bm25' ? part : { ...part, encoder: encoder.id })) }
        : {}),
      ...(run.unit === 'nugget' && extractor !== '' ? { extractor: extractor as 'extractive' } : {}),
    })),
  };
}

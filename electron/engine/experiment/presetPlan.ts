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

/** Why a ranking is left out, and what would make it or tell more. */
export interface Reason {
  readonly why: string;
  readonly command: string;
}

export interface LeftOut extends Reason {
  readonly name: string;
}

export interface PresetPlan {
  readonly runs: readonly PresetRun[];
  readonly leftOut: readonly LeftOut[];
  readonly nuggets: boolean;
  readonly summaries: boolean;
  /** Queries are needed in other words. */
  readonly issues: boolean;
  /** Units that need vectors. */
  readonly dense: readonly Unit[];
}

/** What can be had beside rankings: issues of the queries, a second reading by a language model. */
export interface Able {
  readonly issues: boolean;
  readonly rerank: boolean;
  /** The command that has both. */
  readonly command: string;
}

/** @throws USAGE for a ranking that the preset does not have */
export function planPreset(
  preset: PresetFile,
  encoders: readonly ChosenEncoder[],
  only: readonly string[] | undefined,
  able: Able = { issues: true, rerank: true, command: '' },
): PresetPlan {
  const named = preset.runs as readonly (ExperimentRun & { name: string })[];
  const unknown = only?.find((name) => !named.some((run) => run.name === name));
  if (unknown !== undefined)
    throw new AppError('USAGE', `The preset has no ranking "${unknown}".`, `There are: ${named.map(({ name }) => name).join('; ')}.`);
  const chosen = named.filter(({ name }) => only?.includes(name) ?? true);
  const runs = chosen.flatMap((run): PresetRun[] =>
    run.ranker === 'bm25'
      ? [{ name: run.name, run, encoder: undefined }]
      : encoders.map((encoder) => ({ name: encoders.length > 1 ? `${run.name} - ${encoder.id}` : run.name, run, encoder })),
  );
  const isAble = (run: ExperimentRun) => (able.issues || !needsIssues(run)) && (able.rerank || run.rerank === undefined);
  return leaveOut(withNeeds(runs, []), (run) => !isAble(run), { why: 'needs a language model', command: able.command });
}

/** The plan without some of its rankings, which it goes on naming; what they alone needed is needed no longer. */
export function leaveOut(plan: PresetPlan, isOut: (run: ExperimentRun) => boolean, reason: Reason): PresetPlan {
  const out = [...new Set(plan.runs.filter(({ run }) => isOut(run)).map(({ run }) => run.name))];
  return withNeeds(
    plan.runs.filter(({ run }) => !isOut(run)),
    [...plan.leftOut, ...out.map((name) => ({ name, ...reason }))],
  );
}

function withNeeds(runs: readonly PresetRun[], leftOut: readonly LeftOut[]): PresetPlan {
  const units = runs.flatMap(({ run }) => partsOf(run));
  return {
    runs,
    leftOut,
    nuggets: units.some(({ unit }) => unit === 'nugget'),
    summaries: units.some(({ unit }) => unit === 'summary'),
    issues: runs.some(({ run }) => needsIssues(run)),
    dense: [...new Set(units.filter(({ ranker }) => ranker !== 'bm25').map(({ unit }) => unit))],
  };
}

const WITH_ISSUES: ReadonlySet<unknown> = new Set(['q_I', 'q_FI', 'union']);
export const needsIssues = ({ query_form, rerank }: ExperimentRun): boolean =>
  WITH_ISSUES.has(query_form) || WITH_ISSUES.has(rerank?.query_form);
export const readsUnit = (run: ExperimentRun, unit: Unit): boolean => partsOf(run).some((part) => part.unit === unit);

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

/** By what the rankings of one data set are made. */
export interface MadeBy {
  readonly collection: string;
  /** Whose nuggets are searched; '' for any. */
  readonly extractor: string;
  /** The key of the formulations; '' where none are needed. */
  readonly formulation: string;
  /** The model that ranks anew: a file, or an endpoint's name. */
  readonly chat: { readonly model?: string | undefined; readonly endpoint?: string | undefined };
}

/** The experiment of one data set; it is written down as it is made. */
export function experimentOf(
  preset: PresetFile,
  dataset: PresetFile['datasets'][number],
  plan: PresetPlan,
  { collection, extractor, formulation, chat }: MadeBy,
): ExperimentFile {
  const formulated = formulation === '' ? {} : { formulation };
  return {
    version: 1,
    name: `${preset.id} ${dataset.id}`,
    description: `${dataset.title}: ${preset.source}`,
    collection,
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
      ...(WITH_ISSUES.has(run.query_form) ? formulated : {}),
      ...(run.rerank ? { rerank: { ...run.rerank, ...chat, ...(WITH_ISSUES.has(run.rerank.query_form) ? formulated : {}) } } : {}),
    })),
  };
}

/** A preset's outcome as a table: ours, the published figures, and the difference where the collections are the same. Pure. */
import type { PresetDatasetState, PresetNotRun, PresetOutput, PresetTableRow } from '../../../shared/contract';
import type { PresetFile } from '../../../shared/presets';
import type { Table } from '../../../shared/table';
import type { LeftOut, PresetPlan } from './presetPlan';

/** Of one data set: its state, run name → means, where it was made, and what was left out. */
export interface DatasetOutcome {
  readonly state: PresetDatasetState;
  readonly means: ReadonlyMap<string, Readonly<Record<string, number>>>;
  readonly leftOut: readonly LeftOut[];
}

/** The paper's rows in their order, each with our run for it; then, of each data set, our runs that no row asks for, and what was left out. */
export function presetRows(preset: PresetFile, plan: PresetPlan, outcomes: ReadonlyMap<string, DatasetOutcome>): PresetTableRow[] {
  return preset.datasets.flatMap((dataset) => {
    const outcome = outcomes.get(dataset.id);
    if (!outcome) return [];
    const used = new Set<string>();
    const rows = preset.rows.filter((row) => row.dataset === dataset.id);
    if (APART.has(outcome.state.state)) return apart(preset, plan, outcome, dataset.title, rows);
    const published = rows.map((row) => {
      const run = plan.runs.find(
        (one) => one.run.name === row.run && (one.encoder === undefined || row.model === undefined || one.encoder.published === row.model),
      );
      if (run) used.add(run.name);
      const out = outcome.leftOut.find(({ name }) => name === row.run);
      if (out) return rowOf(preset, outcome, dataset.title, out.name, row, undefined, notRun(out));
      const asked = plan.runs.some((one) => one.run.name === row.run);
      const absent = asked ? 'no encoder of ours stands for it' : 'not made';
      return rowOf(preset, outcome, dataset.title, row.run ?? row.label ?? '', row, run, absent);
    });
    const more = plan.runs
      .filter(({ name }) => !used.has(name) && outcome.means.has(name))
      .map((run) => rowOf(preset, outcome, dataset.title, run.run.name, undefined, run));
    const asRows = new Set(rows.map(({ run }) => run));
    return [...published, ...more, ...leftOutRows(preset, outcome, dataset.title).filter(({ approach }) => !asRows.has(approach))];
  });
}

const notRun = ({ why }: LeftOut): string => `not run: ${why}`;

const leftOutRows = (preset: PresetFile, outcome: DatasetOutcome, title: string): PresetTableRow[] =>
  outcome.leftOut.map((out) => rowOf(preset, outcome, title, out.name, undefined, undefined, notRun(out)));

/** Of each data set what was left out, those with one reason together. */
export function notRunOf(outcomes: ReadonlyMap<string, DatasetOutcome>): PresetNotRun[] {
  return [...outcomes.values()].flatMap(({ state, leftOut }) => {
    const whys = [...new Set(leftOut.map(({ why }) => why))];
    return whys.map((why) => {
      const those = leftOut.filter((out) => out.why === why);
      return { dataset: state.title, runs: those.map(({ name }) => name), why, command: those[0]!.command };
    });
  });
}

/** Collections that are not the paper's: a row never holds figures of both. */
const APART: ReadonlySet<string> = new Set(['partial', 'other', 'sample']);
const APART_NAMES: Readonly<Record<string, string>> = { partial: 'partial pool', other: 'another collection', sample: 'sample' };

/** The paper's rows as they are, then ours under a name that says what they were measured on. */
function apart(preset: PresetFile, plan: PresetPlan, outcome: DatasetOutcome, title: string, rows: PresetFile['rows']): PresetTableRow[] {
  const published = rows.map((row) => ({ ...rowOf(preset, outcome, title, row.run ?? row.label ?? '', row, undefined), note: '' }));
  const name = `${title} (${APART_NAMES[outcome.state.state]})`;
  const made = plan.runs.filter((run) => outcome.means.has(run.name));
  const ours = [...made.map((run) => rowOf(preset, outcome, name, run.run.name, undefined, run)), ...leftOutRows(preset, outcome, name)];
  const place = new Map(preset.runs.map((run, i) => [run.name, i]));
  return [...published, ...ours.sort((a, b) => place.get(a.approach)! - place.get(b.approach)!)];
}

/** Where there are figures of ours, or could be. */
const BEGUN: ReadonlySet<string> = new Set(['full', ...APART]);

function rowOf(
  { measures, convention }: PresetFile,
  { state, means }: DatasetOutcome,
  dataset: string,
  approach: string,
  row: PresetFile['rows'][number] | undefined,
  run: PresetPlan['runs'][number] | undefined,
  absent = '',
): PresetTableRow {
  const ours = { ...((run && means.get(run.name)) ?? {}) };
  const published = row?.published ?? {};
  const both = state.state === 'full' ? measures.filter((m) => ours[m] !== undefined && published[m] !== undefined) : [];
  const digits = convention === 'jua' ? 5 : 4;
  return {
    dataset,
    approach,
    published_model: row?.model ?? '',
    encoder: run && means.has(run.name) ? (run.encoder?.id ?? '') : '',
    ours,
    published: { ...published },
    difference: Object.fromEntries(both.map((m) => [m, Number((ours[m]! - published[m]!).toFixed(digits))])),
    note: noteOf(state, row, run, absent),
  };
}

/** A row of the paper's alone has none. */
function noteOf(
  { state, note }: PresetDatasetState,
  row: PresetFile['rows'][number] | undefined,
  run: PresetPlan['runs'][number] | undefined,
  absent: string,
): string {
  if (row && row.run === undefined) return '';
  return run === undefined && BEGUN.has(state) ? absent : note;
}

/** A measure that the paper gives no figure of has one column. */
export function presetTable({ measures, rows }: Pick<PresetOutput, 'measures' | 'rows'>): Table {
  const signed = (x: number | undefined) => (x === undefined ? '–' : `${x < 0 ? '−' : '+'}${Math.abs(x).toFixed(5)}`);
  const held = new Set(measures.filter((m) => rows.some(({ published }) => published[m] !== undefined)));
  return {
    head: ['data set', 'approach', 'encoder', ...measures.flatMap((m) => (held.has(m) ? [m, 'published', 'difference'] : [m])), 'note'],
    rows: rows.map((row) => [
      row.dataset,
      row.published_model === '' ? row.approach : `${row.approach} (${row.published_model})`,
      row.encoder || '–',
      ...measures.flatMap((m) => {
        const ours = row.ours[m] ?? null;
        return held.has(m) ? [ours, row.published[m] ?? null, signed(row.difference[m])] : [ours];
      }),
      row.note,
    ]),
  };
}

/** What an annotator can do by key, in the order in which it is shown; keys can be changed. */
import type { JudgedChanges, JudgedValues } from '../../../../shared/annotation';
import type { Key } from '../../../i18n';

type Toggle = Extract<JudgedValues['problems'][number], string>;

/** One button of a label: what it sets, and by which key until another is chosen. */
export interface Choice<T extends string> {
  readonly value: T;
  readonly key: string;
}

export const FAITHFUL = [
  { value: 'support', key: '1' },
  { value: 'partial', key: '2' },
  { value: 'no_support', key: '3' },
  { value: 'unknown', key: '0' },
] as const satisfies readonly Choice<string>[];
export const IMPORTANCE = [
  { value: 'vital', key: '4' },
  { value: 'okay', key: '5' },
] as const satisfies readonly Choice<string>[];
export const SELF_CONTAINED = [
  { value: 'yes', key: '6' },
  { value: 'no', key: '7' },
] as const satisfies readonly Choice<string>[];
export const PROBLEMS = [
  { value: 'hallucinated', key: 'q' },
  { value: 'over_general', key: 'w' },
  { value: 'missing_condition', key: 'e' },
  { value: 'merged_theses', key: 'r' },
  { value: 'party_or_procedure', key: 'a' },
  { value: 'wrong_language', key: 's' },
] as const satisfies readonly Choice<Toggle>[];

/** Beside the labels: steps and tools. */
export const TOOLS = [
  { id: 'next', key: 'j' },
  { id: 'previous', key: 'k' },
  { id: 'nextOpen', key: 'g' },
  { id: 'markEvidence', key: 'v' },
  { id: 'clearEvidence', key: 'Shift+v' },
  { id: 'noEvidence', key: 'b' },
  { id: 'nextSentence', key: ']' },
  { id: 'previousSentence', key: '[' },
  { id: 'longer', key: '}' },
  { id: 'shorter', key: '{' },
  { id: 'laterStart', key: '>' },
  { id: 'earlierStart', key: '<' },
  { id: 'editNugget', key: 'i' },
  { id: 'writeNote', key: 'm' },
  { id: 'undo', key: 'Mod+z' },
  { id: 'redo', key: 'Mod+Shift+z' },
] as const;
export type Tool = (typeof TOOLS)[number]['id'];

/** Name of an action → its key. */
export type Keys = Readonly<Record<string, string>>;

const LABEL_CHOICES = { faithful: FAITHFUL, importance: IMPORTANCE, self_contained: SELF_CONTAINED, problems: PROBLEMS } as const;
export type LabelName = keyof typeof LABEL_CHOICES;
export const choicesOf = (label: LabelName): readonly Choice<string>[] => LABEL_CHOICES[label];
export const LABEL_NAMES = Object.keys(LABEL_CHOICES) as readonly LabelName[];

export const labelAction = (label: LabelName, value: string): string => `${label}.${value}`;

export const DEFAULT_KEYS: Keys = Object.fromEntries([
  ...LABEL_NAMES.flatMap((label) => choicesOf(label).map(({ value, key }) => [labelAction(label, value), key])),
  ...TOOLS.map(({ id, key }) => [id, key]),
]);

/** Keys of the screen around it, which no action can take. */
const TAKEN = new Set([
  'n',
  'p',
  'Shift+n',
  'Shift+p',
  'c',
  'o',
  't',
  'l',
  'h',
  'Shift+h',
  'x',
  '+',
  '-',
  '/',
  '?',
  'Mod+k',
  'Mod+f',
  'Escape',
  'Tab',
  'Shift+Tab',
  'Enter',
]);

/** Why a key can't be given to an action: another has it, or the screen needs it. */
export function keyClash(keys: Keys, action: string, key: string): { readonly by: string } | undefined {
  if (TAKEN.has(key)) return { by: '' };
  const other = Object.entries(keys).find(([name, its]) => name !== action && its === key);
  return other && { by: other[0] };
}

/** Chosen keys over the usual ones; those of actions that are no more are left out. */
export const keysOf = (chosen: Keys | undefined): Keys =>
  Object.fromEntries(Object.entries(DEFAULT_KEYS).map(([action, key]) => [action, chosen?.[action] ?? key]));

/** What a press changes: chosen again, a label is taken back. */
export function pressed(values: JudgedValues, label: LabelName, value: string): JudgedChanges {
  if (label !== 'problems') return { [label]: values[label] === value ? null : value } as JudgedChanges;
  const on = (values.problems as readonly string[]).includes(value);
  const problems = PROBLEMS.map((problem) => problem.value).filter((problem) =>
    problem === value ? !on : (values.problems as readonly string[]).includes(problem),
  );
  return { problems };
}

export const actionLabel = (action: string): Key => {
  const [label, value] = action.split('.');
  return (value === undefined ? `judge_${label}` : `${label}_${value}`) as Key;
};

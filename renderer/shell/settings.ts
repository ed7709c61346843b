/** What the window remembers on this machine. */
import type { Language } from '../i18n';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
/** Who judges nuggets at this machine. */
export interface Who {
  readonly name: string;
  readonly role: 'annotator' | 'adjudicator';
  /** What others say is not shown. */
  readonly blind: boolean;
}

export const QUEUE_KINDS = ['all', 'sample', 'stratified', 'unlocated', 'disagreements', 'query'] as const;
/** Which nuggets are judged; see QueueSpec in shared/annotation.ts. */
export interface QueueChoice {
  readonly kind: (typeof QUEUE_KINDS)[number];
  /** At most so many; 0 for all. */
  readonly size: number;
  readonly seed: number;
  readonly by: 'court' | 'score';
  readonly query: string;
}

export interface Settings {
  readonly language: Language;
  readonly theme: Theme;
  /** Size of the reading text, px. */
  readonly reading: number;
  readonly collection: string;
  readonly history: readonly string[];
  readonly queriesShown: boolean;
  readonly auditView: 'look' | 'judge' | 'relevance' | 'findings';
  readonly who: Who;
  readonly queue: QueueChoice;
  /** Whether hints are shown beside a nugget that is judged; never in blind work. */
  readonly hints: boolean;
  /** The language model that is asked for a hint, as `useChatModels` names it. */
  readonly hintModel: string;
  /** Keys that the annotator chose, by action. */
  readonly judgeKeys: Readonly<Record<string, string>>;
}

/** Sizes of the reading text, px. */
const READING = { least: 14, most: 26 };
/** The reading text larger or smaller by so many px. */
export const resized = ({ reading }: Settings, by: number): Pick<Settings, 'reading'> => ({
  reading: Math.min(READING.most, Math.max(READING.least, reading + by)),
});
const KEY = 'pepita-settings';
const first = (): Settings => ({
  language: navigator.language.toLowerCase().startsWith('pt') ? 'pt-BR' : 'en',
  theme: 'system',
  reading: 17,
  collection: '',
  history: [],
  queriesShown: true,
  auditView: 'look',
  who: { name: '', role: 'annotator', blind: false },
  queue: { kind: 'all', size: 0, seed: 1, by: 'court', query: '' },
  hints: true,
  hintModel: '',
  judgeKeys: {},
});

export function loadSettings(): Settings {
  try {
    return { ...first(), ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) };
  } catch {
    return first();
  }
}

export function saveSettings(settings: Settings): void {
  localStorage.setItem(KEY, JSON.stringify(settings));
}

export function applyTheme(theme: Theme): void {
  const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}

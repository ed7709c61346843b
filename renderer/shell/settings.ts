/** What the window remembers on this machine. */
import type { Language } from '../i18n';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
export interface Settings {
  readonly language: Language;
  readonly theme: Theme;
  /** Size of the reading text, px. */
  readonly reading: number;
  readonly collection: string;
  readonly history: readonly string[];
  readonly queriesShown: boolean;
}

/** Sizes of the reading text, px. */
export const READING = { least: 14, most: 26 };
const KEY = 'pepita-settings';
const first = (): Settings => ({
  language: navigator.language.toLowerCase().startsWith('pt') ? 'pt-BR' : 'en',
  theme: 'system',
  reading: 17,
  collection: '',
  history: [],
  queriesShown: true,
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

/** i18next with the two dictionaries; keys are checked by the compiler. */
import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { count } from '../shell/format';
import { en } from './en';
import { ptBR } from './pt-BR';

export type Language = 'en' | 'pt-BR';
type Singular<K extends string> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K;
/** A word's name; a word with a plural goes by its name alone. */
export type Key = Singular<keyof typeof en>;
export type Values = Readonly<Record<string, string | number>>;
export type Translate = (key: Key, values?: Values) => string;

export async function startI18n(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: { translation: en }, 'pt-BR': { translation: ptBR } },
    // React escapes by itself.
    interpolation: { escapeValue: false },
  });
  document.documentElement.lang = language;
}

export async function setLanguage(language: Language): Promise<void> {
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** The key of the form that `count` takes, where the word has a plural. */
export function formOf(key: string, values: Values | undefined, language: Language): string {
  if (typeof values?.['count'] !== 'number' || !(`${key}_one` in en)) return key;
  return new Intl.PluralRules(language).select(values['count']) === 'one' ? `${key}_one` : `${key}_other`;
}

const written = (values: Values, language: Language): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? count(value, language) : value]));

export function useT(): { t: Translate; language: Language } {
  const { t, i18n } = useTranslation();
  const language = i18n.language as Language;
  return {
    t: (key, values) => t(formOf(key, values, language) as never, (values && written(values, language)) as never) as unknown as string,
    language,
  };
}

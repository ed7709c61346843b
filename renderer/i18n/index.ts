/** i18next with the two dictionaries; keys are checked by the compiler. */
import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { en } from './en';
import { ptBR } from './pt-BR';

export type Key = keyof typeof en;
export type Language = 'en' | 'pt-BR';

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

export function useT(): { t: (key: Key, values?: Record<string, string | number>) => string; language: Language } {
  const { t, i18n } = useTranslation();
  return { t: (key, values) => t(key, values as never) as unknown as string, language: i18n.language as Language };
}

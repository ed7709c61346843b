import type { Worded } from '../../../shared/profiles';
import { api } from '../../api';
import { type Language, useT } from '../../i18n';
import { useLoad } from '../../shell/hooks';

/** A profile's words in the window's language, else in the one that they have. */
export const worded = (words: Worded, language: Language): string =>
  words[language === 'pt-BR' ? 'pt' : 'en'] ?? words.pt ?? words.en ?? '';

/** What a profile is called; until that is known, and where it was given by path, its id or its file's name. */
export function useProfileNames(): (profile: string) => string {
  const { language } = useT();
  const { value } = useLoad((signal) => api.call('profiles', {}, { signal }), []);
  return (profile) => {
    const known = value?.profiles.find(({ id, error }) => id === profile && error === '');
    return (known && worded(known.name, language)) || profile.replace(/^.*[\\/]/, '').replace(/\.json$/, '');
  };
}

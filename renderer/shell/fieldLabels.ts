import { api } from '../api';
import { useT } from '../i18n';
import { useLoad } from './hooks';

/** What the fields of profiles are called in the window's language; a field of a profile that is gone keeps its name. */
export function useFieldLabels(): (name: string) => string {
  const { language } = useT();
  const { value } = useLoad(() => api.call('profiles', {}), []);
  const lang = language === 'pt-BR' ? 'pt' : 'en';
  const labels = new Map(
    value?.profiles.flatMap(({ fields }) => fields).map(({ name, label }) => [name, label[lang] ?? label.pt ?? label.en]),
  );
  return (name) => labels.get(name) ?? name.replaceAll('_', ' ');
}

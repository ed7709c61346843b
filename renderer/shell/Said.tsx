import { useT } from '../i18n';
import { sayings } from '../i18n/sayings';

/** What the engine said, in the window's language; where that is not known, as it was said. */
export function useSaid(): (text: string) => string {
  const { language } = useT();
  return (text) => sayings[language](text) ?? text;
}

/** The same as an element: where it stays English, a screen reader is told so. */
export function Said({ text }: { text: string }) {
  const { language } = useT();
  const said = sayings[language](text);
  if (said !== undefined) return said;
  return language === 'en' ? text : <span lang="en">{text}</span>;
}

import { useT } from '../i18n';
import { saidPtBR, wordsPtBR } from '../i18n/parts/faults';
import { createSaying } from '../i18n/said';

const inPortuguese = createSaying(saidPtBR, wordsPtBR);

/** What the engine said, in the window's language; where that is not known, as it was said. */
export function useSaid(): (text: string) => string {
  const { language } = useT();
  return (text) => (language === 'pt-BR' ? (inPortuguese(text) ?? text) : text);
}

/** The same as an element: where it stays English, a screen reader is told so. */
export function Said({ text }: { text: string }) {
  const { language } = useT();
  const said = language === 'en' ? text : inPortuguese(text);
  return said === undefined ? <span lang="en">{text}</span> : said;
}

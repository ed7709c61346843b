/** Portuguese or English, by function words: enough to choose stems, cues and prompts. */
import type { DetectedLang } from '../ports';
import { fold } from './fold';

const PORTUGUESE = new Set(
  'de do da dos das que o os as em no na nos nas um uma para por pelo pela com nao se ao aos e ou como mais sua seu foi sao ser esta este entre sobre quando'.split(
    ' ',
  ),
);
const ENGLISH = new Set(
  'the of and to in that is was for it with as be by on not his which at this from are or an were has have had but their he under such any other may shall'.split(
    ' ',
  ),
);

/** Articles, prepositions, pronouns and the like of both languages, folded. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set([...PORTUGUESE, ...ENGLISH]);

/** Words looked at: the head of a decision is enough. */
const WORDS = 2000;

/** `sure` is false where there is little to go by, or where both languages are about as frequent. */
export function detectLanguage(text: string): DetectedLang {
  const { pt, en } = functionWords(text);
  const lang = en > pt ? 'en' : 'pt';
  const [more, less] = en > pt ? [en, pt] : [pt, en];
  return { lang, sure: more >= 5 && more >= 2 * less };
}

/** How many words of the text's head are function words of each language. */
export function functionWords(text: string): { pt: number; en: number } {
  const words =
    fold(text.slice(0, WORDS * 8))
      .match(/[a-z]+/g)
      ?.slice(0, WORDS) ?? [];
  let pt = 0;
  let en = 0;
  for (const word of words) {
    if (PORTUGUESE.has(word)) pt++;
    if (ENGLISH.has(word)) en++;
  }
  return { pt, en };
}

/** Word → index term: Snowball stems, helped where Portuguese plurals change more than an ending, then accents folded. */
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import type { Lang } from '../../../shared/domain';
import { fold } from '../text/fold';
import { stemEnglish } from './english';

/** The term that stands for a word of `tokenise` in a language. */
export function stem(word: string, lang: Lang): string {
  if (/^\p{N}/u.test(word)) return word;
  return fold(lang === 'pt' ? portuguese(singular(word)) : stemEnglish(word));
}

/** Words that end like one of these plurals but are none. */
const NO_PLURAL = new Set(['mais', 'demais', 'ademais', 'jamais', 'pais', 'cais', 'mães', 'maes', 'caos', 'seis', 'dois', 'reis', 'aos']);

const PLURALS: readonly (readonly [RegExp, string])[] = [
  [/(?:ões|ães)$/u, 'ão'],
  [/([áíóú]|[aeiou])veis$/u, '$1vel'],
  [/([áéíóú].*[bcst])eis$/u, '$1il'],
  [/éis$/u, 'el'],
  [/óis$/u, 'ol'],
  [/ais$/u, 'al'],
  [/^leis$/u, 'lei'],
  [/^([^áéíóúâêô]*[vtrn])is$/u, '$1il'],
  [/éus$/u, 'éu'],
  [/ns$/u, 'm'],
];

/**
 * The singular of Portuguese plurals that Snowball leaves apart from it
 * (`ações` → açõ but `ação` → açã, `tribunais` → tribun but `tribunal`); other words unchanged.
 */
export function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || NO_PLURAL.has(word)) return word;
  for (const [ending, replacement] of PLURALS) {
    if (ending.test(word)) return word.replace(ending, replacement);
  }
  return word;
}

const FOLDED_PLURALS: readonly (readonly [RegExp, string])[] = [
  [/(?:oes|aes|aos)$/, 'ao'],
  [/ais$/, 'al'],
  [/eis$/, 'el'],
  [/ns$/, 'm'],
  [/([aeiou])s$/, '$1'],
];

/**
 * The key under which a word is found when it is typed without accents, in the
 * singular or the plural: `acao`, `acoes`, `ação` and `ações` share one.
 */
export function looseKey(word: string, lang: Lang): string {
  const plain = fold(word);
  if (lang !== 'pt' || plain.length < 5 || !plain.endsWith('s') || NO_PLURAL.has(plain)) return plain;
  for (const [ending, replacement] of FOLDED_PLURALS) {
    if (ending.test(plain)) return plain.replace(ending, replacement);
  }
  return plain;
}

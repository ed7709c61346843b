/**
 * The English Snowball stemmer ("Porter2", https://snowballstem.org/algorithms/english/stemmer.html,
 * as of Snowball 2). Written here because the stemmer package's English is an older one that keeps
 * `jurisdiction` and `direction` apart from `jurisdictional` and `direct`.
 */

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  (
    'skis ski skies sky dying die lying lie tying tie idly idl gently gentl ugly ugli early earli only onli singly singl ' +
    'sky sky news news howe howe atlas atlas cosmos cosmos bias bias andes andes'
  )
    .split(' ')
    .flatMap((word, i, all) => (i % 2 === 0 ? [[word, all[i + 1]!] as const] : [])),
);
const KEPT_AFTER_PLURAL = new Set(['inning', 'outing', 'canning', 'herring', 'earring', 'proceed', 'exceed', 'succeed']);

const STEP2: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['fulness', 'ful'],
  ['iveness', 'ive'],
  ['ization', 'ize'],
  ['ousness', 'ous'],
  ['biliti', 'ble'],
  ['lessli', 'less'],
  ['tional', 'tion'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['ation', 'ate'],
  ['entli', 'ent'],
  ['fulli', 'ful'],
  ['iviti', 'ive'],
  ['ousli', 'ous'],
  ['abli', 'able'],
  ['alli', 'al'],
  ['anci', 'ance'],
  ['ator', 'ate'],
  ['enci', 'ence'],
  ['izer', 'ize'],
  ['bli', 'ble'],
  ['ogi', 'og'],
  ['li', ''],
];
const STEP3: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['alize', 'al'],
  ['ative', ''],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
];
const STEP4 = 'ement ance ence able ible ment ant ent ion ism ate iti ous ive ize al er ic'.split(' ');

const VOWEL = /[aeiouy]/;
const SHORT_SYLLABLE = /(?:^[aeiouy][^aeiouy]|[^aeiouy][aeiouy][^aeiouywxY])$/;

/** Stem of a word in lower case. */
export function stemEnglish(word: string): string {
  if (word.length <= 2) return word;
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  // A y that begins a word or follows a vowel is a consonant; it is written Y on the way.
  let s = word.replace(/^y|(?<=[aeiouy])y/g, 'Y');
  const r1 = afterVowelAndConsonant(s, /^(?:gener|commun|arsen)/.exec(s)?.[0].length);
  const r2 = r1 + afterVowelAndConsonant(s.slice(r1));
  s = plural(s);
  if (KEPT_AFTER_PLURAL.has(s)) return s;
  s = pastAndGerund(s, r1);
  if (/[^aeiouy][yY]$/.test(s) && s.length > 2) s = `${s.slice(0, -1)}i`;
  s = step2(s, r1);
  s = step3(s, r1, r2);
  s = step4(s, r2);
  return finalLetter(s, r1, r2).replaceAll('Y', 'y');
}

/** Where the region begins that follows the first consonant after a vowel. */
function afterVowelAndConsonant(s: string, known?: number): number {
  if (known !== undefined) return known;
  const match = /[aeiouy][^aeiouy]/.exec(s);
  return match ? match.index + 2 : s.length;
}

function plural(s: string): string {
  if (s.endsWith('sses')) return s.slice(0, -2);
  if (/ie[ds]$/.test(s)) return s.length > 4 ? s.slice(0, -2) : s.slice(0, -1);
  if (/(?:us|ss)$/.test(s) || !s.endsWith('s')) return s;
  return VOWEL.test(s.slice(0, -2)) ? s.slice(0, -1) : s;
}

function pastAndGerund(s: string, r1: number): string {
  const eed = /eed(?:ly)?$/.exec(s);
  if (eed) return eed.index >= r1 ? `${s.slice(0, eed.index)}ee` : s;
  const ending = /(?:ed|ing)(?:ly)?$/.exec(s);
  if (!ending || !VOWEL.test(s.slice(0, ending.index))) return s;
  const cut = s.slice(0, ending.index);
  if (/(?:at|bl|iz)$/.test(cut)) return `${cut}e`;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(cut)) return cut.slice(0, -1);
  return r1 >= cut.length && SHORT_SYLLABLE.test(cut) ? `${cut}e` : cut;
}

/** The longest of the endings, if the word has one. */
function longest(s: string, endings: readonly (readonly [string, string])[]): readonly [string, string] | undefined {
  return endings.find(([ending]) => s.endsWith(ending));
}

function step2(s: string, r1: number): string {
  const found = longest(s, STEP2);
  if (!found) return s;
  const [ending, replacement] = found;
  const cut = s.slice(0, -ending.length);
  if (cut.length < r1) return s;
  if (ending === 'ogi' && !cut.endsWith('l')) return s;
  if (ending === 'li' && !/[cdeghkmnrt]$/.test(cut)) return s;
  return cut + replacement;
}

function step3(s: string, r1: number, r2: number): string {
  const found = longest(s, STEP3);
  if (!found) return s;
  const [ending, replacement] = found;
  const cut = s.slice(0, -ending.length);
  return cut.length >= (ending === 'ative' ? r2 : r1) ? cut + replacement : s;
}

function step4(s: string, r2: number): string {
  const ending = STEP4.find((one) => s.endsWith(one));
  if (ending === undefined) return s;
  const cut = s.slice(0, -ending.length);
  if (cut.length < r2 || (ending === 'ion' && !/[st]$/.test(cut))) return s;
  return cut;
}

function finalLetter(s: string, r1: number, r2: number): string {
  const cut = s.slice(0, -1);
  if (s.endsWith('e')) return cut.length >= r2 || (cut.length >= r1 && !SHORT_SYLLABLE.test(cut)) ? cut : s;
  return s.endsWith('ll') && cut.length >= r2 ? cut : s;
}

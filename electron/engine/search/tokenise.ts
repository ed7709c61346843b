/**
 * Text → words as BM25 counts them: lower case, accents kept, numbers in one
 * spelling (`14.133` and `14133` are the same word, `5º` is `5`).
 */

/** Numbers with their inner points, then words with their combining marks. Ordinal signs are letters to Unicode, not to us. */
const WORD = /\p{N}[\p{N}\p{L}]*(?:[.,]\p{N}+)*|[\p{L}\p{M}][\p{L}\p{M}\p{N}]*(?:['’]s(?![\p{L}\p{N}]))?/gu;

/** A case number of Brazilian courts (CNJ Resolution 65/2008), kept as one word. */
const CNJ = /\b(\d{7})-?(\d{2})\.(\d{4})\.(\d)\.(\d{2})\.(\d{4})\b/g;

/** `1.234.567`, `10,000` and the Indian `1,00,000`: points that only group digits. */
const GROUPED = /^\d{1,3}(?:(?:\.\d{3})+|(?:,\d{2,3})*,\d{3})$/;

/** A word cut at the end of a line, unless what follows is a pronoun that the hyphen joins (`aplica-` / `se`). */
const CUT = /(\p{Ll})-[ \t]*\r?\n[ \t]*(?!(?:se|me|te|lhes?|nos|vos|[lnm]?[oa]s?)(?!\p{L}))(?=\p{Ll})/gu;

/** The words of a text in order. */
export function tokenise(text: string): string[] {
  const words: string[] = [];
  for (const word of normalise(text).match(WORD) ?? []) {
    const first = word.charCodeAt(0);
    const apostrophe = word.charCodeAt(word.length - 2);
    if (first >= 48 && first <= 57) pushNumber(word, words);
    else words.push(apostrophe === 0x27 || apostrophe === 0x2019 ? word.slice(0, -2) : word);
  }
  return words;
}

/** Compatibility forms resolved (ligatures, full width), soft and line-end hyphens closed, lower case. */
function normalise(text: string): string {
  let s = text.replace(/[ºª°]/g, ' ');
  s = s.normalize('NFKC');
  if (s.includes('\u00ad')) s = s.replaceAll('\u00ad', '');
  if (s.includes('-')) s = s.replace(CUT, '$1').replace(CNJ, '$1$2$3$4$5$6');
  return s.toLowerCase();
}

function pushNumber(word: string, words: string[]): void {
  if (GROUPED.test(word)) words.push(word.replace(/[.,]/g, ''));
  else for (const part of word.split(/[.,]/)) words.push(/^\d+o$/.test(part) ? part.slice(0, -1) : part);
}

/**
 * A normalised copy of a text in which every character knows its place in the
 * original. Two texts that a reader would call the same words have the same copy:
 * white space and line breaks become one space, a word hyphenated at a line's end is
 * joined, accents are composed, ligatures and fractions spelt out, quotes and dashes
 * made plain, invisible characters dropped, case folded.
 */

export interface Normalised {
  readonly text: string;
  /** For code unit i of `text`: where the original character begins and ends that it came from. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** Soft hyphen, zero-width characters, direction marks, byte order mark, variation selectors. */
// biome-ignore lint/suspicious/noMisleadingCharacterClass: single invisible characters, meant as such
const INVISIBLE = /^[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff]$/u;
const SPACE = /[\s\u0085]/u;
const QUOTES: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '«': '"',
  '»': '"',
  '″': '"',
  '❝': '"',
  '❞': '"',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  '‹': "'",
  '›': "'",
  '′': "'",
  '`': "'",
  '´': "'",
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '−': '-',
  '⁃': '-',
};
const LETTER = /\p{L}/u;

/** One character of the original with its combining marks: the smallest piece that a span may not split. */
const CLUSTER = /\P{M}\p{M}*|\p{M}+/suy;
/** After a hyphen: the line's end, or nothing, before the rest of the word. */
const LINE_END = /[ \t\u00a0]*(?:\r\n?|\n)[ \t\u00a0]*(?=\p{Ll})/uy;

/** @returns the copy and, for each of its code units, the place of the original character behind it */
export function normaliseWithMap(original: string): Normalised {
  const text: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let spaceFrom = -1;
  let at = 0;

  const push = (s: string, start: number, end: number) => {
    for (let i = 0; i < s.length; i++) {
      text.push(s[i]!);
      starts.push(start);
      ends.push(end);
    }
  };
  while (at < original.length) {
    CLUSTER.lastIndex = at;
    const cluster = CLUSTER.exec(original)![0];
    const start = at;
    at += cluster.length;
    if (INVISIBLE.test(cluster)) continue;
    if (SPACE.test(cluster[0]!)) {
      if (spaceFrom < 0) spaceFrom = start;
      continue;
    }
    const plain = foldCluster(cluster);
    if (plain === '-' && spaceFrom < 0 && text.length > 0 && LETTER.test(text[text.length - 1]!)) {
      const rest = restOfWord(original, at);
      if (rest >= 0) {
        at = rest;
        continue;
      }
    }
    // White space counts only between words: a copy never begins or ends with it.
    if (spaceFrom >= 0 && text.length > 0) push(' ', spaceFrom, start);
    spaceFrom = -1;
    push(plain, start, at);
  }
  return { text: text.join(''), starts: Uint32Array.from(starts), ends: Uint32Array.from(ends) };
}

/** The normalised copy alone. */
export const normalise = (text: string): string => normaliseWithMap(text).text;

/**
 * A hyphen inside a word is dropped, whether it belongs there or a line's end put it
 * there: `bem-estar`, `bem-\nestar` and `bemes-\ntar` are the same word. Returns where the word goes on, or -1.
 */
function restOfWord(original: string, hyphenEnd: number): number {
  let at = hyphenEnd;
  // Dropped wherever they stand, so they don't keep the word's halves apart either.
  while (INVISIBLE.test(original[at] ?? '')) at++;
  LINE_END.lastIndex = at;
  const lineEnd = LINE_END.exec(original);
  if (lineEnd) return at + lineEnd[0].length;
  return LETTER.test(String.fromCodePoint(original.codePointAt(at) ?? 32)) ? at : -1;
}

function foldCluster(cluster: string): string {
  const mapped = QUOTES[cluster];
  if (mapped !== undefined) return mapped;
  const plain = cluster.normalize('NFKC').replace(/⁄/g, '/').toLowerCase().normalize('NFC');
  // A few signs (the spacing acute, for one) come apart into a space and a mark: they stay as they are.
  return SPACE.test(plain) ? cluster.toLowerCase() : plain;
}

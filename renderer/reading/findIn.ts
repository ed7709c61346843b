/** Finding words in a text whatever their case and accents, at their true places. */
import type { Range } from './segments';

export interface Folded {
  readonly copy: string;
  /** For each character of the copy, the place in the text of the code unit that it comes from. */
  readonly starts: Int32Array;
  readonly length: number;
}

/** Code unit by code unit, so that each place of the folded copy has its place in the text. Runs of white space become one space. */
export function foldForFinding(text: string): Folded {
  const parts: string[] = [];
  const starts: number[] = [];
  const known = new Map<string, string>();
  let space = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    let folded = known.get(c);
    if (folded === undefined) {
      folded = /\s/.test(c) ? ' ' : c.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
      known.set(c, folded);
    }
    if (folded === ' ' && space) continue;
    space = folded === ' ';
    for (let k = 0; k < folded.length; k++) starts.push(i);
    parts.push(folded);
  }
  return { copy: parts.join(''), starts: Int32Array.from(starts), length: text.length };
}

/** Where words stand, at most `most`, in order. */
export function findAll(folded: Folded, wanted: string, most = 2000): Range[] {
  const needle = foldForFinding(wanted.trim()).copy;
  if (needle === '') return [];
  const { copy, starts, length } = folded;
  const found: Range[] = [];
  for (let at = copy.indexOf(needle); at >= 0 && found.length < most; at = copy.indexOf(needle, at + needle.length)) {
    // Up to where the next character begins: a combining mark goes with its letter.
    found.push({ start: starts[at]!, end: starts[at + needle.length] ?? length });
  }
  return found;
}

/** What is fed for one text: its head, or overlapping windows over all its tokens. Pure. */
import { tokenise } from './tokenise';
import { type Encode, specialTokens } from './tokenizer';

export interface Window {
  /** Special tokens and prefix included. */
  readonly ids: readonly number[];
  /** Tokens of the text itself: what it counts in the mean over the windows. */
  readonly weight: number;
}

export interface Reading {
  /** At least one. */
  readonly windows: readonly Window[];
  /** Tokens read, special tokens and prefix included; those in two windows count once. */
  readonly tokens: number;
  /** UTF-16 code units of the text that the windows cover. */
  readonly usedChars: number;
}

export interface ReadingOptions {
  readonly prefix: string;
  /** Tokens that one run of the model takes. */
  readonly max: number;
  /** Tokens that a window shares with the one before, or null where a long text is cut. */
  readonly overlap: number | null;
  readonly padId: number;
}

/** A text that gives no token at all is read as one padding token, so that it has a vector too. */
export function readText(encode: Encode, text: string, { prefix, max, overlap, padId }: ReadingOptions): Reading {
  const { ids, usedChars } = tokenise(encode, prefix, text, max);
  if (usedChars === text.length || overlap === null) {
    const fed = ids.length > 0 ? ids : [padId];
    return { windows: [{ ids: fed, weight: 1 }], tokens: fed.length, usedChars };
  }
  const { head, tail } = specialTokens(encode);
  const { before, own } = splitPrefix(encode, prefix, text);
  const room = max - head.length - tail.length - before.length;
  const windows = windowBounds(own.length, room, overlap).map(([start, end]) => ({
    ids: [...head, ...before, ...own.slice(start, end), ...tail],
    weight: end - start,
  }));
  return { windows, tokens: head.length + before.length + own.length + tail.length, usedChars: text.length };
}

/**
 * Places [start, end) that cover `count` tokens, `room` at a time; each begins `overlap` tokens before the end of
 * the last one, at most half a window. The last may be shorter.
 */
export function windowBounds(count: number, room: number, overlap: number): [start: number, end: number][] {
  const size = Math.max(1, room);
  const step = size - Math.min(overlap, Math.floor(size / 2));
  const bounds: [number, number][] = [];
  for (let start = 0; ; start += step) {
    const end = Math.min(count, start + size);
    bounds.push([start, end]);
    if (end >= count) return bounds;
  }
}

/** The ids of the prefix and those of the text. A space at the prefix's end belongs to the text's first word, as in one piece. */
function splitPrefix(encode: Encode, prefix: string, text: string): { before: number[]; own: number[] } {
  const before = encode(prefix.trimEnd(), false);
  const all = encode(prefix + text, false);
  if (before.every((id, i) => all[i] === id)) return { before, own: all.slice(before.length) };
  return { before: encode(prefix, false), own: encode(text, false) };
}

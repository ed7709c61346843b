/**
 * Where quoted words stand in the source: exactly, else on a normalised copy mapped
 * back to the original, else at the best fuzzy place above a threshold, else nowhere.
 * A place never splits a character from its marks, nor a word.
 */
import { distance } from 'fastest-levenshtein';
import type { EvidenceSpan } from '../../../shared/domain';
import { type Normalised, normalise, normaliseWithMap } from '../text/normalise';
import { bestEditPlace } from './editAlign';

/** A fuzzy place must be at least this similar: 1 − edit distance / longer length, on normalised copies. */
export const FUZZY_THRESHOLD = 0.8;
/** Shorter quotes are found exactly or on the copy, never fuzzily: too much resembles them. */
const FUZZY_MIN_CHARS = 20;
/** Places that are looked at closely. */
const CANDIDATES = 4;
const BUCKET = 64;

const WORD_CHARACTER = /[\p{L}\p{N}]/u;
const MARK = /\p{M}/u;

export interface Near {
  readonly start: number;
  readonly end: number;
}

/** A text made ready for many quotes. */
export interface AlignSource {
  /** @param near where the quote is expected (a window); an occurrence in it is preferred */
  locate(quote: string, near?: Near): EvidenceSpan | null;
}

export function alignSource(text: string): AlignSource {
  let copy: Normalised | undefined;
  let anchors: Map<string, number[]> | undefined;
  const normalised = () => {
    copy ??= normaliseWithMap(text);
    return copy;
  };

  return {
    locate(quote, near) {
      const wanted = trimQuote(quote);
      if (!WORD_CHARACTER.test(wanted)) return null;
      const exact = occurrence(
        text,
        wanted,
        near,
        (i) => i,
        (start, end) => isWhole(text, start, end),
      );
      if (exact >= 0) return { start: exact, end: exact + wanted.length, kind: 'exact', score: 1 };
      const plain = normalise(wanted);
      if (plain === '') return null;
      const { text: copyText, starts, ends } = normalised();
      const isPlace = (start: number, end: number) =>
        isWhole(copyText, start, end) && !splitsCharacter(starts, start) && !splitsCharacter(starts, end);
      const at = occurrence(copyText, plain, near, (i) => starts[i]!, isPlace);
      if (at >= 0) return { start: starts[at]!, end: ends[at + plain.length - 1]!, kind: 'normalised', score: 1 };
      if (plain.length < FUZZY_MIN_CHARS) return null;
      anchors ??= anchorIndex(copyText);
      const fuzzy = bestFuzzy(normalised(), anchors, plain, near ? nearInCopy(starts, near) : undefined);
      return fuzzy && { start: starts[fuzzy.start]!, end: ends[fuzzy.end - 1]!, kind: 'fuzzy', score: fuzzy.score };
    },
  };
}

/** White space, and the dots that stand for what a quote leaves out, are no part of what is looked for. */
export function trimQuote(quote: string): string {
  return quote.replace(/^[\s….]*(?:\[?(?:…|\.\.\.)\]?)?\s*|\s*(?:\[?(?:…|\.\.\.)\]?)?\s*$/gu, '').trim();
}

/** First whole-word occurrence, one inside `near` before any other; -1 where there is none. */
function occurrence(
  text: string,
  wanted: string,
  near: Near | undefined,
  original: (index: number) => number,
  isPlace: (start: number, end: number) => boolean,
): number {
  let first = -1;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (!isPlace(at, at + wanted.length)) continue;
    if (!near) return at;
    const place = original(at);
    if (place >= near.start && place < near.end) return at;
    if (first < 0) first = at;
  }
  return first;
}

/** Whether [start, end) cuts neither a word, nor a character from its marks, nor a surrogate pair. */
function isWhole(text: string, start: number, end: number): boolean {
  const charBefore = characterBefore(text, start);
  const charAfter = end < text.length ? String.fromCodePoint(text.codePointAt(end)!) : '';
  if (
    MARK.test(charAfter) ||
    MARK.test(text[start] ?? '') ||
    isLowSurrogate(text.charCodeAt(start)) ||
    isLowSurrogate(text.charCodeAt(end))
  )
    return false;
  const first = String.fromCodePoint(text.codePointAt(start)!);
  const last = characterBefore(text, end);
  return !(WORD_CHARACTER.test(charBefore) && WORD_CHARACTER.test(first)) && !(WORD_CHARACTER.test(charAfter) && WORD_CHARACTER.test(last));
}

/** Whether a place in the copy lies inside what one character of the original was spelt out to (`½` → `1/2`). */
function splitsCharacter(starts: Uint32Array, index: number): boolean {
  return index > 0 && index < starts.length && starts[index] === starts[index - 1];
}

function characterBefore(text: string, index: number): string {
  if (index <= 0) return '';
  return isLowSurrogate(text.charCodeAt(index - 1)) ? text.slice(index - 2, index) : text[index - 1]!;
}

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** Pairs of neighbouring words and single long words → where they begin in the copy. */
function anchorIndex(text: string): Map<string, number[]> {
  const index = new Map<string, number[]>();
  for (const { key, at } of anchorsOf(text)) {
    const places = index.get(key);
    if (places) places.push(at);
    else index.set(key, [at]);
  }
  return index;
}

function* anchorsOf(text: string): Iterable<{ key: string; at: number }> {
  let previous: { word: string; at: number } | undefined;
  for (const match of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const word = match[0];
    if (previous) yield { key: `${previous.word} ${word}`, at: previous.at };
    if (word.length >= 6) yield { key: word, at: match.index };
    previous = { word, at: match.index };
  }
}

/** Anchors shared by quote and text vote for where the quote would begin; the places with most votes are aligned. */
function bestFuzzy(
  { text, starts }: Normalised,
  index: ReadonlyMap<string, number[]>,
  quote: string,
  near: Near | undefined,
): { start: number; end: number; score: number } | null {
  const votes = new Map<number, number>();
  for (const { key, at } of anchorsOf(quote)) {
    const places = index.get(key) ?? [];
    // A rare anchor says more than a common one.
    for (const place of places) {
      const bucket = Math.floor((place - at) / BUCKET);
      const vote = 1 / places.length;
      votes.set(bucket, (votes.get(bucket) ?? 0) + vote);
      votes.set(bucket + 1, (votes.get(bucket + 1) ?? 0) + vote / 2);
    }
  }
  const inside = (bucket: number) => (near && bucket * BUCKET >= near.start - BUCKET && bucket * BUCKET < near.end ? 1 : 0);
  const candidates = [...votes].sort(([a, x], [b, y]) => y + inside(b) * 0.01 - (x + inside(a) * 0.01) || a - b).slice(0, CANDIDATES);
  let best: { start: number; end: number; score: number } | null = null;
  const slack = Math.ceil(quote.length * 0.25) + BUCKET;
  for (const [bucket] of candidates) {
    const from = Math.max(0, bucket * BUCKET - slack);
    const to = Math.min(text.length, bucket * BUCKET + quote.length + slack);
    const place = bestEditPlace(quote, text.slice(from, to));
    if (place.end <= place.start) continue;
    const { start, end } = wholeWords(text, starts, from + place.start, from + place.end);
    const score = similarity(quote, text.slice(start, end));
    if (score >= FUZZY_THRESHOLD && (!best || score > best.score)) best = { start, end, score };
  }
  return best;
}

/** 1 − edit distance / the longer length, of two normalised texts. */
export function similarity(a: string, b: string): number {
  return 1 - distance(a, b) / Math.max(a.length, b.length, 1);
}

/** Widens a place to whole words and whole characters of the original, and leaves out white space at its ends. */
function wholeWords(text: string, starts: Uint32Array, start: number, end: number): { start: number; end: number } {
  let [from, to] = [start, end];
  const isWord = (i: number) => /[\p{L}\p{N}\p{M}\ud800-\udfff]/u.test(text[i] ?? '');
  const cuts = (at: number) => splitsCharacter(starts, at) || (isWord(at) && isWord(at - 1));
  while (from > 0 && cuts(from)) from--;
  while (to < text.length && cuts(to)) to++;
  while (from < to && text[from] === ' ') from++;
  while (to > from && text[to - 1] === ' ') to--;
  return { start: from, end: to };
}

function nearInCopy(starts: Uint32Array, near: Near): Near {
  const lower = (value: number) => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! < value) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return { start: lower(near.start), end: lower(near.end) };
}

/**
 * Sentences of 60–450 characters of a legal text, each at its exact place in the source.
 * The recipe was measured on LeNER-Br decisions and AILA 2019 cases (docs/results.md).
 */
import { ABBREVIATIONS } from './abbreviations';
import { type Paragraph, paragraphsOf } from './paragraphs';

export interface Place {
  readonly start: number;
  readonly end: number;
}

export interface Sentence extends Place {
  /** The reading text: line ends joined, cut words whole. */
  readonly text: string;
  /** What of [start, end) is the sentence's own: more than one part where a page header interrupts it. */
  readonly parts: readonly Place[];
  /** Number of its paragraph, from 0. */
  readonly paragraph: number;
}

const MIN_CHARS = 60;
const MAX_CHARS = 450;
/** Less than this share of letters is a table or a signature, not a sentence. */
const MIN_LETTERS = 0.6;

const SENTENCE_END = /([.!?…]+)(["”’'»)\]]*)(\s+)(?=["“‘'«([§\-–—]?\s?[\p{Lu}\d§])/gu;
const ROMAN = /^[IVXLC]{1,6}$/;
const LIST_NUMBER = /^\(?\d{1,3}(?:\.\d+)*$/;
const INITIALS = /^(?:\p{L}\.)+\p{L}$/u;
const SPLIT_POINT =
  /;\s+|(?<=[,)”"])\s+(?=(?:mas|porém|contudo|todavia|entretanto|sendo que|uma vez que|pois|porquanto|já que|razão pela qual|motivo pelo qual|de modo que|de forma que|bem como|o que|e que|no entanto|haja vista|tendo em vista|visto que|but|and that|because|although|provided that|so that|in which|which|however|whereas|therefore|and the|unless|in order)(?!\p{L}))/gu;
const COMMA = /,\s+/g;

export function sentencesOf(source: string): Sentence[] {
  const sentences: Sentence[] = [];
  for (const [number, paragraph] of paragraphsOf(source).entries()) {
    for (const range of mergeShort(paragraph.text, splitParagraph(paragraph.text))) {
      for (const piece of splitLong(paragraph.text, range)) {
        const text = paragraph.text.slice(piece.start, piece.end);
        if (text.length < MIN_CHARS || countLetters(text) < MIN_LETTERS * text.length) continue;
        const parts = placesOf(paragraph, piece, source);
        sentences.push({ text, start: parts[0]!.start, end: parts[parts.length - 1]!.end, parts, paragraph: number });
      }
    }
  }
  return sentences;
}

/** The sentences of a long query; a short one (below `long` characters) stays whole. */
export function splitQuery(query: string, long = 200): string[] {
  const whole = query.replace(/\s+/g, ' ').trim();
  if (whole.length < long) return [whole];
  const sentences = sentencesOf(query).map((sentence) => sentence.text);
  return sentences.length > 1 ? sentences : [whole];
}

function trimmed(text: string, start: number, end: number): Place | undefined {
  let [from, to] = [start, end];
  while (from < to && text[from] === ' ') from++;
  while (to > from && text[to - 1] === ' ') to--;
  return from < to ? { start: from, end: to } : undefined;
}

function splitParagraph(text: string): Place[] {
  const ranges: Place[] = [];
  let start = 0;
  for (const match of text.matchAll(SENTENCE_END)) {
    const [, stops, closing] = match as unknown as [string, string, string];
    if (stops === '.' && !closing && endsInAbbreviation(text.slice(start, match.index))) continue;
    const end = match.index + stops.length + closing.length;
    const range = trimmed(text, start, end);
    if (range) ranges.push(range);
    start = end;
  }
  const last = trimmed(text, start, text.length);
  if (last) ranges.push(last);
  return ranges;
}

/** Whether the full stop after `head` belongs to an abbreviation, an initial or the number of a list's item. */
function endsInAbbreviation(head: string): boolean {
  const word = /[^\s(["“]+$/.exec(head)?.[0] ?? '';
  if (ABBREVIATIONS.has(word.toLowerCase().replace(/^["“'()]+|["“'()]+$/g, ''))) return true;
  if (/^\p{L}$/u.test(word) || INITIALS.test(word)) return true;
  return (LIST_NUMBER.test(word) || ROMAN.test(word)) && head.length - word.length <= 2;
}

function mergeShort(text: string, ranges: readonly Place[]): Place[] {
  const merged: Place[] = [];
  for (const range of ranges) {
    const last = merged[merged.length - 1];
    const short = last && (last.end - last.start < MIN_CHARS || range.end - range.start < MIN_CHARS);
    if (last && short && range.end - last.start <= MAX_CHARS) merged[merged.length - 1] = { start: last.start, end: range.end };
    else merged.push(range);
  }
  return merged.filter((range) => trimmed(text, range.start, range.end));
}

/** Cuts at a semicolon, else before a conjunction, else at a comma, else at a space: the place nearest to the middle. */
function splitLong(text: string, range: Place): Place[] {
  const length = range.end - range.start;
  if (length <= MAX_CHARS) return [range];
  const sentence = text.slice(range.start, range.end);
  const cut = nearestToMiddle(sentence, SPLIT_POINT, 80) ?? nearestToMiddle(sentence, COMMA, 0) ?? spaceBeforeMiddle(sentence);
  const left = trimmed(text, range.start, range.start + cut);
  const right = trimmed(text, range.start + cut, range.end);
  return [...(left ? splitLong(text, left) : []), ...(right ? splitLong(text, right) : [])];
}

function nearestToMiddle(sentence: string, pattern: RegExp, semicolonBonus: number): number | undefined {
  let best: { cost: number; cut: number } | undefined;
  for (const match of sentence.matchAll(pattern)) {
    const mark = sentence[match.index] === ';' || sentence[match.index] === ',' ? 1 : 0;
    const cut = match.index + mark;
    const rest = match.index + match[0].length;
    if (cut < MIN_CHARS || sentence.length - rest < MIN_CHARS) continue;
    const cost = Math.abs(match.index - sentence.length / 2) - (sentence[match.index] === ';' ? semicolonBonus : 0);
    if (!best || cost < best.cost) best = { cost, cut };
  }
  return best?.cut;
}

function spaceBeforeMiddle(sentence: string): number {
  const space = sentence.lastIndexOf(' ', Math.floor(sentence.length / 2));
  if (space > 0) return space;
  // No space in 225 characters: cut there, but not between the halves of a surrogate pair.
  const code = sentence.charCodeAt(MAX_CHARS);
  return code >= 0xdc00 && code <= 0xdfff ? MAX_CHARS - 1 : MAX_CHARS;
}

function countLetters(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

/** The places in the source behind a range of a paragraph, parted where other words (a page header) come between. */
function placesOf({ at }: Paragraph, range: Place, source: string): Place[] {
  const parts: { start: number; end: number }[] = [];
  for (let i = range.start; i < range.end; i++) {
    const place = at[i]!;
    const last = parts[parts.length - 1];
    if (last && (place <= last.end || /^[\s\u00ad-]*$/.test(source.slice(last.end, place)))) last.end = Math.max(last.end, place + 1);
    else parts.push({ start: place, end: place + 1 });
  }
  return parts;
}

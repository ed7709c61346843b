/** Places in a decision's text, chosen by mouse or by keyboard. Offsets count UTF-16 code units of the stored text. */
import type { Range } from '../../../reading/segments';

/** Sentences as the language's own rules cut them, without the white space around them. */
export function sentencesOf(text: string, lang: 'pt' | 'en'): Range[] {
  const segmenter = new Intl.Segmenter(lang, { granularity: 'sentence' });
  const found: Range[] = [];
  for (const { segment, index } of segmenter.segment(text)) {
    const start = index + (segment.length - segment.trimStart().length);
    const end = index + segment.trimEnd().length;
    if (end > start) found.push({ start, end });
  }
  return found;
}

/** The sentence after (`1`) or before (`-1`) a place; the first or last where there is none further. */
export function stepSentence(sentences: readonly Range[], from: Range | undefined, by: 1 | -1): Range | undefined {
  if (sentences.length === 0) return undefined;
  if (!from) return by > 0 ? sentences[0] : sentences[sentences.length - 1];
  if (by > 0) return sentences.find(({ start }) => start > from.start) ?? sentences[sentences.length - 1];
  return sentences.findLast(({ start }) => start < from.start) ?? sentences[0];
}

const WORD = /\S+/g;

/** Moves one edge of a place by a word; a place never gets empty. */
export function moveEdge(text: string, place: Range, edge: 'start' | 'end', by: 1 | -1): Range {
  const words = wordsAround(text, place);
  if (edge === 'end') {
    const ends = words.map(({ end }) => end);
    const end = by > 0 ? ends.find((at) => at > place.end) : ends.findLast((at) => at < place.end && at > place.start);
    return end === undefined ? place : { start: place.start, end };
  }
  const starts = words.map(({ start }) => start);
  const start = by > 0 ? starts.find((at) => at > place.start && at < place.end) : starts.findLast((at) => at < place.start);
  return start === undefined ? place : { start, end: place.end };
}

/** How far a word beyond a place is looked for. */
const REACH = 400;

function wordsAround(text: string, { start, end }: Range): Range[] {
  let from = Math.max(0, start - REACH);
  // Not from the middle of a word.
  while (from > 0 && /\S/.test(text[from - 1]!)) from--;
  let to = Math.min(text.length, end + REACH);
  while (to < text.length && /\S/.test(text[to]!)) to++;
  return [...text.slice(from, to).matchAll(WORD)].map((word) => ({ start: from + word.index, end: from + word.index + word[0].length }));
}

/** What is selected with the mouse inside the text, without white space at its edges; undefined where nothing is. */
export function selectedPlace(text: string, column: Element | null, selection: Selection | null): Range | undefined {
  if (!column || !selection || selection.rangeCount === 0 || selection.isCollapsed) return undefined;
  const range = selection.getRangeAt(0);
  const start = offsetOf(column, range.startContainer, range.startOffset, text.length);
  const end = offsetOf(column, range.endContainer, range.endOffset, text.length);
  if (start === undefined || end === undefined || end <= start) return undefined;
  return trimmed(text, { start, end });
}

/** Without the white space at its edges; undefined where there is nothing else. */
export function trimmed(text: string, { start, end }: Range): Range | undefined {
  const words = text.slice(start, end);
  const first = start + (words.length - words.trimStart().length);
  const last = start + words.trimEnd().length;
  return last > first ? { start: first, end: last } : undefined;
}

/** Blocks carry their place in the text; inside one, characters on screen are those of the text. */
function offsetOf(column: Element, node: Node, offset: number, length: number): number | undefined {
  if (!column.contains(node)) return undefined;
  const element = node instanceof Element ? node : node.parentElement;
  const block = element?.closest<HTMLElement>('[data-block]');
  if (!block) {
    // Between blocks: at the start of the next one, or at the end of the text.
    const blocks = [...column.querySelectorAll<HTMLElement>('[data-block]')];
    const after = document.createRange();
    after.setStart(node, offset);
    after.setEndAfter(column);
    const next = blocks.find((candidate) => after.comparePoint(candidate, 0) >= 0);
    return next ? Number(next.dataset['block']) : length;
  }
  const before = document.createRange();
  before.selectNodeContents(block);
  before.setEnd(node, offset);
  return Number(block.dataset['block']) + before.toString().length;
}

/** The same place twice is one; in the order of the text. */
export const withPlace = <T extends Range>(places: readonly T[], place: T): T[] =>
  [...places.filter(({ start, end }) => start !== place.start || end !== place.end), place].sort(
    (a, b) => a.start - b.start || a.end - b.end,
  );

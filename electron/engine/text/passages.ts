/** Passages of about 180 words that cover a text from end to end, cut where a paragraph, else a sentence, else a word ends. */
import type { Place } from './sentences';

const WORDS = 180;
/** A cut is looked for from this share of the length on. */
const EARLIEST = 0.6;

const WORD = /\S+/g;
const SENTENCE_END = /[.!?;:…]["”’')\]]*$/;

export function cutPassages(text: string, words = WORDS): Place[] {
  const places: { start: number; end: number; rank: number }[] = [];
  for (const match of text.matchAll(WORD)) {
    const end = match.index + match[0].length;
    places.push({ start: match.index, end, rank: 0 });
  }
  if (places.length === 0) return [];
  for (const [i, place] of places.entries()) {
    const gap = text.slice(place.end, places[i + 1]?.start ?? text.length);
    place.rank = (/\n\s*\n/.test(gap) ? 3 : gap.includes('\n') ? 1 : 0) + (SENTENCE_END.test(text.slice(place.start, place.end)) ? 2 : 0);
  }
  const passages: Place[] = [];
  let from = 0;
  while (from < places.length) {
    const last = bestCut(places, from, words);
    passages.push({ start: places[from]!.start, end: places[last]!.end });
    from = last + 1;
  }
  return passages;
}

/** Index of the passage's last word: the best-ranked end in the last part of the length, the latest among equals. */
function bestCut(places: readonly { rank: number }[], from: number, words: number): number {
  const limit = from + words - 1;
  // A tail of less than a third is not worth a passage of its own.
  if (limit + words / 3 >= places.length) return places.length - 1;
  let best = limit;
  for (let i = limit; i >= from + Math.floor(words * EARLIEST); i--) if (places[i]!.rank > places[best]!.rank) best = i;
  return best;
}

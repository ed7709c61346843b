/**
 * A long text in overlapping windows, each within a budget of tokens, cut where a
 * paragraph ends, else a sentence, else a word. Every character is in some window.
 */
import { AppError } from '../../../shared/errors';
import { ABBREVIATIONS } from '../text/abbreviations';

export interface Window {
  readonly start: number;
  readonly end: number;
}

/** Tokens of a text as the model that will read it counts them. */
export type CountTokens = (text: string) => number;

/** Characters a token is at first taken to have; each window corrects it. */
const CHARS_A_TOKEN = 4;
/** A search for a length in tokens ends this many characters from it: a token more or less. */
const CLOSE_ENOUGH = 8;
/** A cut is looked for in the last part of what fits; an earlier one would waste the budget. */
const EARLIEST_CUT = 0.6;

/**
 * @param budget tokens that a window's text may have
 * @param overlap tokens of the window before that a window repeats; at most half the budget is used
 * @throws BAD_INPUT where a single character has more tokens than the budget
 */
export function cutWindows(text: string, budget: number, overlap: number, count: CountTokens): Window[] {
  const windows: Window[] = [];
  let from = 0;
  let reached = 0;
  while (reached < text.length) {
    let limit = furthestEnd(text, from, budget, count);
    if (limit <= reached && from < reached) {
      // What is repeated left no room to go further: repeat nothing.
      from = reached;
      limit = furthestEnd(text, from, budget, count);
    }
    if (limit <= from)
      throw new AppError('BAD_INPUT', `A budget of ${budget} tokens does not hold the character at ${from}.`, 'Use a longer context.');
    let end = cutBefore(text, from, reached, limit);
    // A cut may make more tokens than the longer text had: step back until it fits, at the least by one character.
    while (end > afterOne(text, reached) && count(text.slice(from, end)) > budget)
      end = cutBefore(text, from, reached, Math.max(afterOne(text, reached), end - CLOSE_ENOUGH));
    windows.push({ start: from, end });
    reached = end;
    from = stepBack(text, from, end, Math.min(overlap, budget >> 1), count);
  }
  return windows;
}

/** The longest stretch from `from` on that the budget holds, found by doubling and halving. */
function furthestEnd(text: string, from: number, budget: number, count: CountTokens): number {
  const fits = (end: number) => count(text.slice(from, end)) <= budget;
  let low = from;
  let step = Math.max(1, budget * CHARS_A_TOKEN);
  let high = Math.min(text.length, from + step);
  while (fits(high)) {
    if (high === text.length) return high;
    low = high;
    step *= 2;
    high = Math.min(text.length, from + step);
  }
  while (high - low > (low === from ? 1 : CLOSE_ENOUGH)) {
    const middle = whole(text, (low + high) >> 1, low);
    if (middle <= low) break;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  if (low > from) return low;
  const one = afterOne(text, from);
  return fits(one) ? one : from;
}

/** The place after the character at `at`, which may have two code units. */
function afterOne(text: string, at: number): number {
  return Math.min(text.length, at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1));
}

/** The best place to end at, after `reached` and not after `limit`: the latest of the best kind in the last part, else of any kind. */
function cutBefore(text: string, from: number, reached: number, limit: number): number {
  if (limit >= text.length) return text.length;
  const earliest = Math.max(reached, Math.floor(from + (limit - from) * EARLIEST_CUT));
  let best = -1;
  let bestRank = 0;
  for (const { end, rank } of gaps(text, Math.max(reached, earliest), limit)) {
    if (rank >= bestRank) {
      best = end;
      bestRank = rank;
    }
  }
  if (best > reached) return best;
  for (const { end } of gaps(text, reached, earliest)) best = end;
  if (best > reached) return best;
  return Math.max(whole(text, limit, reached), afterOne(text, reached));
}

/** Where the next window begins: with the earliest sentence, else word, of the last `overlap` tokens before `end`. */
function stepBack(text: string, from: number, end: number, overlap: number, count: CountTokens): number {
  if (overlap <= 0 || end >= text.length) return end;
  let low = Math.max(from + 1, end - overlap * CHARS_A_TOKEN * 2);
  let high = end;
  while (high - low > CLOSE_ENOUGH) {
    const middle = (low + high) >> 1;
    if (count(text.slice(middle, end)) <= overlap) high = middle;
    else low = middle;
  }
  let word = end;
  for (const gap of gaps(text, high - 1, end)) {
    if (gap.rank >= SENTENCE && gap.end < end) return gap.end;
    if (word === end && gap.end < end) word = gap.end;
  }
  return word;
}

const WORD = 1;
const SENTENCE = 2;
const PARAGRAPH = 3;
const SENTENCE_END = /[.!?:;…]["”’»)\]]*$/u;

/** White space between `from` and `to`, with where it ends and what ends with it. */
function* gaps(text: string, from: number, to: number): Iterable<{ end: number; rank: number }> {
  const start = Math.max(0, from);
  for (const match of text.slice(start, to).matchAll(/\s+/g)) {
    const at = start + match.index;
    const end = at + match[0].length;
    if (/\n\s*\n/.test(match[0])) yield { end, rank: PARAGRAPH };
    else yield { end, rank: endsSentence(text.slice(Math.max(0, at - 40), at)) ? SENTENCE : WORD };
  }
}

function endsSentence(before: string): boolean {
  if (!SENTENCE_END.test(before)) return false;
  const word = /([^\s("“[]+)\.$/u.exec(before)?.[1];
  return word === undefined || !(ABBREVIATIONS.has(word.toLowerCase()) || /^\p{L}$/u.test(word));
}

/** The place itself, or one before it that parts neither a surrogate pair nor a letter from its marks; never below `floor`. */
function whole(text: string, place: number, floor: number): number {
  let at = place;
  while (at > floor && /^(?:[\udc00-\udfff]|\p{M})/u.test(text.slice(at, at + 2))) at--;
  return at;
}

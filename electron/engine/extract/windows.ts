/**
 * A long text in overlapping windows, each within a budget of tokens, cut where a
 * paragraph ends, else a sentence, else a word. Every character is in some window.
 */

export interface Window {
  readonly start: number;
  readonly end: number;
}

type Count = (text: string) => number;

/** Where a text may be cut, from the best place to the worst: after a blank line, a line, a sentence, a word, anywhere. */
const CUTS: readonly RegExp[] = [/\n[^\S\n]*\n\s*/g, /\n\s*/g, /(?<=[.!?;:…]["”’)]?)\s+/g, /\s+/g];

/**
 * @param budget tokens that a window's text may have, at least 16
 * @param overlap tokens of the window before that a window repeats, at most half the budget
 */
export function cutWindows(text: string, budget: number, overlap: number, count: Count): Window[] {
  if (text.length === 0) return [];
  const pieces = splitToFit({ start: 0, end: text.length }, text, budget, count, 0);
  const windows: Window[] = [];
  let from = 0;
  while (from < pieces.length) {
    let tokens = 0;
    let to = from;
    while (to < pieces.length && (to === from || tokens + pieces[to]!.tokens <= budget)) tokens += pieces[to++]!.tokens;
    windows.push({ start: pieces[from]!.start, end: pieces[to - 1]!.end });
    if (to >= pieces.length) break;
    from = stepBack(pieces, from, to, Math.min(overlap, budget >> 1, budget - pieces[to]!.tokens));
  }
  return windows;
}

/** First piece of the next window: as many of the last pieces again as the overlap holds and the next piece leaves room for. */
function stepBack(pieces: readonly { tokens: number }[], from: number, to: number, overlap: number): number {
  let next = to;
  for (let tokens = 0; next > from + 1 && tokens + pieces[next - 1]!.tokens <= overlap; next--) tokens += pieces[next - 1]!.tokens;
  return next;
}

interface Piece extends Window {
  readonly tokens: number;
}

/** Consecutive pieces that cover the window, none with more than an eighth of the budget where a better cut allows it. */
function splitToFit(window: Window, text: string, budget: number, count: Count, level: number): Piece[] {
  const tokens = count(text.slice(window.start, window.end));
  const small = level < 2 ? budget / 8 : budget;
  if (tokens <= small || (level >= 2 && tokens <= budget)) return [{ ...window, tokens }];
  const pattern = CUTS[level];
  const parts = pattern ? splitAt(window, text, pattern) : halve(window, text);
  if (parts.length === 1) return pattern ? splitToFit(window, text, budget, count, level + 1) : [{ ...window, tokens }];
  return parts.flatMap((part) => splitToFit(part, text, budget, count, pattern ? level + 1 : level));
}

function splitAt({ start, end }: Window, text: string, pattern: RegExp): Window[] {
  const parts: Window[] = [];
  let from = start;
  for (const match of text.slice(start, end).matchAll(pattern)) {
    const cut = start + match.index + match[0].length;
    if (cut <= from || cut >= end) continue;
    parts.push({ start: from, end: cut });
    from = cut;
  }
  parts.push({ start: from, end });
  return parts;
}

/** No place to cut at: in the middle, but not inside a surrogate pair. */
function halve({ start, end }: Window, text: string): Window[] {
  let middle = (start + end) >> 1;
  const code = text.charCodeAt(middle);
  if (code >= 0xdc00 && code <= 0xdfff) middle++;
  return middle <= start || middle >= end
    ? [{ start, end }]
    : [
        { start, end: middle },
        { start: middle, end },
      ];
}

/** Small models say the same again and again until their tokens run out: seen early, it costs seconds and not minutes. */
import { fold } from '../text/fold';

/** A text that says the same four words four times. */
export function isLoop(text: string): boolean {
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const counts = new Map<string, number>();
  for (let i = 0; i + 4 <= words.length; i++) {
    const gram = words.slice(i, i + 4).join(' ');
    const n = (counts.get(gram) ?? 0) + 1;
    if (n >= 4) return true;
    counts.set(gram, n);
  }
  return false;
}

/** Longest part that is looked for as one that repeats itself: a nugget with its quotes. */
const LONGEST_PART = 900;
/** A part must come this often, and all of them together be this long: dot leaders and rules of dashes are no loop. */
const TIMES = 4;
const LEAST_CHARS = 160;

/** Whether a text that is being written ends in the same part over and over. */
export function endsInLoop(text: string): boolean {
  const most = Math.min(LONGEST_PART, Math.floor(text.length / TIMES));
  for (let part = 1; part <= most; part++) {
    const needed = Math.max(part * (TIMES - 1), LEAST_CHARS - part);
    if (needed + part > text.length) continue;
    let same = 0;
    for (let i = text.length - 1; same < needed && text[i] === text[i - part]; i--) same++;
    if (same >= needed) return true;
  }
  return false;
}

/** No nugget and no quote is as long as this: a string that is has no end in sight. */
const LONGEST_STRING = 4000;

/** Whether the last string of a JSON text being written is still open and longer than any sensible one. */
export function endsInEndlessString(json: string): boolean {
  if (json.length < LONGEST_STRING) return false;
  return !/(?<!\\)"/.test(json.slice(-LONGEST_STRING));
}

/**
 * A document's text cut into blocks for display. The text is never changed: the
 * blocks, one after the other, are the text, character by character.
 */
import type { Range } from './segments';

export interface Block extends Range {
  /** `reflow`: lines that a PDF or an editor wrapped, shown as one paragraph · `lines`: as they are · `blank`: an empty line. */
  readonly kind: 'reflow' | 'lines' | 'blank';
  /** A line of its own that names a part of the decision (VOTO, RELATÓRIO, II – …). */
  readonly heading: boolean;
  /** The paragraph's own number ("12."), to stand in the margin; null where it has none. */
  readonly number: Range | null;
}

const WRAPPED_BELOW = 130;
const NUMBER = /^[ \t]*((?:\d{1,3}(?:\.\d{1,3}){0,3}[.)]|\d{1,2}(?:\.\d{1,2}){1,3})[ \t]+)(?=\S)/;
const PART =
  /^(?:[IVXLC]{1,5}|\d{1,2})?\s*[-–—.)]*\s*(?:EMENTA|ACORDAO|RELATORIO|VOTO(?:S|-VISTA)?|DECISAO|DISPOSITIVO|FUNDAMENTACAO|CONCLUSAO|CERTIDAO|EXTRATO|SUMARIO|E O RELATORIO|JUDGMENT|JUDGEMENT|ORDER|FACTS|HELD|CONCLUSION|ISSUES?)(?:\s+DE\s+JULGAMENTO)?\s*[:.]?$/i;
const ROMAN_PART = /^[IVXLC]{1,5}\s*[-–—.]\s*\p{Lu}[^.;]{2,70}$/u;

/** A line that ends like this goes on: the stop is of a title, or of a word before a number. */
const ABBREVIATED =
  /(?:^|[\s(])(?:srs?|sras?|drs?|dras?|exm[oa]|mins?|des|prof|mr|mrs|ms|messrs|hon|arts?|inc|nos?|fls?|pp?|cf|vol|v|vs|sec|cl|para)\.$/i;

export function blocksOf(text: string): Block[] {
  const lines = linesOf(text);
  const lengths = lines.map((line) => text.slice(line.start, line.end).trim().length);
  const filled = lengths.filter((length) => length > 0).sort((a, b) => a - b);
  const p90 = filled[Math.floor(0.9 * (filled.length - 1))] ?? 0;
  const wrapped = p90 > 0 && p90 < WRAPPED_BELOW && filled.length > 8;

  const blocks: Block[] = [];
  for (const [i, line] of lines.entries()) {
    const last = blocks[blocks.length - 1];
    const goesOn =
      wrapped &&
      last &&
      last.kind !== 'blank' &&
      !last.heading &&
      lengths[i]! > 0 &&
      joins(text, lines[i - 1]!, lengths[i - 1]!, line, p90);
    if (lengths[i] === 0) blocks.push({ ...line, kind: 'blank', heading: false, number: null });
    else if (goesOn) blocks[blocks.length - 1] = { ...last, end: line.end, kind: 'reflow' };
    else {
      const words = text.slice(line.start, line.end);
      const heading = isHeading(words.trim());
      blocks.push({ ...line, kind: 'lines', heading, number: heading ? null : numberOf(words, line.start) });
    }
  }
  return blocks;
}

/** Every line with the break that ends it. */
function linesOf(text: string): Range[] {
  const lines: Range[] = [];
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline + 1;
    lines.push({ start, end });
    start = end;
  }
  return lines;
}

function isHeading(line: string): boolean {
  if (line.length > 80) return false;
  // "V O T O" is a way of setting VOTO.
  const closed = /^(?:\p{L} )+\p{L}$/u.test(line) ? line.replaceAll(' ', '') : line;
  const folded = closed.normalize('NFD').replace(/\p{M}/gu, '');
  return PART.test(folded) || ROMAN_PART.test(line);
}

function numberOf(line: string, start: number): Range | null {
  const found = NUMBER.exec(line);
  return found ? { start, end: start + found[0].length } : null;
}

/** Whether a wrapped line goes on in the next: it is full, or the next begins in lower case. */
function joins(text: string, previous: Range, previousLength: number, next: Range, p90: number): boolean {
  const end = text.slice(previous.start, previous.end).trimEnd();
  const begin = text.slice(next.start, next.end).trimStart();
  if (/^\p{Ll}/u.test(begin)) return previousLength >= 0.4 * p90;
  const open = !/[.:;!?]["”’)]?$/.test(end) || ABBREVIATED.test(end);
  return previousLength >= 0.75 * p90 && open && !/^(?:\d+[.)]|[IVXLC]+\s?[-–.)]|[a-z]\)|§|Art)/.test(begin);
}

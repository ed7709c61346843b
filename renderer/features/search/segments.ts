/**
 * A document's text cut into blocks and runs for display. The text is never changed:
 * the blocks' runs, one after the other, are the text, character by character.
 */

export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Block extends Range {
  /** `reflow`: lines that a PDF or an editor wrapped, shown as one paragraph · `lines`: as they are · `blank`: an empty line. */
  readonly kind: 'reflow' | 'lines' | 'blank';
}

export interface Layer {
  readonly name: string;
  readonly ranges: readonly Range[];
}

export interface Run extends Range {
  /** Names of the layers that cover it, in the order in which they were given. */
  readonly layers: readonly string[];
}

const WRAPPED_BELOW = 130;

export function blocksOf(text: string): Block[] {
  const lines: Range[] = [];
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline + 1;
    lines.push({ start, end });
    start = end;
  }
  const lengths = lines.map((line) => text.slice(line.start, line.end).trim().length);
  const filled = lengths.filter((length) => length > 0).sort((a, b) => a - b);
  const p90 = filled[Math.floor(0.9 * (filled.length - 1))] ?? 0;
  const wrapped = p90 > 0 && p90 < WRAPPED_BELOW && filled.length > 8;

  const blocks: Block[] = [];
  for (const [i, line] of lines.entries()) {
    const last = blocks[blocks.length - 1];
    const goesOn = wrapped && last && last.kind !== 'blank' && lengths[i]! > 0 && joins(text, lines[i - 1]!, lengths[i - 1]!, line, p90);
    if (lengths[i] === 0) blocks.push({ ...line, kind: 'blank' });
    else if (goesOn) blocks[blocks.length - 1] = { start: last.start, end: line.end, kind: 'reflow' };
    else blocks.push({ ...line, kind: 'lines' });
  }
  return blocks;
}

/** Whether a wrapped line goes on in the next: it is full, or the next begins in lower case. */
function joins(text: string, previous: Range, previousLength: number, next: Range, p90: number): boolean {
  const end = text.slice(previous.start, previous.end).trimEnd();
  const begin = text.slice(next.start, next.end).trimStart();
  if (/^\p{Ll}/u.test(begin)) return previousLength >= 0.4 * p90;
  return previousLength >= 0.75 * p90 && !/[.:;!?]["”’)]?$/.test(end) && !/^(?:\d+[.)]|[IVXLC]+\s?[-–.)]|[a-z]\)|§|Art)/.test(begin);
}

/** Cuts [start, end) where a layer begins or ends. */
export function runsOf(block: Range, layers: readonly Layer[]): Run[] {
  const cuts = new Set([block.start, block.end]);
  const near = layers.map(({ name, ranges }) => ({
    name,
    ranges: ranges.filter((range) => range.end > block.start && range.start < block.end),
  }));
  for (const { ranges } of near) {
    for (const { start, end } of ranges) {
      if (start > block.start) cuts.add(start);
      if (end < block.end) cuts.add(end);
    }
  }
  const places = [...cuts].sort((a, b) => a - b);
  return places.slice(0, -1).map((start, i) => {
    const end = places[i + 1]!;
    return {
      start,
      end,
      layers: near.filter(({ ranges }) => ranges.some((range) => range.start <= start && range.end >= end)).map(({ name }) => name),
    };
  });
}

/** Where words stand in a text, whatever their case and accents; at most `most`. */
export function findAll(text: string, wanted: string, most = 2000): Range[] {
  const plain = (s: string) => s.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const needle = plain(wanted.trim());
  if (needle === '') return [];
  // Character by character, so that each place of the folded copy has its place in the text.
  const starts: number[] = [];
  let copy = '';
  for (let i = 0; i < text.length; i++) {
    const c = /\s/.test(text[i]!) ? ' ' : plain(text[i]!);
    for (let k = 0; k < c.length; k++) starts.push(i);
    copy += c;
  }
  const found: Range[] = [];
  for (let at = copy.indexOf(needle); at >= 0 && found.length < most; at = copy.indexOf(needle, at + needle.length)) {
    found.push({ start: starts[at]!, end: starts[at + needle.length - 1]! + 1 });
  }
  return found;
}

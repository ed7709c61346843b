/**
 * A text's paragraphs as a reader sees them: wrapped lines joined, words cut at a
 * line's end made whole, page headers that come again and again left out. Every
 * character keeps its place in the source.
 */

export interface Paragraph {
  /** The reading text. */
  readonly text: string;
  /** For each code unit of `text`, its place in the source; a space that joins lines has the place of the line's end. */
  readonly at: Uint32Array;
}

interface Line {
  readonly text: string;
  readonly at: readonly number[];
}

/** A line that comes this often (digits aside) is a page's header or footer. */
const HEADER_TIMES = 4;
const HEADER_MIN = 8;
const HEADER_MAX = 200;
/** Lines shorter than this at the 90th percentile come from a wrapped text. */
const WRAPPED_BELOW = 180;

const ENDS_SENTENCE = /[.!?:;…]["”’')\]]*$/;
const GOES_ON = /^[\p{Ll},;)]/u;
const BEGINS_ITEM = /^(?:\d+[.)]|[IVXLC]+\s?[-–.)]|[a-z]\)|§|Art)/;

export function paragraphsOf(source: string): Paragraph[] {
  const lines = withoutHeaders(linesOf(source));
  const lengths = lines.map((line) => line.text.length).filter((length) => length > 0);
  if (lengths.length === 0) return [];
  lengths.sort((a, b) => a - b);
  const p90 = lengths[Math.floor(0.9 * (lengths.length - 1))]!;
  const wrapped = p90 < WRAPPED_BELOW;

  const paragraphs: Paragraph[] = [];
  let text = '';
  let at: number[] = [];
  let previous = '';
  const close = () => {
    if (text) paragraphs.push({ text, at: Uint32Array.from(at) });
    text = '';
    at = [];
  };
  for (const line of lines) {
    if (!line.text) {
      close();
      continue;
    }
    if (text) {
      const join = wrapped ? howToJoin(previous, line.text, p90) : 'no';
      if (join === 'no') close();
      else if (join === 'word') {
        text = text.slice(0, -1);
        at.pop();
      } else {
        text += ' ';
        at.push(at[at.length - 1]! + 1);
      }
    }
    text += line.text;
    for (const place of line.at) at.push(place);
    previous = line.text;
  }
  close();
  return paragraphs;
}

function howToJoin(previous: string, next: string, p90: number): 'no' | 'space' | 'word' {
  const ends = ENDS_SENTENCE.test(previous);
  const goesOn = GOES_ON.test(next);
  if (goesOn || (!ends && previous.length >= 0.6 * p90)) {
    return goesOn && previous.endsWith('-') && !previous.endsWith(' -') ? 'word' : 'space';
  }
  return ends && previous.length >= 0.8 * p90 && !BEGINS_ITEM.test(next) ? 'space' : 'no';
}

/** Lines with white space trimmed and runs of it made one space; a page break counts as a line's end. */
function linesOf(source: string): Line[] {
  const lines: Line[] = [];
  let text = '';
  let at: number[] = [];
  let space = -1;
  const close = () => {
    lines.push({ text, at });
    text = '';
    at = [];
    space = -1;
  };
  for (let i = 0; i < source.length; i++) {
    const c = source[i]!;
    if (c === '\n' || c === '\f') close();
    else if (c === ' ' || c === '\t' || c === '\u00a0' || c === '\r' || c === '\ufeff') {
      if (space < 0) space = i;
    } else {
      if (space >= 0 && text) {
        text += ' ';
        at.push(space);
      }
      space = -1;
      text += c;
      at.push(i);
    }
  }
  close();
  return lines;
}

function withoutHeaders(lines: readonly Line[]): Line[] {
  const key = (text: string) => text.toLowerCase().replace(/\d+/g, '0');
  const counts = new Map<string, number>();
  for (const { text } of lines) if (text.length >= HEADER_MIN) counts.set(key(text), (counts.get(key(text)) ?? 0) + 1);
  return lines.filter(({ text }) => !(text.length >= HEADER_MIN && text.length < HEADER_MAX && counts.get(key(text))! >= HEADER_TIMES));
}

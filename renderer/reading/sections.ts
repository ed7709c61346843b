/**
 * A text's blocks in sections of a screen or two. A section that is not drawn yet, or is off screen, has the height
 * that its characters let expect, so that nothing moves when it is drawn.
 */
import type { Block } from './blocks';
import type { Range } from './segments';

export interface Section extends Range {
  readonly blocks: readonly Block[];
  /** Expected height in the column's em. */
  readonly em: number;
}

const CHARS = 4000;
const BLOCKS = 30;

/** Of the column at its full width, in the reading face: measured over English and Portuguese decisions. */
const CHARS_A_LINE = 72;
const LINE_EM = 1.6;
const PADDING_EM = 0.5;
const BLANK_EM = 0.4;
const HEADING_EM = 2.9;

/** Sections, one after the other, are the blocks; each ends at the first block that fills it. */
export function sectionsOf(text: string, blocks: readonly Block[]): Section[] {
  const sections: Section[] = [];
  let held: Block[] = [];
  for (const block of blocks) {
    held.push(block);
    const last = block === blocks[blocks.length - 1];
    if (!last && held.length < BLOCKS && block.end - held[0]!.start < CHARS) continue;
    sections.push({
      start: held[0]!.start,
      end: block.end,
      blocks: held,
      em: held.reduce((sum, one) => sum + emOf(text, one), 0),
    });
    held = [];
  }
  return sections;
}

/** The height that a block is expected to have, in em. */
export function emOf(text: string, { start, end, kind, heading }: Block): number {
  if (kind === 'blank') return BLANK_EM;
  if (heading) return HEADING_EM;
  const lines =
    kind === 'reflow'
      ? [end - start]
      : text
          .slice(start, end)
          .trimEnd()
          .split('\n')
          .map(({ length }) => length);
  return lines.reduce((sum, length) => sum + Math.max(1, Math.ceil(length / CHARS_A_LINE)), 0) * LINE_EM + PADDING_EM;
}

/** Index of the section that holds a place, the last one for a place beyond the end; -1 where there is none. */
export function sectionAt(sections: readonly Section[], place: number): number {
  let low = 0;
  let high = sections.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sections[middle]!.end > place) high = middle;
    else low = middle + 1;
  }
  return high;
}

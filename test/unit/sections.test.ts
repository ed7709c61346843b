import { describe, expect, it } from 'vitest';
import { blocksOf } from '../../renderer/reading/blocks';
import { emOf, sectionAt, sectionsOf } from '../../renderer/reading/sections';

const PARAGRAPH = `${'A prova pericial é indispensável. '.repeat(20).trim()}\n`;
const text = `ACÓRDÃO\n\n${PARAGRAPH.repeat(60)}Fim sem quebra`;
const sections = sectionsOf(text, blocksOf(text));

describe('sections of a text', () => {
  it('are the text, one after the other, and each is a few thousand characters', () => {
    expect(sections.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
    expect(sections.length).toBeGreaterThan(5);
    for (const { start, end } of sections) expect(end - start).toBeLessThan(4000 + PARAGRAPH.length);
    for (const { start, end, blocks } of sections) {
      expect(blocks[0]!.start).toBe(start);
      expect(blocks.at(-1)!.end).toBe(end);
    }
  });
  it('are cut by the number of blocks where lines are short', () => {
    const short = 'Sim.\n'.repeat(100);
    expect(sectionsOf(short, blocksOf(short)).map(({ blocks }) => blocks.length)).toEqual([30, 30, 30, 10]);
  });
  it('are none of an empty text', () => {
    expect(sectionsOf('', [])).toEqual([]);
    expect(sectionAt([], 0)).toBe(-1);
  });
  it('are found by a place: the first character of one is in it, the end of one in the next', () => {
    for (const [i, { start, end }] of sections.entries()) {
      expect(sectionAt(sections, start)).toBe(i);
      expect(sectionAt(sections, end - 1)).toBe(i);
    }
    expect(sectionAt(sections, text.length + 5)).toBe(sections.length - 1);
  });
});

describe('the height that a block is expected to have', () => {
  const [first] = blocksOf(`${'x'.repeat(200)}\n`);
  it('counts lines of 72 characters at 1.6 em, and half an em below', () => {
    expect(emOf(`${'x'.repeat(200)}\n`, first!)).toBeCloseTo(3 * 1.6 + 0.5);
  });
  it('of a section is the sum of its blocks', () => {
    const sum = sections.reduce((all, { blocks }) => all + blocks.reduce((em, block) => em + emOf(text, block), 0), 0);
    expect(sections.reduce((all, { em }) => all + em, 0)).toBeCloseTo(sum);
  });
});

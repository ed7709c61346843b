import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutWindows } from '../../electron/engine/extract/windows';

/** A tokenizer that joins badly on purpose: three characters a token, astral ones and marks cost as bytes do. */
const count = (text: string) => {
  let tokens = 0;
  for (const c of text) tokens += c.length === 2 ? 4 : c > '\u02ff' ? 2 : 1 / 3;
  return Math.ceil(tokens);
};

const piece = fc.constantFrom(
  'É devida a indenização por dano moral. ',
  'A ação prescreve em cinco anos; salvo nos termos do art. 206 do Código Civil. ',
  '\n',
  '\r\n',
  '\n\n',
  '   ',
  'x'.repeat(400),
  '⚖️👩‍⚖️'.repeat(30),
  'e\u0301'.repeat(60),
  'הדין ',
);

describe('windows', () => {
  it('property: cover every character, keep the budget, go forward, part no character', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 80 }), fc.integer({ min: 12, max: 300 }), fc.nat(80), (pieces, budget, overlap) => {
        const text = pieces.join('');
        let reached = 0;
        for (const { start, end } of cutWindows(text, budget, overlap, count)) {
          expect(start).toBeLessThanOrEqual(reached);
          expect(end).toBeGreaterThan(reached);
          expect(count(text.slice(start, end))).toBeLessThanOrEqual(budget);
          expect(count(text.slice(start, reached))).toBeLessThanOrEqual(Math.max(overlap, 0));
          expect(() => encodeURIComponent(text.slice(start, end))).not.toThrow();
          reached = end;
        }
        expect(reached).toBe(text.length);
      }),
      { numRuns: 300 },
    );
  });

  it('repeats whole sentences of the window before, within the overlap', () => {
    const text = Array.from({ length: 60 }, (_, i) => `Sentença de número ${i}, nem longa nem curta.`).join(' ');
    const windows = cutWindows(text, 120, 40, count);
    expect(windows.length).toBeGreaterThan(5);
    for (const [i, { start }] of windows.entries()) {
      if (i === 0) continue;
      const before = windows[i - 1]!;
      expect(start).toBeLessThan(before.end);
      expect(text.slice(start)).toMatch(/^Sentença de número/);
      // Two sentences of 14 or 15 tokens fit in 40, a third does not.
      expect(text.slice(start, before.end).match(/Sentença/g)).toHaveLength(2);
    }
  });

  it('ends at a paragraph where there is one in the last part, else at a sentence, never after an abbreviation', () => {
    const sentence = 'O recurso cabe nos termos do art. 105 da Constituição e da Súm. 7. ';
    const paragraphs = `${sentence.repeat(5).trim()}\n\n${sentence.repeat(5).trim()}\n\n${sentence.repeat(5).trim()}`;
    for (const { end } of cutWindows(paragraphs, 140, 0, count).slice(0, -1)) expect(paragraphs.slice(0, end)).toMatch(/\n\n$/);
    const one = sentence.repeat(30);
    for (const { end } of cutWindows(one, 100, 0, count)) expect(one.slice(0, end)).toMatch(/Súm\. 7\. $/);
  });

  it('an overlap that leaves no room for what comes next is given up, not the text', () => {
    const text = `Curta frase um. Curta frase dois. ${'y'.repeat(90)} fim.`;
    const windows = cutWindows(text, 31, 15, count);
    expect(windows[windows.length - 1]!.end).toBe(text.length);
    for (const { start, end } of windows) expect(count(text.slice(start, end))).toBeLessThanOrEqual(31);
  });

  it('a budget below one character is refused, an empty text has no window', () => {
    expect(() => cutWindows('👩', 2, 0, count)).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }));
    expect(cutWindows('', 100, 10, count)).toEqual([]);
  });
});

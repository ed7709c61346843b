import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalise, normaliseWithMap } from '../../electron/engine/text/normalise';

describe('the normalised copy', () => {
  it.each([
    ['white space and line ends', 'a \u00a0 b\r\nc\td', 'a b c d'],
    ['a word cut at a line’s end', 'inde-\r\n  nização', 'indenização'],
    ['a hyphen that belongs to the word', 'bem-estar bem-\nestar', 'bemestar bemestar'],
    ['a hyphen before an invisible character', 'bem-\u200bestar ﬁ—\u200bA', 'bemestar fia'],
    ['a dash between words stays', 'a lei - art. 5', 'a lei - art. 5'],
    ['NFD is composed', 'ac\u0327a\u0303o', 'ação'],
    ['ligatures and fractions', 'ﬁm ½', 'fim 1/2'],
    ['quotes and dashes', '“x” ‘y’ — z', '"x" \'y\' - z'],
    ['soft hyphens and zero-width characters', 'pro\u00advi\u200bmento\ufeff', 'provimento'],
    ['case', 'ACÓRDÃO', 'acórdão'],
    ['emoji and right-to-left text stay', '😀 שלום', '😀 שלום'],
  ])('%s', (_, text, copy) => expect(normalise(text)).toBe(copy));

  it('of Latin text is the same again when it is normalised again', () => {
    // Every character of Latin-1 and Latin Extended-A, and what legal texts put between them.
    const latin = fc.oneof(
      fc.integer({ min: 0x20, max: 0x17f }).map((code) => String.fromCharCode(code)),
      fc.constantFrom('“', '”', '—', '-\n', '\r\n', '\u00a0', '\u00ad', '\u200b', 'ﬁ', '½', 'º', '§', '…', 'a\u0303', 'c\u0327', '😀'),
    );
    fc.assert(
      fc.property(fc.string({ unit: latin, maxLength: 80 }), (text) => {
        const once = normalise(text);
        expect(normalise(once)).toBe(once);
      }),
    );
  });

  it('maps every character to a place in the original, in order, never inside a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (text) => {
        const { text: copy, starts, ends } = normaliseWithMap(text);
        expect(starts.length).toBe(copy.length);
        for (let i = 0; i < copy.length; i++) {
          expect(starts[i]!).toBeLessThan(ends[i]!);
          expect(ends[i]!).toBeLessThanOrEqual(text.length);
          if (i > 0) expect(starts[i]!).toBeGreaterThanOrEqual(starts[i - 1]!);
          for (const place of [starts[i]!, ends[i]!])
            expect(/[\udc00-\udfff]/.test(text[place] ?? '') && /[\ud800-\udbff]/.test(text[place - 1] ?? '')).toBe(false);
        }
      }),
    );
  });
});

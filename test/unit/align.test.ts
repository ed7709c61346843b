import fc from 'fast-check';
import { distance } from 'fastest-levenshtein';
import { describe, expect, it } from 'vitest';
import { alignSource, FUZZY_THRESHOLD } from '../../electron/engine/extract/align';
import { bestEditPlace } from '../../electron/engine/extract/editAlign';
import { normalise } from '../../electron/engine/text/normalise';

const WORDS =
  'a licitação exige julgamento objetivo, e o edital não pode ﬁxar critérios que restrinjam a competição sem motivo técnico expresso no processo administrativo 😀 שלום ½ art. 5º R$ 1.000,00'.split(
    ' ',
  );
const sentence = fc.array(fc.constantFrom(...WORDS), { minLength: 6, maxLength: 30 }).map((words) => words.join(' '));

describe('alignment', () => {
  it('finds words exactly where they stand', () => {
    const text = 'Vistos. A licitação exige julgamento objetivo. É o voto.';
    const span = alignSource(text).locate('A licitação exige julgamento objetivo.')!;
    expect(span).toEqual({ start: 8, end: 46, kind: 'exact', score: 1 });
  });

  it('prefers the occurrence in the window that the model read', () => {
    const text = 'o prazo é decadencial. Mais adiante: o prazo é decadencial. Fim.';
    expect(alignSource(text).locate('o prazo é decadencial')!.start).toBe(0);
    expect(alignSource(text).locate('o prazo é decadencial', { start: 30, end: text.length })!.start).toBe(37);
  });

  it.each([
    ['line-end hyphen', 'sem inde-\r\nnização por dano', 'indenização por dano', 'inde-\r\nnização por dano'],
    ['NFD source, NFC quote', 'a ac\u0327a\u0303o popular', 'a ação popular', 'a ac\u0327a\u0303o popular'],
    ['ligature', 'o ﬁm social', 'o fim social', 'o ﬁm social'],
    ['NBSP and CRLF', 'art.\u00a05º da\r\nlei', 'art. 5º da lei', 'art.\u00a05º da\r\nlei'],
    ['quotes', 'diz “in dubio pro reo” aqui', 'diz "in dubio pro reo"', 'diz “in dubio pro reo”'],
    ['fraction', 'multa de ½ salário', 'multa de 1/2 salário', 'multa de ½ salário'],
    ['case', 'O RECURSO É TEMPESTIVO', 'o recurso é tempestivo', 'O RECURSO É TEMPESTIVO'],
    ['after an emoji', '😀😀 A regra vale', 'a regra vale', 'A regra vale'],
  ])('%s: the exact place, kind normalised', (_, text, quote, words) => {
    const span = alignSource(text).locate(quote)!;
    expect(span.kind).toBe('normalised');
    expect(text.slice(span.start, span.end)).toBe(words);
  });

  it('refuses a quote that is nowhere, a part of a word, and no words at all', () => {
    const source = alignSource('A decisão manteve a sentença por seus fundamentos, sem condenação em honorários.');
    for (const quote of ['O contrato de seguro cobre o suicídio após dois anos de vigência', 'decis', '…', '', '   '])
      expect(source.locate(quote)).toBeNull();
  });

  it('never splits a character from its marks', () => {
    expect(alignSource('a ca\u0301lc').locate('ca')).toBeNull();
    expect(alignSource('x 👩‍⚖️').locate('👩')).toBeNull();
  });

  it('marks a fraction whole, or not at all', () => {
    const text = 'multa de ½ salário mínimo por dia de atraso, devida desde a citação do réu';
    for (const part of ['2 salário mínimo', 'multa de 1']) expect(alignSource(text).locate(part)).toBeNull();
    const span = alignSource(text).locate('2 salário mínimo por dia de demora, devida desde a citação')!;
    expect(span.kind).toBe('fuzzy');
    const found = text.slice(span.start, span.end);
    expect(found.startsWith('½ salário')).toBe(true);
  });

  it('finds a quote with a changed word, says it is fuzzy, and states its similarity', () => {
    const text = 'Nos termos da lei, a prescrição da pretensão punitiva ocorre em cinco anos, contados da data do ato praticado.';
    const quote = 'a prescrição da pretensão punitiva acontece em cinco anos, contados da data do ato';
    const span = alignSource(text).locate(quote)!;
    expect(span.kind).toBe('fuzzy');
    const found = text.slice(span.start, span.end);
    expect(found.startsWith('a prescrição')).toBe(true);
    const [a, b] = [normalise(quote), normalise(found)];
    expect(span.score).toBeCloseTo(1 - distance(a, b) / Math.max(a.length, b.length), 12);
    expect(span.score).toBeGreaterThanOrEqual(FUZZY_THRESHOLD);
  });

  it('property: a located quote, normalised, is what stands there, normalised', () => {
    fc.assert(
      fc.property(sentence, sentence, sentence, fc.constantFrom('\n', '\r\n', ' \u00a0', '  '), (before, quote, after, gap) => {
        const text = `${before}. ${quote.replaceAll(' ', gap)}. ${after}`.normalize('NFD');
        const span = alignSource(text).locate(quote);
        expect(span).not.toBeNull();
        if (span!.kind !== 'fuzzy') expect(normalise(text.slice(span!.start, span!.end))).toBe(normalise(quote.trim()));
      }),
      { numRuns: 300 },
    );
  });

  it('property: a fuzzy place’s stated score is the true similarity of what is marked', () => {
    fc.assert(
      fc.property(sentence, sentence, fc.nat(20), (before, quote, at) => {
        const words = quote.split(' ');
        words[at % words.length] = 'outrossim';
        const text = `${before} ${quote} ${before}`;
        const span = alignSource(text).locate(words.join(' '));
        if (!span || span.kind !== 'fuzzy') return;
        const [a, b] = [normalise(words.join(' ')), normalise(text.slice(span.start, span.end))];
        expect(span.score).toBeCloseTo(1 - distance(a, b) / Math.max(a.length, b.length), 9);
      }),
      { numRuns: 1000, examples: [['a a a a ½ a', 'o critérios motivo a art. a no a', 0]] },
    );
  });

  it('property: the best edit place is at the edit distance that it states', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 12 }), fc.string({ maxLength: 30 }), (pattern, text) => {
        const { start, end, distance: stated } = bestEditPlace(pattern, text);
        expect(distance(pattern, text.slice(start, end))).toBe(stated);
      }),
    );
  });
});

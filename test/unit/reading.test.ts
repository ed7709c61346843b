import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksOf } from '../../renderer/reading/blocks';
import { citationOf, quotation } from '../../renderer/reading/citation';
import { findAll, foldForFinding } from '../../renderer/reading/findIn';
import { runsOf } from '../../renderer/reading/segments';

/** Texts with what decisions hold: accents, astral characters, combining marks, CRLF, blank lines, numbers. */
const piece = fc.constantFrom(
  'ação ',
  'a\u0301',
  '§ 1º ',
  '😀',
  '\n',
  '\r\n',
  '\n\n',
  '12. ',
  'II - ',
  'VOTO',
  ' ',
  '\t',
  'Art. 5º ',
  'x',
  '.',
  'ß',
);
const texts = fc.array(piece, { maxLength: 80 }).map((parts) => parts.join(''));

describe('blocks of a text', () => {
  it('a line that ends with the stop of a title goes on; one that ends a sentence does not', () => {
    const line = 'Aqui se transcreve uma linha inteira da decisão, com a largura das outras';
    const text = [...Array(10).fill(line), 'Reconheço, assim, a prescrição da pretensão punitiva em favor do Sr.', 'Abelardo Fontoura.']
      .concat(['Esta linha é tão longa como as outras e termina onde a frase termina, aqui.', 'Outro parágrafo.'])
      .join('\n');
    const starts = blocksOf(text).map(({ start }) => text.slice(start, start + 5));
    expect(starts).toEqual(['Aqui ', 'Esta ', 'Outro']);
  });

  it('are the text, character by character', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const blocks = blocksOf(text);
        expect(blocks.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
        for (const { start, end, number } of blocks) {
          expect(end).toBeGreaterThan(start);
          if (number) expect(number.start >= start && number.end <= end).toBe(true);
        }
      }),
    );
  });

  it('join lines that were wrapped, and keep what begins anew', () => {
    const wrapped = [
      'The appellant contended before this court that the notice which',
      'was served upon him did not set out the grounds on which the',
      'proposed action rested, so that he had no opportunity of a reply.',
      'We agree.',
      '2. The second question is whether the order was made within the',
      'time that the statute allows for it, and that is a question of',
      'law on which the high court and the tribunal did not agree upon',
      'any single answer whatever.',
      'The appeal is allowed with costs throughout in favour of the one',
      'who brought it.',
    ];
    const text = wrapped.join('\n');
    expect(blocksOf(text).map(({ start, end }) => text.slice(start, end).split('\n')[0])).toEqual([
      wrapped[0],
      wrapped[3],
      wrapped[4],
      wrapped[8],
    ]);
    const long = [`${'palavra '.repeat(40)}fim.`, 'curta', `${'outra '.repeat(50)}fim.`].join('\n');
    expect(blocksOf(long).map(({ kind }) => kind)).toEqual(['lines', 'lines', 'lines']);
  });

  it('know the parts of a decision and the numbers of its paragraphs', () => {
    const heading = (line: string) => blocksOf(line)[0]!.heading;
    for (const line of ['VOTO', 'V O T O', 'RELATÓRIO', 'Ementa:', 'II - FUNDAMENTAÇÃO', 'JUDGMENT', 'III – Do mérito recursal']) {
      expect([line, heading(line)]).toEqual([line, true]);
    }
    for (const line of ['DES. FULANO DE TAL', 'O voto foi vencido.', 'VOTO PELO PROVIMENTO DO RECURSO', 'I agree with the order made.']) {
      expect([line, heading(line)]).toEqual([line, false]);
    }
    const number = (line: string) => {
      const found = blocksOf(line)[0]!.number;
      return found && line.slice(found.start, found.end);
    };
    expect(number('12. Além disso, a parte alega')).toBe('12. ');
    expect(number('9.1.2. determinar ao órgão')).toBe('9.1.2. ');
    expect(number('3) the order')).toBe('3) ');
    expect(number('2019 foi o ano')).toBeNull();
    expect(number('70 dias depois')).toBeNull();
  });
});

describe('runs', () => {
  it('are the block, cut where a layer begins or ends', () => {
    expect(
      runsOf({ start: 10, end: 30 }, [
        {
          name: 'quiet',
          ranges: [
            { start: 0, end: 15 },
            { start: 25, end: 40 },
          ],
        },
        { name: 'strong', ranges: [{ start: 12, end: 26 }] },
      ]),
    ).toEqual([
      { start: 10, end: 12, layers: ['quiet'] },
      { start: 12, end: 15, layers: ['quiet', 'strong'] },
      { start: 15, end: 25, layers: ['strong'] },
      { start: 25, end: 26, layers: ['quiet', 'strong'] },
      { start: 26, end: 30, layers: ['quiet'] },
    ]);
  });

  it('cover the block without gap or overlap, whatever the ranges', () => {
    const range = fc.tuple(fc.nat(60), fc.nat(20)).map(([start, length]) => ({ start, end: start + length }));
    fc.assert(
      fc.property(fc.array(range, { maxLength: 6 }), fc.array(range, { maxLength: 6 }), (a, b) => {
        const runs = runsOf({ start: 10, end: 50 }, [
          { name: 'a', ranges: a },
          { name: 'b', ranges: b },
        ]);
        expect(runs[0]!.start).toBe(10);
        expect(runs.at(-1)!.end).toBe(50);
        for (const [i, run] of runs.entries()) {
          if (i > 0) expect(run.start).toBe(runs[i - 1]!.end);
          for (let at = run.start; at < run.end; at++) {
            expect(run.layers.includes('a')).toBe(a.some(({ start, end }) => start <= at && at < end));
          }
        }
      }),
    );
  });
});

describe('find in text', () => {
  const find = (text: string, wanted: string) => findAll(foldForFinding(text), wanted).map(({ start, end }) => text.slice(start, end));

  it('finds without accents or case, at the true places', () => {
    const text = 'A LICITAÇÃO é pública. licitac\u0327a\u0303o dispensada; licitação.';
    expect(find(text, 'licitacao')).toEqual(['LICITAÇÃO', 'licitac\u0327a\u0303o', 'licitação']);
  });

  it('finds over a line break and after an emoji', () => {
    expect(find('😀 boa\r\n   fé objetiva', 'boa fe')).toEqual(['boa\r\n   fé']);
  });

  it('finds nothing for nothing, and does not overlap', () => {
    expect(find('aaaa', '  ')).toEqual([]);
    expect(find('aaaa', 'aa')).toEqual(['aa', 'aa']);
  });

  it('each place found reads as what was looked for', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom('acao', '1o', 'voto', 'a', 'x', '. '), (text, wanted) => {
        for (const words of find(text, wanted)) expect(foldForFinding(words).copy).toBe(foldForFinding(wanted.trim()).copy);
      }),
    );
  });
});

describe('a quotation', () => {
  const document = { title: 'Acórdão 764/2025', court: 'TCU', class: 'Representação', date: '2025-04-09' };
  it('is one line with its source', () => {
    expect(quotation('A dispensa\n  exige   justificativa.', document, 'pt-BR')).toBe(
      '“A dispensa exige justificativa.” (TCU, Representação, Acórdão 764/2025, 9 de abr. de 2025)',
    );
  });
  it('says nothing twice and leaves out what is unknown', () => {
    expect(citationOf({ title: 'TCU, Acórdão 1/2020', court: 'TCU', class: '', date: '' }, 'en')).toBe('TCU, Acórdão 1/2020');
    expect(quotation('', document, 'en')).toBe('TCU, Representação, Acórdão 764/2025, Apr 9, 2025');
  });
});

import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectLanguage } from '../../electron/engine/text/language';
import { cutPassages } from '../../electron/engine/text/passages';
import { sentencesOf, splitQuery } from '../../electron/engine/text/sentences';

const joined = (source: string, parts: readonly { start: number; end: number }[]) =>
  parts
    .map(({ start, end }) => source.slice(start, end))
    .join(' ')
    .replace(/(\p{Ll})-\s+(\p{Ll})/gu, '$1$2')
    .replace(/\s+/g, ' ');

describe('sentences', () => {
  it('do not end at abbreviations of law, initials, or numbers of a list', () => {
    const text =
      'Nos termos do art. 5º, inc. LV, da CF, a defesa é ampla em qualquer processo administrativo. O Min. J. A. Souza votou de acordo com o parecer do Ministério Público junto ao Tribunal.';
    expect(sentencesOf(text).map((sentence) => sentence.text)).toEqual([
      'Nos termos do art. 5º, inc. LV, da CF, a defesa é ampla em qualquer processo administrativo.',
      'O Min. J. A. Souza votou de acordo com o parecer do Ministério Público junto ao Tribunal.',
    ]);
  });

  it('go over wrapped lines and cut words, at their exact place', () => {
    const line =
      'O prazo decadencial para a constituição do crédito conta-se do pri-\nmeiro dia do exercício seguinte àquele em que o lançamento poderia ter\nsido efetuado, quando não há pagamento antecipado pelo contribuinte.\n';
    const text = line.repeat(3);
    const [first] = sentencesOf(text);
    expect(first!.text).toContain('conta-se do primeiro dia do exercício');
    expect(text.slice(first!.start, first!.end)).toBe(line.trimEnd());
  });

  it('leave page headers out of their parts', () => {
    const page =
      'A responsabilidade do gestor é subjetiva e depende da demonstração de culpa\nTRIBUNAL FICTÍCIO — fl. 1\nno caso concreto, não bastando a mera ocorrência do dano ao patrimônio público.\nTRIBUNAL FICTÍCIO — fl. 2\n';
    const text = page + page.replace('fl. 1', 'fl. 3').replace('fl. 2', 'fl. 4');
    const [first] = sentencesOf(text);
    expect(first!.text).not.toContain('TRIBUNAL');
    expect(first!.parts).toHaveLength(2);
    for (const part of first!.parts) expect(text.slice(part.start, part.end)).not.toContain('TRIBUNAL');
  });

  it.skipIf(!existsSync('../shared/data/lener-br-ementa/corpus.jsonl'))(
    'of real decisions stand exactly at their places (needs ../shared/data)',
    () => {
      let count = 0;
      for (const line of readFileSync('../shared/data/lener-br-ementa/corpus.jsonl', 'utf8').trim().split('\n').slice(0, 20)) {
        const { text } = JSON.parse(line) as { text: string };
        for (const sentence of sentencesOf(text)) {
          expect(joined(text, sentence.parts)).toBe(sentence.text.replace(/(\p{Ll})-\s+(\p{Ll})/gu, '$1$2'));
          expect(sentence.text.length).toBeGreaterThanOrEqual(60);
          expect(sentence.text.length).toBeLessThanOrEqual(450);
          count++;
        }
      }
      expect(count).toBeGreaterThan(1000);
    },
  );

  it('a long query is split, a short one stays whole', () => {
    expect(splitQuery('restos a pagar')).toEqual(['restos a pagar']);
    const long =
      'A fase de habilitação deve ser objetiva e prevista no edital da licitação. A exigência de atestado além do necessário restringe a competição entre os interessados. Cabe à Administração justificar a exigência.';
    expect(splitQuery(long).length).toBeGreaterThan(1);
  });
});

describe('passages', () => {
  it('cover every word once, in order, with about 180 words each', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('palavra', 'fim.', 'a\n', 'b\n\n', '😀', 'lei;'), { maxLength: 1500 }), (words) => {
        const text = words.join(' ');
        const passages = cutPassages(text);
        const rest = passages.map(({ start, end }) => text.slice(start, end)).join(' ');
        expect(rest.split(/\s+/).filter(Boolean)).toEqual(text.split(/\s+/).filter(Boolean));
        for (const { start, end } of passages) expect(text.slice(start, end).split(/\s+/).length).toBeLessThanOrEqual(240);
      }),
      { numRuns: 60 },
    );
  });
  it('of an empty text are none', () => expect(cutPassages(' \n ')).toEqual([]));
});

describe('language', () => {
  it.each([
    ['O recurso não comporta provimento, pois a decisão está de acordo com a jurisprudência da Corte.', 'pt', true],
    ['The appeal is dismissed for the reasons that have been stated by this Court in the judgment.', 'en', true],
    ['ICMS 2020', 'pt', false],
  ] as const)('%s', (text, lang, sure) => expect(detectLanguage(text)).toEqual({ lang, sure }));
});

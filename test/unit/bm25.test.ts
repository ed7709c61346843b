import { describe, expect, it } from 'vitest';
import { Bm25Builder, type Bm25Unit } from '../../electron/engine/search/bm25';
import { buildBm25 } from './bm25Kit';

const pt = (id: string, text: string): Bm25Unit => ({ id, lang: 'pt', text });
const en = (id: string, text: string): Bm25Unit => ({ id, lang: 'en', text });
const idf = (n: number, df: number) => Math.log(1 + (n - df + 0.5) / (df + 0.5));
const found = (units: Bm25Unit[], query: string) => {
  const index = buildBm25(units);
  return [...index.hits(query).units].map((row) => index.unitIds[row]);
};

describe('BM25 by hand', () => {
  it('two words, parameters given, lengths that differ', () => {
    const index = buildBm25([pt('a', 'multa multa juros'), pt('b', 'multa'), pt('c', 'posse posse posse posse posse')]);
    // Lengths 3, 1, 5: mean 3.
    const [k1, b] = [1.2, 0.75];
    const part = (n: number, df: number, tf: number, length: number) => (idf(n, df) * tf) / (tf + k1 * (1 - b + (b * length) / 3));
    const { scores } = index.scores('multa juros', { k1, b });
    expect(scores[0]).toBeCloseTo(part(3, 2, 2, 3) + part(3, 1, 1, 3), 6);
    expect(scores[1]).toBeCloseTo(part(3, 2, 1, 1), 6);
    expect(scores[2]).toBe(0);
  });
  it('a word said n times in the query counts 3n / (n + 2) times', () => {
    const index = buildBm25([pt('a', 'multa'), pt('b', 'posse')]);
    const [once, thrice] = ['multa', 'multa multa multa'].map((query) => index.scores(query).scores[0]!);
    expect(thrice! / once!).toBeCloseTo(9 / 5, 5);
  });
  it('words that stand for the same thing count as one: frequencies are added, documents united', () => {
    // Written without accents, `licitacao` has another stem than `licitação`.
    const index = buildBm25([pt('a', 'licitação licitacao'), pt('b', 'licitacao posse'), pt('c', 'posse posse')]);
    const norm = 0.9; // every length is the mean
    const { scores } = index.scores('licitação');
    expect(scores[0]).toBeCloseTo((idf(3, 2) * 2) / (2 + norm), 6);
    expect(scores[1]).toBeCloseTo((idf(3, 2) * 1) / (1 + norm), 6);
    expect(index.scores('licitacao').scores).toEqual(scores);
  });
});

describe('what a query finds', () => {
  it.each([
    ['acao', 'ações'],
    ['acoes', 'ação'],
    ['licitacao', 'licitações'],
    ['licitacoes', 'licitação'],
    ['acordao', 'acórdãos'],
    ['orgaos', 'órgão'],
    ['prescricao', 'prescrição'],
    ['decisoes', 'decisão'],
    ['competencia', 'competências'],
    ['CONTRATO', 'contratos'],
    ['aposentadoria', 'aposentadorias'],
    ['juro', 'juros'],
    ['imoveis', 'imóvel'],
    ['prescrição', 'PRESCRICAO'],
    ['14133', 'Lei nº 14.133/2021'],
    ['art. 5', 'artigo art. 5º'],
    ['0001234-56.2020.4.01.3400', 'autos 00012345620204013400'],
  ])('%s finds “%s”', (query, text) => expect(found([pt('x', 'locação de bens'), pt('y', text)], query)).toEqual(['y']));

  it('English inflections', () =>
    expect(found([en('x', 'the suit was decreed'), en('y', 'the petitions were dismissed')], 'dismissal of a petition')).toEqual(['y']));
  it('both languages of a mixed collection, figures in all of them', () => {
    const units = [pt('p', 'Lei 8.666: decisões sobre contratos'), en('e', 'Act 8666 on contracts and decisions')];
    expect(found(units, 'decisoes')).toEqual(['p']);
    expect(found(units, 'contracts')).toEqual(['e']);
    expect(found(units, '8.666').sort()).toEqual(['e', 'p']);
  });
  it('function words are passed over, unless there is nothing else', () => {
    const units = [pt('x', 'de como foi'), pt('y', 'posse de boa-fé')];
    expect(found(units, 'a posse de bens')).toEqual(['y']);
    expect(found(units, 'como')).toEqual(['x']);
    expect(buildBm25(units).hits('a posse de imóveis').unmatched).toEqual(['imóveis']);
  });
  it('a query without words finds nothing and breaks nothing', () => {
    expect(found([pt('x', 'posse')], ' … — ')).toEqual([]);
    expect(found([pt('x', '')], 'posse')).toEqual([]);
  });
});

describe('hits', () => {
  const units = ['a', 'b', 'c', 'd'].map((id) => pt(id, 'posse')).concat(pt('e', 'posse posse'), pt('f', 'multa'));
  it('ties go by id, descending; units without a word of the query are no hits', () =>
    expect(found(units, 'posse')).toEqual(['e', 'd', 'c', 'b', 'a']));
  it('the floor is 0 where every match is listed, else the lowest listed score', () => {
    const index = buildBm25(units);
    expect(index.hits('posse').floor).toBe(0);
    const cut = index.hits('posse', { candidates: 1 });
    expect(cut.units).toHaveLength(1);
    expect(cut.floor).toBe(cut.scores[0]);
    const cutAmongTies = index.hits('posse', { candidates: 3 });
    expect(cutAmongTies.floor).toBe(cutAmongTies.scores[2]);
  });
  it('the same id twice is refused', () => {
    const builder = new Bm25Builder();
    builder.add(pt('a', 'x'));
    expect(() => builder.add(pt('a', 'y'))).toThrow('"a" occurs twice');
  });
});

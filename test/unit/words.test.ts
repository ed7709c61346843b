import { describe, expect, it } from 'vitest';
import { stemEnglish } from '../../electron/engine/search/english';
import { looseKey, singular, stem } from '../../electron/engine/search/stem';
import { isStopWord } from '../../electron/engine/search/stopWords';
import { tokenise } from '../../electron/engine/search/tokenise';

describe('words of a text', () => {
  it.each([
    ['Lei nº 14.133/2021, art. 5º, § 1º-A', 'lei n 14133 2021 art 5 1 a'],
    ['Leis 8.666/93 e 14133', 'leis 8666 93 e 14133'],
    ['art. 5o da Constituição', 'art 5 da constituição'],
    ['s. 34A, S. 34', 's 34a s 34'],
    ['Rs. 1,00,000 or 10,000; 1.234.567', 'rs 100000 or 10000 1234567'],
    ['0001234-56.2020.4.01.3400', '00012345620204013400'],
    ['(1978) 1 SCC 248', '1978 1 scc 248'],
    ['6.6.1988', '6 6 1988'],
    ["the court's and the Court’s order", 'the court and the court order'],
    ["D'Ávila, d’água", 'd ávila d água'],
    ['decreto-lei, aplica-se', 'decreto lei aplica se'],
    ['conces-\nsão e aplica-\r\nse', 'concessão e aplica se'],
    ['li\u00adci\u00adtação', 'licitação'],
    ['INC. II da ﬁança', 'inc ii da fiança'],
    ['a\u0301gua', 'água'],
    ['habeas\u00a0corpus', 'habeas corpus'],
    ['😀 … — “”', ''],
  ])('%s', (text, words) => expect(tokenise(text).join(' ')).toBe(words));
});

describe('stems', () => {
  // Reference: snowballstemmer (Python), Portuguese; accents folded afterwards.
  it.each([
    ['licitação', 'licit'],
    ['contratos', 'contrat'],
    ['aposentadoria', 'aposentador'],
    ['prescrição', 'prescrica'],
    ['competência', 'competent'],
    ['servidores', 'servidor'],
    ['constitucionalidade', 'constitucional'],
    ['julgados', 'julg'],
  ])('Portuguese: %s → %s', (word, expected) => expect(stem(word, 'pt')).toBe(expected));

  // Reference: snowballstemmer 2.2.0 (Python), English, with which it agreed on 44,631 words of Indian decisions.
  it.each([
    ['jurisdiction', 'jurisdict'],
    ['petition', 'petit'],
    ['mandamus', 'mandamus'],
    ['stay', 'stay'],
    ['improperly', 'improp'],
    ['dismissed', 'dismiss'],
    ['generously', 'generous'],
    ['hopping', 'hop'],
    ['hoping', 'hope'],
    ['agreed', 'agre'],
    ['ties', 'tie'],
    ['cries', 'cri'],
    ['only', 'onli'],
    ['succeed', 'succeed'],
    ['communism', 'communism'],
    ['youth', 'youth'],
    ['sayings', 'say'],
    ['controll', 'control'],
    ['rationalization', 'ration'],
    ['is', 'is'],
  ])('English: %s → %s', (word, expected) => expect(stemEnglish(word)).toBe(expected));

  it.each([
    'ação ações',
    'licitação licitações',
    'decisão decisões',
    'acórdão acórdãos',
    'órgão órgãos',
    'tribunal tribunais',
    'imóvel imóveis',
    'civil civis',
    'fácil fáceis',
    'útil úteis',
    'lei leis',
    'bem bens',
    'réu réus',
    'juiz juízes',
    'juro juros',
    'contrato contratos',
    'escrivão escrivães',
  ])('singular and plural meet: %s', (words) => expect(new Set(words.split(' ').map((word) => stem(word, 'pt'))).size).toBe(1));

  it.each(['mais', 'país', 'seis', 'júris', 'mães'])('%s is no plural to be changed', (word) => expect(singular(word)).toBe(word));
  it('figures have no stem', () => expect([stem('14133', 'pt'), stem('34a', 'en')]).toEqual(['14133', '34a']));
});

describe('without accents', () => {
  it.each([
    'ação ações acao acoes',
    'licitação licitacoes',
    'acórdão acordaos',
    'órgão orgaos',
    'decisão decisoes',
    'competência competencias',
    'imóvel imoveis',
  ])('one key: %s', (words) => expect(new Set(words.split(' ').map((word) => looseKey(word, 'pt'))).size).toBe(1));
  it('English words keep theirs', () => expect(looseKey('courts', 'en')).toBe('courts'));
  it('negations are no stop words', () => {
    for (const word of ['não', 'sem', 'contra', 'nem']) expect(isStopWord(word, 'pt'), word).toBe(false);
    for (const word of ['not', 'no', 'without', 'nor']) expect(isStopWord(word, 'en'), word).toBe(false);
    expect([isStopWord('de', 'pt'), isStopWord('the', 'en')]).toEqual([true, true]);
  });
});

import { describe, expect, it } from 'vitest';
import { failedChecks } from '../../electron/engine/extract/checks';
import { partyNames } from '../../electron/engine/extract/partyNames';
import { CheckId } from '../../shared/profiles';

const context = { lang: 'pt' as const, length: { least: 20, most: 200 }, parties: ['Masud Khan', 'José D’Ávila Neto'] };
const failed = (text: string, more: Partial<typeof context> | { lang: 'en' } = {}, status: 'exact' | 'none' = 'exact') =>
  failedChecks({ text, status }, CheckId.options, { ...context, ...more });
const GOOD = 'A prescrição intercorrente exige a inércia do credor por prazo superior ao do direito material.';
const GOOD_EN = 'An order of dismissal can not be passed against a permanent employee unless he has been heard.';

describe('checks of a nugget', () => {
  it('a self-contained thesis passes all of them, in both languages', () => {
    expect(failed(GOOD)).toEqual([]);
    expect(failed(GOOD_EN, { lang: 'en' })).toEqual([]);
    expect(failed('É nula a cláusula que exclui a garantia legal, nos termos do art. 25 da Lei nº 8.078/1990.')).toEqual([]);
    expect(
      failed('It is settled that a cheque issued as security attracts Section 138 of the Negotiable Instruments Act, 1881.', {
        lang: 'en',
      }),
    ).toEqual([]);
  });

  it.each([
    'Ele responde pelos encargos da prorrogação do contrato de locação.',
    'Essa multa exige dolo ou culpa grave do gestor público responsável.',
    'O recorrente não provou o pagamento dos tributos que são devidos ao Estado.',
    'A multa não é devida no caso concreto, pois não houve dolo do gestor público.',
    'Neste recurso não se admite a revisão das provas que foram produzidas.',
  ])('points to something outside itself: %s', (text) => {
    expect(failed(text)).toContain('self-contained');
  });

  it.each([
    'The appellant is entitled to be reinstated with full back wages from the date of dismissal.',
    'This means that the order of detention is vitiated by the delay in its service.',
    'An order of detention must be quashed in the facts of this case for want of grounds.',
  ])('points to something outside itself, in English: %s', (text) => {
    expect(failed(text, { lang: 'en' })).toContain('self-contained');
  });

  it.each([
    ['A prisão de MASUD KHAN é ilegal por falta de fundamento na lei.', true],
    ['A pretensão de Jose D’Avila Neto prescreve em cinco anos da data do fato.', true],
    ['Cabe ao Sr. Fulano de Tal o dever de prestar as contas dos recursos.', true],
    ['O khan é um título de nobreza que não confere imunidade ao seu titular.', false],
  ])('names a party or a person: %s', (text, names) => {
    expect(failed(text).includes('no-party-names')).toBe(names);
  });

  it.each([
    ['No processo 0012843-03.2015.8.07.0001 firmou-se que o prazo é de cinco anos.', true],
    ['O REsp 1.234.567/SP fixou que o prazo é de cinco anos contados do fato.', true],
    ['Conforme as fls. 123 dos autos o prazo é de cinco anos contados do fato.', true],
    ['Civil Appeal No. 117 of 1973 held that the delay is fatal to the order.', true],
    ['Writ Petition (C) No. 12 held that the delay is fatal to the order.', true],
    ['A Lei nº 8.666/1993, art. 24, II, dispensa a licitação de pequeno valor.', false],
    ['A Súmula 503 fixa o prazo de cinco anos, contado do dia seguinte à emissão.', false],
    ['Section 302 of the Indian Penal Code requires proof of intention or knowledge.', false],
  ])('holds the number of a case, not of a statute: %s', (text, holds) => {
    expect(failed(text).includes('no-case-numbers')).toBe(holds);
  });

  it('another language, another length, half a sentence, no evidence: each by its name, in the order of the checks', () => {
    expect(failed(GOOD_EN)).toEqual(['language']);
    expect(failed(GOOD, { lang: 'en' })).toEqual(['language']);
    expect(failed('Prazo: 5 anos.')).toEqual(['length']);
    expect(failed('que a multa exige dolo ou culpa grave do gestor público')).toEqual(['whole-sentence']);
    expect(failed(GOOD, {}, 'none')).toEqual(['evidence']);
  });

  it('only those that the profile names', () => {
    expect(failedChecks({ text: 'x', status: 'none' }, ['length'], context)).toEqual(['length']);
  });
});

describe('names of the parties', () => {
  it('of an Indian head and of Brazilian ones, without roles, others and numbers', () => {
    expect(partyNames('Masud Khan v State Of Uttar Pradesh\nSupreme Court of India\n')).toEqual(['Masud Khan']);
    expect(partyNames('Ashok Kumar and Others v State of Tamil Nadu\n')).toEqual(['Ashok Kumar']);
    expect(partyNames('RECORRENTE : MARIA DA SILVA SOUZA E OUTROS\nRECORRIDO(S): União\nApelado(s) : ALISSON DE MORAES (CPF 1)')).toEqual([
      'MARIA DA SILVA SOUZA',
      'ALISSON DE MORAES',
    ]);
  });
  it('none where the head names none, and none from far down the text', () => {
    expect(partyNames('A multa exige dolo.\nO recorrente: não provou.')).toEqual([]);
    expect(partyNames(`${'Linha de texto.\n'.repeat(400)}RECORRENTE: MARIA DA SILVA`)).toEqual([]);
  });
});

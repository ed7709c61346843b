import { describe, expect, it } from 'vitest';
import { covered } from '../../electron/engine/extract/covered';
import { dedupe } from '../../electron/engine/extract/dedupe';
import type { ExtractedNugget } from '../../electron/engine/ports';

const nugget = (text: string, start: number, status: ExtractedNugget['status'] = 'exact'): ExtractedNugget => ({
  text,
  context: '',
  tier: 'written',
  status,
  spans: status === 'none' ? [] : [{ start, end: start + 50, kind: status, score: 1 }],
  quotes: [],
  cue: null,
  fields: {},
  failed_checks: [],
  trace: 0,
});

describe('the same thesis twice', () => {
  // 19 words of 20 in common over 21 in all: .905; 18 over 22: .818.
  const words = 'um dois três quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove';
  const a = nugget(`${words} vinte`, 100);
  it('one word of twenty apart, with evidence in the same place, is one', () => {
    expect(dedupe([a, nugget(`${words} trinta`, 120)])).toEqual([a]);
  });
  it('elsewhere, or two words apart, it is another', () => {
    const elsewhere = nugget(`${words} trinta`, 150);
    const further = nugget(`${words.replace('cinco', 'quinhentos')} trinta`, 100);
    expect(dedupe([a, elsewhere, further])).toEqual([a, elsewhere, further]);
  });
  it('a negation, an exception or another number turns a thesis round', () => {
    const said = nugget(
      'A multa moratória de 2% é devida pelo condômino inadimplente ainda que a convenção do condomínio preveja outra',
      0,
    );
    const denied = nugget(said.text.replace('é devida', 'não é devida'), 0);
    const other = nugget(said.text.replace('2%', '20%'), 0);
    expect(dedupe([said, denied, other])).toEqual([said, denied, other]);
  });
  it('punctuation, case and accents make no other; the better evidence stays, in the first place', () => {
    const unlocated = nugget('A AÇÃO prescreve em cinco anos.', 0, 'none');
    const located = nugget('a acao prescreve, em cinco anos', 40);
    const third = nugget('Outra tese inteiramente diversa desta', 200);
    expect(dedupe([unlocated, third, located])).toEqual([located, third]);
  });
});

describe('how much was read', () => {
  it('overlaps count once, a gap of white space counts as read, another does not', () => {
    const text = `${'a'.repeat(10)}   ${'b'.repeat(10)}`;
    expect(
      covered(text, [
        { start: 0, end: 10 },
        { start: 13, end: 23 },
      ]),
    ).toBe(23);
    expect(
      covered(text, [
        { start: 13, end: 20 },
        { start: 0, end: 8 },
        { start: 4, end: 9 },
      ]),
    ).toBe(9 + 7);
    expect(covered(text, [])).toBe(0);
    expect(covered('  \n', [])).toBe(3);
    expect(covered('', [])).toBe(0);
  });
});

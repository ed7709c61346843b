import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endsInEndlessString, endsInLoop } from '../../electron/engine/chat/loops';
import { salvage } from '../../electron/engine/chat/salvage';
import { THESES } from '../../electron/engine/extract/itemForm';
import { readReply } from '../../electron/engine/extract/reply';

const A = 'O fiador responde pelos encargos da prorrogação se houver cláusula que o preveja.';
const B = 'A recusa de cobertura de tratamento prescrito gera dano moral quando agrava a aflição do segurado.';
const whole = JSON.stringify(
  {
    nuggets: [
      { text: A, quotes: ['q um', 'q "dois"'] },
      { text: B, quotes: ['q {três}'] },
    ],
  },
  null,
  4,
);

describe('an answer that is not whole', () => {
  it('cut by the token limit: A is kept', () => {
    expect(salvage('{"nuggets":[{"text":"A"},{"text":"B')).toEqual([{ text: 'A' }]);
  });

  it('a head that is lost, wherever it breaks off, costs at most the nugget that it breaks', () => {
    const second = whole.indexOf('{', whole.indexOf(A));
    for (let at = 1; at < second; at++) {
      const texts = readReply(whole.slice(at)).nuggets.map(({ text }) => text);
      expect(texts).toContain(B);
      for (const text of texts) expect([A, B]).toContain(text);
      expect(readReply(whole.slice(at)).state).toBe('cut');
    }
  });

  it('words or a fence around it, or a bare list: read, and known not to be what was asked for', () => {
    for (const raw of [`\`\`\`json\n${whole}\n\`\`\``, `Claro! ${whole} Espero ter ajudado.`, JSON.stringify(JSON.parse(whole).nuggets)]) {
      const reply = readReply(raw);
      expect(reply.nuggets.map(({ text }) => text)).toEqual([A, B]);
      expect(reply.state).toBe('cut');
    }
  });

  it('property: whatever is cut off at both ends, nothing is made up', () => {
    const said = [A, B, 'q um', 'q "dois"', 'q {três}'];
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(whole.length), (a, b) => {
        for (const { text, quotes } of readReply(whole.slice(Math.min(a, b), Math.max(a, b))).nuggets) {
          expect([A, B]).toContain(text);
          for (const quote of quotes) expect(said).toContain(quote);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('a full list may have been cut by its limit', () => {
    const nuggets = Array.from({ length: THESES.maxNuggets }, (_, i) => ({ text: `${A} Variante de número ${i}.`, quotes: ['x'] }));
    expect(readReply(JSON.stringify({ nuggets }))).toMatchObject({ state: 'cut', note: `the list is full with ${THESES.maxNuggets}` });
    expect(readReply(JSON.stringify({ nuggets: nuggets.slice(1) })).state).toBe('whole');
  });

  it('the words of the prompt, said again, are no nugget', () => {
    const reply = readReply(whole, { prompt: `Regras:\n- ${A.toUpperCase()}\n- Outra regra.` });
    expect(reply.nuggets.map(({ text }) => text)).toEqual([B]);
    expect(reply.note).toBe('1 echoes');
  });

  it('more quotes than three, empty and repeated ones are left out; a quote keeps its own spelling', () => {
    const reply = readReply(JSON.stringify({ nuggets: [{ text: A, quotes: [' a  b ', '', 'a  b', 'C', 'd', 'e'] }] }));
    expect(reply.nuggets[0]!.quotes).toEqual(['a  b', 'C', 'd']);
  });
});

describe('a model that goes round in circles', () => {
  it('is seen after four rounds, in words, in nuggets, in one character', () => {
    const nugget = `{"text":"${A}","quotes":["${B}"]},`;
    expect(endsInLoop(`{"nuggets":[${nugget.repeat(3)}`)).toBe(false);
    expect(endsInLoop(`{"nuggets":[${nugget.repeat(4)}`)).toBe(true);
    expect(endsInLoop(`{"nuggets":[{"text":"${'o prazo é de cinco anos, '.repeat(7)}`)).toBe(true);
    expect(endsInLoop(`{"text":"${'a'.repeat(160)}`)).toBe(true);
  });
  it('an answer, dots that lead to a page and a rule of dashes are none', () => {
    for (const text of [whole, `${'.'.repeat(120)} 12`, '-'.repeat(80)]) expect(endsInLoop(text)).toBe(false);
  });
  it('a string without an end is seen', () => {
    expect(endsInEndlessString(`{"nuggets":[{"text":"${'palavra nova '.repeat(400)}`)).toBe(true);
    expect(endsInEndlessString(`{"nuggets":[{"text":"${'a'.repeat(3000)}","quotes":["${'b'.repeat(3000)}`)).toBe(false);
  });
});

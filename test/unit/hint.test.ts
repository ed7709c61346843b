import { expect, it } from 'vitest';
import { askEntailment } from '../../electron/engine/annotate/entailment';
import { foresight, hintOf } from '../../electron/engine/annotate/hint';
import type { AskOptions, ChatModel, Messages } from '../../electron/engine/chat/chatModel';

const words = (text: string) => new Set(text.split(' '));
const hint = (nugget: string, evidence: string, more: object = {}) =>
  hintOf({
    location: 1,
    nuggetWords: words(nugget),
    evidenceWords: words(evidence),
    documentWords: words(`${evidence} 10`),
    cosines: null,
    ...more,
  });

it('a score by hand: 3 of 4 words, evidence in place, vector halfway out of the rest', () => {
  // .3·1 + .4·.75 + .3·(.9 − .8)/(1 − .8)
  const out = hint('prazo de cinco meses', 'prazo de cinco anos', { cosines: { evidence: 0.9, mean: 0.8 } });
  expect(out.score).toBeCloseTo(0.3 + 0.3 + 0.15, 12);
  expect(out).toMatchObject({ verdict: 'support', signals: { location: 1, lexical: 0.75 } });
  expect(hint('prazo de cinco meses', 'prazo de cinco anos').score).toBeCloseTo((0.3 + 0.3) / 0.7, 12);
});

it('not located and few words in common: no support; a number of another place: partial; a number of nowhere: no support', () => {
  expect(hint('um dois três quatro', 'um outro texto', { location: 0 }).verdict).toBe('no_support');
  expect(hint('multa prazo obra preço 10', 'multa prazo obra preço')).toMatchObject({ verdict: 'partial', missing_numbers: ['10'] });
  expect(hint('multa prazo obra preço 99', 'multa prazo obra preço').verdict).toBe('no_support');
});

it('precision and recall of "no support"', () => {
  const pair = (people: 'support' | 'no_support', of: 'support' | 'no_support') => ({ people, hint: of });
  const pairs = [
    pair('no_support', 'no_support'),
    pair('no_support', 'support'),
    pair('no_support', 'support'),
    pair('support', 'no_support'),
    pair('support', 'support'),
  ];
  expect(foresight(pairs)).toEqual({ precision: 1 / 2, recall: 1 / 3, foreseen: 2, judged: 3, same: 2 / 5 });
  expect(foresight([])).toEqual({ precision: null, recall: null, foreseen: 0, judged: 0, same: null });
});

function scripted(raw: string, contextSize = 4096): { model: ChatModel; asked: { messages: Messages; options: AskOptions }[] } {
  const asked: { messages: Messages; options: AskOptions }[] = [];
  const count = (text: string) => Math.ceil(text.length / 4);
  const model: ChatModel = {
    contextSize,
    template: 't',
    count,
    countMessages: ({ system, user }) => count(system + user),
    async ask(messages, options) {
      asked.push({ messages, options });
      return { raw, stop: 'complete', promptTokens: 1, answerTokens: 1 };
    },
    async dispose() {},
  };
  return { model, asked };
}

it('a model is asked with a bound answer at temperature 0; what is no verdict is none', async () => {
  const { model, asked } = scripted('{"verdict":"partial"}');
  expect(await askEntailment(model, { statement: 'S', text: 'T', lang: 'pt' })).toBe('partial');
  expect(asked[0]).toMatchObject({
    messages: { user: 'Trecho:\nT\n\nAfirmação:\nS' },
    options: { temperature: 0, schema: { required: ['verdict'] } },
  });
  for (const raw of ['{"verdict":"maybe"}', '{"verdict"', 'null ', ''])
    expect(await askEntailment(scripted(raw).model, { statement: 'S', text: 'T', lang: 'en' }).catch(() => 'thrown')).toBeNull();
});

it('a text that does not fit is cut from both ends, and never shifts the context', async () => {
  const { model, asked } = scripted('{"verdict":"support"}', 400);
  const text = `${'a'.repeat(3000)} MEIO ${'b'.repeat(3000)}`;
  expect(await askEntailment(model, { statement: 'S', text, lang: 'en' })).toBe('support');
  expect(asked[0]!.messages.user).toContain('MEIO');
  expect(model.countMessages(asked[0]!.messages) + asked[0]!.options.maxTokens).toBeLessThanOrEqual(400);
  expect(await askEntailment(scripted('{"verdict":"support"}', 400).model, { statement: 'x'.repeat(3000), text, lang: 'en' })).toBeNull();
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { CombinedDocument } from '../../electron/engine/aggregate/combine';
import { unite } from '../../electron/engine/aggregate/unite';
import type { Answer, AskOptions, ChatModel, Messages } from '../../electron/engine/chat/chatModel';
import { fitText } from '../../electron/engine/chat/fitText';
import { parsePrompt } from '../../electron/engine/chat/prompt';
import { formulatorByModel } from '../../electron/engine/formulate/byModel';
import { formulatorByRules, wordWeights } from '../../electron/engine/formulate/byRules';
import { pickClauses } from '../../electron/engine/formulate/clauses';
import { formulationKey } from '../../electron/engine/formulate/formulator';
import { readIssues } from '../../electron/engine/formulate/reply';
import { textsOf } from '../../shared/formulation';

const words = (text: string): number => text.split(/\s+/).filter(Boolean).length;

describe('the forms of a query', () => {
  const made = { phrases: ['A', 'B', 'C'], edited_phrases: null, edited_facts: null };
  it('are named as the paper names them; the union has all three', () => {
    expect(textsOf('as-is', 'facts', made)).toEqual(['facts']);
    expect(textsOf('q_F', 'facts', made)).toEqual(['facts']);
    expect(textsOf('q_I', 'facts', made)).toEqual(['A | B | C']);
    expect(textsOf('q_FI', 'facts', made)).toEqual(['facts\nA | B | C']);
    expect(textsOf('union', 'facts', made)).toEqual(['facts', 'A | B | C', 'facts\nA | B | C']);
  });
  it('what was edited counts in place of what was made, but never for as-is', () => {
    const edited = { ...made, edited_phrases: ['X'], edited_facts: 'other' };
    expect(textsOf('q_FI', 'facts', edited)).toEqual(['other\nX']);
    expect(textsOf('as-is', 'facts', edited)).toEqual(['facts']);
  });
});

describe('what a model answers', () => {
  it('is three phrases, without pipes, numbering or doubles', () => {
    const raw = JSON.stringify({
      issues: ['1. Natural justice | hearing', '- natural justice / hearing', 'Malice in law', 'a', 'Limitation'],
    });
    expect(readIssues(raw)).toEqual({
      phrases: ['Natural justice / hearing', 'Malice in law', 'Limitation'],
      note: '1 invalid, 1 repeated',
    });
  });
  it('that is cut off keeps what is whole of it', () => {
    expect(readIssues('Here: {"issues":["Natural justice in inquiry","Burden of pro').phrases).toEqual(['Natural justice in inquiry']);
    expect(readIssues('nothing').phrases).toEqual([]);
    expect(readIssues('{"issues":"Only one issue"}').phrases).toEqual(['Only one issue']);
  });
  it('that only says the prompt again, or goes round in circles, is none', () => {
    const prompt = 'Write exactly three issues. Take from the facts alone.';
    expect(readIssues('{"issues":["Take from the facts alone","a b c d a b c d a b c d a b c d","Estoppel by conduct"]}', prompt)).toEqual({
      phrases: ['Estoppel by conduct'],
      note: '1 loops, 1 echoes',
    });
  });
});

describe('a text that is too long', () => {
  it('is cut before a word, by halving', () => {
    expect(fitText('one two three four', 2, words)).toBe('one two');
    expect(fitText('one two', 2, words)).toBe('one two');
    expect(fitText('one two', 0, words)).toBe('');
    expect(fitText('abcdefgh', 3, (text) => text.length)).toBe('abc');
  });
});

const prompts = {
  en: parsePrompt('# system\nSay the issues.\n# user\nFacts: {{text}}\n', 'a.en.md', 'en'),
  pt: parsePrompt('# system\nDiga as questões.\n# user\nFatos: {{text}}\n', 'a.pt.md', 'pt'),
};

/** Answers in turn; remembers what it was asked. */
function scripted(answers: readonly string[], contextSize = 2000): ChatModel & { asked: { messages: Messages; options: AskOptions }[] } {
  const asked: { messages: Messages; options: AskOptions }[] = [];
  return {
    asked,
    contextSize,
    template: 'scripted',
    count: words,
    countMessages: ({ system, user }) => words(system) + words(user),
    async ask(messages, options): Promise<Answer> {
      asked.push({ messages, options });
      return { raw: answers[asked.length - 1] ?? '', stop: 'complete', promptTokens: 10, answerTokens: 5 };
    },
    async dispose() {},
  };
}
const byModel = (model: ChatModel) =>
  formulatorByModel(model, { id: 'llama', modelId: 'm', modelSha256: 'f'.repeat(64), lanes: 1, params: {}, prompts });

describe('formulating by a model', () => {
  it('asks once where three come, bound to the form, in the language of the query', async () => {
    const model = scripted(['{"issues":["Natural justice","Malice in law","Limitation"]}']);
    const made = await byModel(model).formulate({ lang: 'pt', text: 'o réu foi demitido' });
    expect(made).toMatchObject({ phrases: ['Natural justice', 'Malice in law', 'Limitation'], attempts: 1, note: '' });
    expect(model.asked[0]!.messages).toEqual({ system: 'Diga as questões.', user: 'Fatos: o réu foi demitido' });
    expect(model.asked[0]!.options).toMatchObject({ temperature: 0, schema: { properties: { issues: { minItems: 3, maxItems: 3 } } } });
  });
  it('asks again, less strictly, where fewer come, and keeps the fuller answer and both raw ones', async () => {
    const model = scripted(['{"issues":["Natural justice"]}', '{"issues":["Malice in law","Limitation"]}']);
    const made = await byModel(model).formulate({ lang: 'en', text: 'dismissed' });
    expect(made.phrases).toEqual(['Malice in law', 'Limitation']);
    expect(made.note).toBe('2 of 3 phrases (complete)');
    expect(made.raw).toContain('Natural justice');
    expect(made.raw).toContain('Limitation');
    expect(model.asked[1]!.options.temperature).toBeGreaterThan(0);
    expect(made.facts).toEqual({ prompt_tokens: 20, answer_tokens: 10 });
  });
  it('cuts facts that are longer than the context, and says so', async () => {
    const model = scripted(['{"issues":["Natural justice","Malice in law","Limitation"]}'], 400);
    const made = await byModel(model).formulate({ lang: 'en', text: 'word '.repeat(1000) });
    expect(made.note).toMatch(/^only the first \d+ of 5000 characters fit the context$/);
    const { messages, options } = model.asked[0]!;
    expect(words(messages.system) + words(messages.user) + options.maxTokens).toBeLessThanOrEqual(400);
  });
  it('refuses a context that has no room', () => {
    expect(() => byModel(scripted([], 300))).toThrow(/no room/);
  });
  it('its key changes with model, prompt and parameters, not with the lanes', () => {
    const key = (over: object) =>
      formulationKey(
        formulatorByModel(scripted([]), { id: 'llama', modelId: 'm', modelSha256: 'a', lanes: 1, params: {}, prompts, ...over }),
      );
    expect(key({ lanes: 4 })).toBe(key({}));
    expect(
      new Set([key({}), key({ modelSha256: 'b' }), key({ params: { host: 'h' } }), key({ prompts: { ...prompts, pt: prompts.en } })]).size,
    ).toBe(4);
  });
});

const RULES = 'resources/prompts/extractive-formulation.json';
const weights = wordWeights(JSON.parse(readFileSync(RULES, 'utf8')));

describe('formulating by rules', () => {
  it('a word of law counts more than another, one of every case nothing; the longer beginning decides', () => {
    expect([weights('misappropriation'), weights('bank'), weights('court'), weights('appellant')]).toEqual([2, 1, 0, 0]);
    expect([weights('partition'), weights('parties'), weights('indenizacao'), weights('processo')]).toEqual([2, 0, 2, 0]);
  });
  it('picks clauses without names, dates and numbers, each new beside the others; always the same', () => {
    const text =
      'On 3rd November, 1970 the Bank suspended Ramesh Kumar for misappropriation of the funds. The termination of service violated natural justice, said Kumar. He claimed reinstatement with arrears of salary of Rs. 5,000.';
    const picked = pickClauses(text, weights, 3);
    expect(picked).toEqual(pickClauses(text, weights, 3));
    expect(picked.length).toBe(3);
    const all = picked.join(' | ');
    expect(all).toContain('misappropriation');
    expect(all).toContain('natural justice');
    expect(all).toContain('reinstatement with arrears of salary');
    expect(all).not.toMatch(/Kumar|kumar|ramesh|\d|november/i);
  });
  it('a few key words are an issue as they are; a text without letters gives none', async () => {
    const rules = await formulatorByRules(RULES);
    expect((await rules.formulate({ lang: 'en', text: 'dying declaration' })).phrases).toEqual(['dying declaration']);
    expect((await rules.formulate({ lang: 'en', text: '12 34' })).phrases).toEqual([]);
  });
});

describe('the union pool', () => {
  const list = (...ids: string[]): CombinedDocument[] =>
    ids.map((doc_id, i) => ({ doc_id, score: 9 - i, parts: [], matched: i, units: [{ id: `${doc_id}#${i}`, score: 1 }] as never }));
  it('holds what any wording gives, by reciprocal ranks: computed by hand', () => {
    const wordings = [
      { name: 'q_F', documents: list('a', 'b', 'c') },
      { name: 'q_I', documents: list('d', 'a') },
      { name: 'q_FI', documents: list('a', 'd') },
    ];
    const united = unite(wordings, { pool: 2, rrf_k: 60 });
    // c is beyond the pool of 2. a: (1/61 + 1/62 + 1/61)/3, d: (1/61 + 1/62)/3, b: (1/62)/3.
    expect(united.map(({ doc_id }) => doc_id)).toEqual(['a', 'd', 'b']);
    expect(united[0]!.score).toBeCloseTo((2 / 61 + 1 / 62) / 3, 12);
    expect(united[1]!.score).toBeCloseTo((1 / 61 + 1 / 62) / 3, 12);
    expect(united[2]!.score).toBeCloseTo(1 / 62 / 3, 12);
    expect(united[1]!.units[0]!.id).toBe('d#0');
    expect(united[0]!.parts.map(({ name, rank }) => [name, rank])).toEqual([
      ['q_F', 1],
      ['q_I', 2],
      ['q_FI', 1],
    ]);
  });
});

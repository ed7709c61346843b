import { describe, expect, it } from 'vitest';
import type { Answer, AskOptions, ChatModel, Messages } from '../../electron/engine/chat/chatModel';
import { parsePrompt } from '../../electron/engine/chat/prompt';
import { mulberry32 } from '../../electron/engine/compare/random';
import { type Candidate, candidateText } from '../../electron/engine/rerank/candidateText';
import { planRerank } from '../../electron/engine/rerank/plan';
import { agreementOf, spreadOf } from '../../electron/engine/rerank/repeats';
import { rankingSchema, readRanking } from '../../electron/engine/rerank/reply';
import { rerankQuery } from '../../electron/engine/rerank/rerankQuery';
import { reorder, shuffled, slidingStarts } from '../../electron/engine/rerank/windows';
import { AppError } from '../../shared/errors';

const words = (text: string): number => text.split(/\s+/).filter(Boolean).length;

describe('an answer', () => {
  it('is read whole; numbers that are not there and such as come again are dropped, and told', () => {
    const raw = JSON.stringify({
      ranking: [
        { id: '3', reason: ' same\nprovision ' },
        { id: 9, reason: 'x' },
        { id: '[1]', reason: '' },
        { id: '3', reason: 'again' },
        { id: 'C12', reason: 'made up' },
        { id: '0', reason: '' },
      ],
    });
    expect(readRanking(raw, 4, 20)).toEqual({
      picks: [
        { place: 2, reason: 'same provision' },
        { place: 0, reason: '' },
      ],
      invented: ['9', 'C12', '0'],
      repeated: ['3'],
      state: 'whole',
    });
  });
  it('that is cut off is salvaged; one that holds nothing keeps the order; an empty list is an answer', () => {
    expect(readRanking('{"ranking":[{"id":"2","reason":"a"},{"id":"1","rea', 3, 20)).toMatchObject({
      picks: [{ place: 1, reason: 'a' }],
      state: 'salvaged',
    });
    expect(readRanking('I can not.', 3, 20)).toMatchObject({ picks: [], state: 'kept' });
    expect(readRanking('{"ranking":[{"id":"7","reason":""}]}', 3, 20)).toMatchObject({ picks: [], invented: ['7'], state: 'kept' });
    expect(readRanking('{"ranking":[]}', 3, 20)).toMatchObject({ picks: [], state: 'whole' });
    expect(readRanking('{"ranking":["2","1"]}', 3, 20).picks.map(({ place }) => place)).toEqual([1, 0]);
  });
  it('gives no more than were asked for; a line is one line, and no loop', () => {
    const ranking = ['1', '2', '3'].map((id) => ({ id, reason: id === '2' ? 'a b c d '.repeat(5) : `${'word '.repeat(100)}` }));
    const { picks } = readRanking(JSON.stringify({ ranking }), 3, 2);
    expect(picks.map(({ place }) => place)).toEqual([0, 1]);
    expect(picks[1]!.reason).toBe('');
    expect(rankingSchema(3, 2)).toMatchObject({
      properties: { ranking: { maxItems: 2, items: { properties: { id: { enum: ['1', '2', '3'] } } } } },
    });
  });
});

describe('windows', () => {
  it('slide by half their size from the bottom to the top', () => {
    expect(slidingStarts(10, 4)).toEqual([6, 4, 2, 0]);
    expect(slidingStarts(9, 4)).toEqual([5, 3, 1, 0]);
    expect(slidingStarts(4, 4)).toEqual([0]);
    expect(slidingStarts(3, 20)).toEqual([0]);
    expect(slidingStarts(3, 1)).toEqual([2, 1, 0]);
    expect(slidingStarts(0, 4)).toEqual([]);
  });
  it('put those named first and leave the others as they stood', () => {
    expect(reorder(['a', 'b', 'c', 'd'], ['c', 'a'])).toEqual(['c', 'a', 'b', 'd']);
    expect(reorder(['a', 'b'], [])).toEqual(['a', 'b']);
  });
  it('are shuffled by a seed: a permutation, the same each time, another for another seed', () => {
    const of = (seed: number) => shuffled(20, mulberry32(seed));
    expect([...of(1)].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i));
    expect(of(1)).toEqual(of(1));
    expect(of(1)).not.toEqual(of(2));
  });
});

const candidate = (doc_id: string, items: readonly string[] = [`about ${doc_id}`]): Candidate => ({
  doc_id,
  fields: [{ name: 'issues', items }],
});

describe('what is shown of a candidate', () => {
  const long: Candidate = {
    doc_id: 'x',
    fields: [
      { name: 'facts', items: ['f one', 'f two', 'f three'] },
      { name: 'issues', items: ['i one', 'i two'] },
    ],
  };
  it('is all of it where there is room, else each field gives items in turn', () => {
    expect(candidateText(long, 100, words)).toBe('facts: f one; f two; f three\nissues: i one; i two');
    // facts: f one (3 words) + issues: i one (3) = 6; one more of two words does not fit 7.
    expect(candidateText(long, 7, words)).toBe('facts: f one\nissues: i one');
    expect(candidateText(long, 8, words)).toBe('facts: f one; f two\nissues: i one');
  });
  it('a single item that is too long is cut; a document without parts shows nothing', () => {
    expect(candidateText({ doc_id: 'x', fields: [{ name: '', items: ['a b c d e'] }] }, 3, words)).toBe('a b c');
    expect(candidateText({ doc_id: 'x', fields: [] }, 3, words)).toBe('');
  });
});

const prompt = parsePrompt('# system\nRank.\n# user\n{{query}}\n{{candidates}}\nAt most {{most}}.\n', 'r.en.md', 'en', [
  'query',
  'candidates',
  'most',
]);

type Script = (shown: string[], n: number) => string | AppError;
/** Answers by what it is shown: the script gets the candidates' ids as "about ID" names them. */
function scripted(script: Script, contextSize = 100_000): ChatModel & { asked: { messages: Messages; options: AskOptions }[] } {
  const asked: { messages: Messages; options: AskOptions }[] = [];
  return {
    asked,
    contextSize,
    template: 'scripted',
    count: words,
    countMessages: ({ system, user }) => words(system) + words(user),
    async ask(messages, options): Promise<Answer> {
      asked.push({ messages, options });
      const shown = [...messages.user.matchAll(/\[\d+\] issues: about (\S+)/g)].map(([, id]) => id!);
      const raw = script(shown, asked.length);
      if (raw instanceof AppError) throw raw;
      return { raw, stop: 'complete', promptTokens: 1, answerTokens: 1 };
    },
    async dispose() {},
  };
}
const naming = (shown: readonly string[], ids: readonly string[]) =>
  JSON.stringify({
    ranking: ids.flatMap((id) => (shown.includes(id) ? [{ id: String(shown.indexOf(id) + 1), reason: `because of ${id}` }] : [])),
  });
const options = { most: 20, candidateTokens: 100, temperature: 0, seed: 7 };
/** Shown with 25 words each, so that beside the prompt (4) and the query (2) 400 tokens are room for four and not for five: 4 × (25 + 8) + 4 × 60 + 24 = 396. */
const long = (n: number) => Array.from({ length: n }, (_, i) => candidate(`d${i + 1}`, [`about d${i + 1}${' word'.repeat(22)}`]));
const FOUR = 4 + 2 + 16 + 400;
const many = (n: number) => Array.from({ length: n }, (_, i) => candidate(`d${i + 1}`));

describe('reranking one query', () => {
  it('is one question where all have room; what was not returned keeps its order below', async () => {
    const model = scripted((shown) => naming(shown, ['d4', 'd2']));
    const out = await rerankQuery(model, prompt, 'the case', many(5), { ...options, most: 3 });
    expect(out.order).toEqual(['d4', 'd2', 'd1', 'd3', 'd5']);
    expect(out.returned).toEqual([
      { doc_id: 'd4', reason: 'because of d4' },
      { doc_id: 'd2', reason: 'because of d2' },
    ]);
    expect(model.asked).toHaveLength(1);
    expect(model.asked[0]!.messages.user).toContain('At most 3.');
    expect(model.asked[0]!.options).toMatchObject({ temperature: 0, seed: 7, maxTokens: 3 * 60 + 24 });
    expect(out.warnings).toEqual([]);
  });

  it('slides where they have not: the best of the bottom climbs to the top, and no prompt is longer than the context', async () => {
    const model = scripted((shown) => naming(shown, ['d10', 'd7']), FOUR);
    const out = await rerankQuery(model, prompt, 'the case', long(10), options);
    expect(out.windows.map(({ first_rank, shown }) => [first_rank, shown.length])).toEqual([
      [7, 4],
      [5, 4],
      [3, 4],
      [1, 4],
    ]);
    expect(out.order).toEqual(['d10', 'd7', 'd1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd8', 'd9']);
    expect(out.returned.map(({ doc_id }) => doc_id)).toEqual(['d10', 'd7']);
    for (const { messages, options: asked } of model.asked)
      expect(words(messages.system) + words(messages.user) + asked.maxTokens).toBeLessThanOrEqual(model.contextSize);
  });

  it('a broken answer and a failed request leave their window in order, with a warning; an upper window may take a return back', async () => {
    const model = scripted((shown, n) => (n === 1 ? naming(shown, ['d8']) : n === 2 ? 'no JSON' : naming(shown, ['d1'])), FOUR);
    const out = await rerankQuery(model, prompt, 'the case', long(8), options);
    // Windows: 5–8 (d8 first), 3–6 (broken), 1–4.
    expect(out.order).toEqual(['d1', 'd2', 'd3', 'd4', 'd8', 'd5', 'd6', 'd7']);
    expect(out.returned.map(({ doc_id }) => doc_id)).toEqual(['d1', 'd8']);
    expect(out.warnings).toEqual(['window 2 of 3 (ranks 3–6): nothing could be read (complete); the candidates keep their order']);
    const failing = scripted((_, n) => (n === 1 ? new AppError('MODEL_FAILED', 'refused') : '{"ranking":[]}'), FOUR);
    const failed = await rerankQuery(failing, prompt, 'the case', long(8), options);
    expect(failed).toMatchObject({ failed: true, order: many(8).map(({ doc_id }) => doc_id), returned: [] });
    expect(failed.warnings[0]).toContain('failed: refused');
    const off = scripted(() => new AppError('ENDPOINT_OFF', 'off'));
    await expect(rerankQuery(off, prompt, 'the case', many(3), options)).rejects.toMatchObject({ code: 'ENDPOINT_OFF' });
  });

  it('shows candidates in another order where it is told to, and reads the numbers of that order', async () => {
    const model = scripted((shown) => naming(shown, ['d3']));
    const out = await rerankQuery(model, prompt, 'the case', many(6), { ...options, random: mulberry32(5) });
    expect(out.windows[0]!.shown).not.toEqual(many(6).map(({ doc_id }) => doc_id));
    expect(out.order).toEqual(['d3', 'd1', 'd2', 'd4', 'd5', 'd6']);
  });

  it('a long query is cut, with a warning; a context without room for four candidates is refused', async () => {
    const model = scripted((shown) => naming(shown, []), 1000);
    const out = await rerankQuery(model, prompt, 'word '.repeat(900).trim(), many(2), options);
    expect(out.warnings[0]).toMatch(/^the query was cut to \d+ of 4499 characters$/);
    expect(() =>
      planRerank(
        scripted(() => '', 200),
        prompt,
        'q',
        many(5),
        options,
        words,
      ),
    ).toThrow(/no room for 4 candidates/);
  });
});

describe('how much repeats vary: computed by hand', () => {
  it('mean, sample deviation and range', () => {
    // Deviations −.02, 0, .02: √((.0004 + .0004) / 2) = .02.
    const spread = spreadOf([0.28, 0.3, 0.32]);
    expect(spread.mean).toBeCloseTo(0.3, 12);
    expect(spread.sd).toBeCloseTo(0.02, 12);
    expect(spread.range).toBeCloseTo(0.04, 12);
    expect(spreadOf([0.5])).toEqual({ values: [0.5], mean: 0.5, sd: 0, min: 0.5, max: 0.5, range: 0 });
  });
  it('identical lists, same documents, overlap: over every pair of repeats and every query', () => {
    const repeats = [
      { q1: ['a', 'b'], q2: ['a', 'b'] },
      { q1: ['a', 'b'], q2: ['b', 'a'] },
      { q1: ['a', 'b'], q2: ['a', 'c'] },
    ].map((lists) => new Map(Object.entries(lists)));
    // q1: 3 pairs, all identical. q2: ab–ba same documents, ab–ac and ba–ac share one of two.
    expect(agreementOf(repeats)).toEqual({ comparisons: 6, identical: 3 / 6, same_documents: 4 / 6, overlap: (3 + 1 + 0.5 + 0.5) / 6 });
    expect(agreementOf([new Map([['q', ['a']]])])).toEqual({ comparisons: 0, identical: 1, same_documents: 1, overlap: 1 });
  });
});

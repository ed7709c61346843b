import { describe, expect, it } from 'vitest';
import type { AskOptions, ChatModel, Messages, StopReason } from '../../electron/engine/chat/chatModel';
import type { Prompt } from '../../electron/engine/chat/prompt';
import { createChatExtractor } from '../../electron/engine/extract/chatExtractor';
import { loadProfile } from '../../electron/engine/extract/loadProfile';
import type { SummaryProfile } from '../../electron/engine/extract/profile';

const prompt: Prompt = { lang: 'en', system: 'Fill it in.', sha256: 'p'.repeat(64), user: (text) => `Passage: ${text}` };
const fields = (await loadProfile('resources/prompts/summary-v4.json')).profile;
const profile: SummaryProfile = { ...(fields as SummaryProfile), id: 'test', prompts: { pt: prompt, en: prompt } };
const limits = { maxTokens: 200, windowTokens: 300, overlap: 0.1, seed: 7 };

function scripted(reply: (text: string, n: number) => { raw: string; stop?: StopReason }) {
  const asked: { text: string; options: AskOptions }[] = [];
  const count = (text: string) => Math.ceil(text.length / 4);
  const countMessages = ({ system, user }: Messages) => count(system) + count(user) + 10;
  const model: ChatModel = {
    contextSize: 1000,
    template: 'script',
    count,
    countMessages,
    async ask(messages, options) {
      const text = messages.user.slice('Passage: '.length);
      const { raw, stop = 'complete' } = reply(text, asked.push({ text, options }) - 1);
      return { raw, stop, promptTokens: countMessages(messages), answerTokens: count(raw) };
    },
    dispose: async () => undefined,
  };
  return { asked, extractor: createChatExtractor(model, profile, { modelId: 'script.gguf', modelSha256: 'm'.repeat(64), limits }) };
}

const NONE = { facts: [], issues: [], reasoning: [], new_legal_principle: [], important_subjects: [], citation_principles: [] };
const answer = (more: object) => JSON.stringify({ ...NONE, ...more });
const filler = (from: number, n: number) =>
  Array.from({ length: n }, (_, i) => `Paragraph ${from + i} has words of its own which decide nothing at all in the matter.`).join('\n\n');
const document = (text: string) => ({ doc_id: 'd', title: 't', lang: 'en' as const, text });
const field = (result: Awaited<ReturnType<ReturnType<typeof scripted>['extractor']['extract']>>, name: string) =>
  result.summary!.fields.find((candidate) => candidate.name === name)!.items;

describe('a summary through a model', () => {
  it('is bound to the form, and its items lead to their places', async () => {
    const rule = 'No clerk can be dismissed unless he has been heard.';
    const text = `${filler(0, 2)}\n\n${rule}\n\n${filler(2, 2)}`;
    const raw = answer({
      new_legal_principle: [
        { text: 'A clerk must be heard before dismissal.', quote: 'No clerk can be dismissed unless he has been heard' },
      ],
      important_subjects: ['dismissal', 'Paragraph 2 has words of its own', 'natural justice'],
      facts: [{ text: 'A clerk was dismissed.', quote: 'words that stand nowhere in this judgment at all' }],
    });
    const { asked, extractor } = scripted(() => ({ raw }));
    expect(extractor.makes).toBe('summary');
    const result = await extractor.extract(document(text), {});
    expect(asked[0]!.options.schema).toMatchObject({ required: Object.keys(NONE) });
    expect(result).toMatchObject({ nuggets: [], status: 'done', covered: text.length, note: '' });
    const [principle] = field(result, 'new_legal_principle');
    expect(principle).toMatchObject({ status: 'exact' });
    expect(text.slice(principle!.spans[0]!.start, principle!.spans[0]!.end)).toBe(rule.slice(0, -1));
    expect(field(result, 'facts')[0]).toEqual({ text: 'A clerk was dismissed.', status: 'none', spans: [] });
    expect(field(result, 'important_subjects').map(({ status }) => status)).toEqual(['none', 'exact', 'none']);
    expect(result.traces[0]).toMatchObject({ profile_id: 'test', raw, stop_reason: 'complete', attempts: 1 });
  });

  it('a judgment of 240,000 characters passes in windows, none over the context, its end in the summary, all of it covered', async () => {
    const ending = 'The rule of the very last paragraph stands as law.';
    const text = `${filler(0, 3000)}\n\n${ending}`;
    expect(text.length).toBeGreaterThan(230_000);
    const { asked, extractor } = scripted((part, n) => ({
      raw: answer({
        reasoning: [{ text: `Step ${n} of the reasoning is its own and no other.`, quote: part.slice(0, 60) }],
        ...(part.includes(ending) && { new_legal_principle: [{ text: 'The last rule stands.', quote: ending }] }),
      }),
    }));
    const result = await extractor.extract(document(text), {});
    expect(asked.length).toBeGreaterThan(100);
    expect(result).toMatchObject({ status: 'done', covered: text.length });
    expect(field(result, 'new_legal_principle')[0]!.spans[0]!.end).toBe(text.length);
    expect(field(result, 'reasoning')).toHaveLength(8);
    expect(result.note).toContain(`reasoning: ${asked.length - 8} of ${asked.length} left out, the form holds 8`);
  });

  it('cut by its limit: what is whole is kept, the halves are asked about once; what no answer told is not covered', async () => {
    const text = filler(0, 8);
    const cut = answer({
      facts: [
        { text: 'The first fact is whole.', quote: '' },
        { text: 'The second is not.', quote: '' },
      ],
    });
    const { asked, extractor } = scripted((part, n) => {
      if (n === 0) return { raw: cut.slice(0, cut.indexOf(' is not.')), stop: 'maxTokens' };
      return n === 1
        ? { raw: answer({ issues: [{ text: 'Whether the half was read?', quote: part.slice(0, 40) }] }) }
        : { raw: '{"fac', stop: 'loop' };
    });
    const result = await extractor.extract(document(text), {});
    expect(asked).toHaveLength(3);
    expect(asked[1]!.text + asked[2]!.text).toBe(text);
    expect(field(result, 'facts').map((item) => item.text)).toEqual(['The first fact is whole.']);
    expect(field(result, 'issues')).toHaveLength(1);
    expect(result).toMatchObject({ status: 'partial', covered: asked[1]!.text.length });
    expect(result.note).toContain('maxTokens');
    expect(result.traces[0]).toMatchObject({ attempts: 3, stop_reason: 'maxTokens | complete | loop' });
  });

  it('an answer that was repaired is done, and says what was repaired', async () => {
    const { asked, extractor } = scripted(() => ({ raw: JSON.stringify({ facts: 'One fact alone.' }) }));
    const result = await extractor.extract(document(filler(0, 2)), {});
    expect(asked).toHaveLength(1);
    expect(result.status).toBe('done');
    expect(result.note).toContain('missing: issues');
  });
});

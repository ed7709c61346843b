import { describe, expect, it } from 'vitest';
import type { AskOptions, ChatModel, Messages, StopReason } from '../../electron/engine/chat/chatModel';
import type { Prompt } from '../../electron/engine/chat/prompt';
import { createChatExtractor } from '../../electron/engine/extract/chatExtractor';
import { THESES } from '../../electron/engine/extract/itemForm';
import type { NuggetProfile } from '../../electron/engine/extract/profile';
import type { TraceDraft } from '../../electron/engine/ports';
import { AppError } from '../../shared/errors';

const prompt: Prompt = { lang: 'pt', system: 'Extraia teses.', sha256: 'p'.repeat(64), user: (text) => `Trecho: ${text}` };
const profile: NuggetProfile = {
  kind: 'nuggets',
  id: 'teste',
  sha256: 'f'.repeat(64),
  prompts: { pt: prompt, en: prompt },
  form: THESES,
  checks: ['evidence', 'self-contained', 'length'],
  length: { least: 20, most: 400 },
};
const limits = { maxTokens: 100, windowTokens: 200, overlap: 0.1, seed: 7 };

type Reply = { raw: string; stop?: StopReason };

/** A model that answers by a script: what it is asked is kept, as the real one's context would have it. */
function scripted(reply: (text: string, n: number, options: AskOptions) => Reply, contextSize = 1000) {
  const asked: { text: string; options: AskOptions }[] = [];
  const count = (text: string) => Math.ceil(text.length / 4);
  const countMessages = ({ system, user }: Messages) => count(system) + count(user) + 10;
  const model: ChatModel = {
    contextSize,
    template: 'script',
    count,
    countMessages,
    async ask(messages, options) {
      if (countMessages(messages) + options.maxTokens > contextSize) throw new AppError('INTERNAL', 'overflow');
      const text = messages.user.slice('Trecho: '.length);
      const { raw, stop = 'complete' } = reply(text, asked.push({ text, options }) - 1, options);
      return { raw, stop, promptTokens: countMessages(messages), answerTokens: count(raw) };
    },
    dispose: async () => undefined,
  };
  return { asked, extractor: createChatExtractor(model, profile, { modelId: 'script.gguf', modelSha256: 'm'.repeat(64), limits }) };
}

const answer = (...nuggets: [text: string, quote: string][]) =>
  JSON.stringify({ nuggets: nuggets.map(([text, quote]) => ({ text, quotes: [quote] })) });
const thesis = (n: number) => `A tese de número ${n} vale para quem preenche a condição de número ${n}.`;
const filler = (from: number, n: number) =>
  Array.from({ length: n }, (_, i) => `Parágrafo ${from + i} com palavras próprias, que nada decide sobre coisa alguma.`).join('\n\n');
const document = (text: string) => ({ doc_id: 'd', title: 't', lang: 'pt' as const, text });

describe('a document through a model', () => {
  it('one window: nuggets with their places, a trace with all that made them', async () => {
    const text = `${filler(0, 2)}\n\nÉ nula a cláusula que exclui a garantia legal.\n\n${filler(2, 2)}`;
    const raw = answer(['A cláusula que exclui a garantia legal é nula.', 'É nula a cláusula que exclui a garantia legal']);
    const { extractor } = scripted(() => ({ raw }));
    const result = await extractor.extract(document(text), {});
    expect(result).toMatchObject({ status: 'done', covered: text.length, note: '' });
    const [nugget] = result.nuggets;
    expect(nugget).toMatchObject({ tier: 'written', status: 'exact', cue: null, context: '', trace: 0 });
    expect(text.slice(nugget!.spans[0]!.start, nugget!.spans[0]!.end)).toBe('É nula a cláusula que exclui a garantia legal');
    expect(result.traces).toEqual([
      expect.objectContaining({
        extractor: 'llama',
        model_id: 'script.gguf',
        model_sha256: 'm'.repeat(64),
        profile_id: 'teste',
        profile_sha256: 'p'.repeat(64),
        window: 0,
        window_start: 0,
        window_end: text.length,
        raw,
        stop_reason: 'complete',
        attempts: 1,
      }),
    ]);
    expect(JSON.parse(result.traces[0]!.params)).toMatchObject({
      temperature: 0,
      seed: 7,
      window_tokens: 200,
      max_tokens: 100,
      lang: 'pt',
    });
  });

  it('the holding at the very end of a long text is read, and told once though two windows see it', async () => {
    const holding = 'Firma-se que o prazo corre da ciência inequívoca da lesão.';
    const text = `${filler(0, 60)}\n\n${holding}`;
    const { asked, extractor } = scripted((part) => ({ raw: part.includes(holding) ? answer([thesis(1), holding]) : answer() }));
    const windows: [number, number][] = [];
    const result = await extractor.extract(document(text), { onWindow: (done, total) => windows.push([done, total]) });
    expect(asked.length).toBeGreaterThan(4);
    expect(windows).toEqual(asked.map((_, i) => [i + 1, asked.length]));
    expect(result.nuggets).toHaveLength(1);
    expect(text.slice(result.nuggets[0]!.spans[0]!.start)).toBe(holding);
    expect(result).toMatchObject({ status: 'done', covered: text.length });
    for (const { options } of asked) {
      expect(options).toMatchObject({ temperature: 0, seed: 7, maxTokens: 100 });
      expect(options.schema).toMatchObject({ required: ['nuggets'] });
    }
  });

  it('cut by the token limit: what is whole is kept, the rest after the last evidence is asked about once, the document is partial', async () => {
    const quote = 'Parágrafo 5 com palavras próprias';
    const text = filler(0, 8);
    const { asked, extractor } = scripted((part, n) =>
      n === 0
        ? { raw: `${answer([thesis(1), quote]).slice(0, -2)},{"text":"${thesis(2).slice(0, 20)}`, stop: 'maxTokens' }
        : { raw: answer([thesis(3), part.slice(-40)]) },
    );
    const result = await extractor.extract(document(text), {});
    expect(asked.map(({ text: part }) => part)).toEqual([text, text.slice(text.indexOf(quote) + quote.length)]);
    expect(result.nuggets.map(({ text: said }) => said)).toEqual([thesis(1), thesis(3)]);
    expect(result).toMatchObject({ status: 'partial', covered: text.length });
    expect(result.note).toContain('window 1 of 1');
    expect(result.note).toContain('maxTokens');
    expect(result.traces).toHaveLength(1);
    expect(result.traces[0]).toMatchObject({ attempts: 2, stop_reason: 'maxTokens | complete' });
    for (const said of [thesis(1), thesis(3)]) expect(result.traces[0]!.raw).toContain(said);
  });

  it('nothing usable: both halves once, then it says what was not read, and keeps what came', async () => {
    const text = filler(0, 8);
    const { asked, extractor } = scripted((part, n) =>
      n === 2 ? { raw: answer([thesis(1), part.slice(0, 40)]) } : { raw: 'uggets":[[[', stop: 'loop' },
    );
    const result = await extractor.extract(document(text), {});
    expect(asked).toHaveLength(3);
    expect(asked[1]!.text + asked[2]!.text).toBe(text);
    expect(result.status).toBe('partial');
    expect(result.covered).toBe(asked[2]!.text.length);
    expect(result.nuggets.map(({ text: said }) => said)).toEqual([thesis(1)]);
    expect(result.traces[0]!.raw.match(/uggets":\[\[\[/g)).toHaveLength(2);
  });

  it('a short text that gave nothing is asked about once more, less rigidly', async () => {
    const { asked, extractor } = scripted((_, n) => (n === 0 ? { raw: '' } : { raw: answer() }));
    const result = await extractor.extract(document('Um texto curto.'), {});
    expect(asked.map(({ options }) => options.temperature)).toEqual([0, 0.4]);
    expect(result).toMatchObject({ status: 'partial', covered: 15 });
  });

  it('a quote that is not in the source, or is two words, is no evidence; the nugget stays, marked so', async () => {
    const { extractor } = scripted(() => ({
      raw: answer(
        [thesis(1), 'o juiz condenou o réu a pagar mil reais'],
        [thesis(2), 'com palavras'],
        [thesis(3), 'Parágrafo 1 com palavras próprias'],
      ),
    }));
    const { nuggets } = await extractor.extract(document(filler(0, 3)), {});
    expect(nuggets.map(({ status, spans }) => [status, spans.length])).toEqual([
      ['none', 0],
      ['none', 0],
      ['exact', 1],
    ]);
  });

  it('the weakest of the located quotes gives the status', async () => {
    const text = 'A pretensão prescreve em três anos, contados da lesão.\nO prazo suspende-\nse com a citação válida do devedor solidário.';
    const raw = JSON.stringify({
      nuggets: [
        {
          text: thesis(1),
          quotes: [
            'A pretensão prescreve em três anos',
            'o prazo suspende-se com a citação válida',
            'coisa que não consta de lugar nenhum',
          ],
        },
      ],
    });
    const { nuggets } = await scripted(() => ({ raw })).extractor.extract(document(text), {});
    expect(nuggets[0]).toMatchObject({ status: 'normalised', spans: [{ kind: 'exact' }, { kind: 'normalised' }] });
  });

  it('in a context that is too small the window and the answer shrink, and never overflow; below that it is refused', async () => {
    const text = filler(0, 20);
    const { asked, extractor } = scripted(() => ({ raw: answer() }), 180);
    expect(await extractor.extract(document(text), {})).toMatchObject({ status: 'done', covered: text.length });
    for (const { options } of asked) expect(options.maxTokens).toBeLessThan(100);
    expect(() => scripted(() => ({ raw: '' }), 120)).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }));
  });

  it('stops between windows when it is cancelled', async () => {
    const controller = new AbortController();
    const { asked, extractor } = scripted((_, n) => {
      if (n === 1) controller.abort();
      return { raw: answer() };
    });
    await expect(extractor.extract(document(filler(0, 60)), { signal: controller.signal })).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(asked).toHaveLength(2);
  });

  it('what was answered before a fault is told, window by window, and in the window of the fault', async () => {
    const { extractor } = scripted((_, n) => {
      if (n === 2) throw new AppError('MODEL_FAILED', 'the context is full');
      return { raw: n === 1 ? '{"nuggets":[{"te' : answer() };
    });
    const told: { window: number; raw: string; stop_reason: string; attempts: number }[] = [];
    const onTrace = ({ window, raw, stop_reason, attempts }: TraceDraft) => told.push({ window, raw, stop_reason, attempts });
    await expect(extractor.extract(document(filler(0, 60)), { onTrace })).rejects.toMatchObject({ code: 'MODEL_FAILED' });
    expect(told).toEqual([
      { window: 0, raw: answer(), stop_reason: 'complete', attempts: 1 },
      { window: 1, raw: '{"nuggets":[{"te', stop_reason: 'complete | failed', attempts: 2 },
    ]);
  });

  it('a text without words has no window', async () => {
    const { asked, extractor } = scripted(() => ({ raw: answer() }));
    expect(await extractor.extract(document(' \n\n '), {})).toMatchObject({ status: 'done', covered: 4, nuggets: [], traces: [] });
    expect(asked).toHaveLength(0);
  });

  it('what changes the answer is in the parameters', () => {
    const { params } = scripted(() => ({ raw: '' })).extractor;
    expect(params).toMatchObject({
      context_size: 1000,
      max_tokens: 100,
      window_tokens: 200,
      overlap: 0.1,
      temperature: 0,
      seed: 7,
      chat_template: 'script',
    });
  });
});

/** A real GGUF through the real runtime. It asserts structure, never quality: so small a model can't extract. */
import { existsSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parsePrompt } from '../../electron/engine/chat/prompt';
import { THESES } from '../../electron/engine/extract/itemForm';
import { loadProfile } from '../../electron/engine/extract/loadProfile';
import type { NuggetProfile } from '../../electron/engine/extract/profile';
import { inspectGguf } from '../../electron/engine/llama/inspectGguf';
import type { Speed } from '../../electron/engine/llama/pace';
import type { ExtractionResult, Extractor } from '../../electron/engine/ports';
import { createLlamaExtractor, type LlamaOptions } from '../../electron/engine/use/llamaExtractor';

const MODEL = '.cache/models/SmolLM2-135M-Instruct.Q4_1.gguf';
const SHA256 = 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53';
const here = existsSync(MODEL);
if (!here) console.warn(`Skipped: ${MODEL} is not there. Fetch it with: node test/live/fetch-models.mjs`);

const ENGLISH = [
  'The plaintiff was employed as a clerk for eleven years and was dismissed without a hearing on the fourth of May.',
  'No order of dismissal can be passed against a permanent employee unless a reasonable opportunity of being heard has been given.',
  'The respondent submits that the inquiry was held in accordance with the standing orders of the company.',
  'Where the inquiry is vitiated by a breach of natural justice, the order must be set aside and the employee reinstated with back wages.',
];
const PORTUGUESE =
  'O autor pede indenização.\n\nA Turma firmou que a prescrição intercorrente exige inércia do credor por prazo superior ao do direito material.';

/** Every sentence numbered, so that no two windows hold the same. */
const longText = (chars: number): string => {
  let text = '';
  for (let n = 1; text.length < chars; n++) text += `${n}. ${ENGLISH[n % ENGLISH.length]}${n % 5 === 0 ? '\n\n' : ' '}`;
  return text;
};
const document = (lang: 'pt' | 'en', text: string) => ({ doc_id: 'd', title: 't', lang, text });

/** What holds for any model's answer, however bad. */
function checkResult(result: ExtractionResult, text: string): void {
  let reached = 0;
  for (const [i, trace] of result.traces.entries()) {
    expect(trace).toMatchObject({ extractor: 'llama', model_sha256: SHA256, profile_id: expect.any(String), window: i });
    expect(trace.profile_sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(trace.stop_reason).toMatch(/^(eog|complete|maxTokens|loop)( \| (eog|complete|maxTokens|loop))*$/);
    expect(trace.attempts).toBeGreaterThan(0);
    expect(trace.raw.length).toBeGreaterThan(0);
    expect(trace.window_start).toBeLessThanOrEqual(reached);
    expect(trace.window_end).toBeGreaterThan(reached);
    reached = trace.window_end;
  }
  expect(reached).toBe(text.length);
  expect(result.covered).toBeLessThanOrEqual(text.length);
  expect(result.status === 'partial').toBe(result.note !== '');
  for (const nugget of result.nuggets) {
    expect(nugget.spans.length > 0).toBe(nugget.status !== 'none');
    expect(result.traces[nugget.trace]!.raw).toContain(JSON.stringify(nugget.text).slice(1, 20));
    for (const span of nugget.spans) {
      expect(span.end).toBeLessThanOrEqual(text.length);
      if (span.kind === 'exact') expect(nugget.quotes.some((quote) => quote.includes(text.slice(span.start, span.end)))).toBe(true);
    }
    if (!nugget.quotes.some((quote) => text.toLowerCase().includes(quote.toLowerCase().slice(0, 12))))
      expect(nugget.status).not.toBe('exact');
  }
}

const shortPrompt = (system: string) => `# system\n${system}\n# user\nText: {{text}}\nJSON:\n`;
const short: NuggetProfile = {
  kind: 'nuggets',
  id: 'short',
  sha256: 'f'.repeat(64),
  prompts: {
    pt: parsePrompt(shortPrompt('Você extrai teses jurídicas como JSON.'), 'short.pt.md', 'pt'),
    en: parsePrompt(shortPrompt('You extract legal theses as JSON.'), 'short.en.md', 'en'),
  },
  form: THESES,
  checks: [],
  length: { least: 1, most: 1200 },
};
const ofProduct = async (id: string) => (await loadProfile(`resources/prompts/${id}.json`)).profile as NuggetProfile;

describe.skipIf(!here)('a real model', () => {
  let dir = '';
  let extractor: Extractor;
  const options = (): LlamaOptions => ({
    modelPath: MODEL,
    modelSha256: SHA256,
    profile: short,
    // On a busy machine two threads wait for each other at every token.
    threads: 1,
    maxTokens: 40,
    windowTokens: 1200,
    gpu: false,
  });

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'pepita-live-'));
    extractor = await createLlamaExtractor(options());
  });
  afterAll(async () => {
    await extractor?.dispose();
    await rm(dir, { recursive: true, force: true });
  });

  it('says what it is without loading its weights; half a download is refused by name', async () => {
    expect(await inspectGguf(MODEL)).toEqual({
      name: 'Smollm2 135M 8k Lc100K Mix1 Ep2',
      architecture: 'llama',
      parameters: '135M',
      context: 8192,
      licence: 'apache-2.0',
      chatTemplate: true,
    });
    const half = join(dir, 'half.gguf');
    const [from, to] = [await open(MODEL), await open(half, 'w')];
    const { buffer } = await from.read(Buffer.alloc(5_000_000), 0, 5_000_000, 0);
    await to.write(buffer);
    await Promise.all([from.close(), to.close()]);
    const refused = {
      code: 'MODEL_FAILED',
      message: expect.stringContaining('half.gguf'),
      remedy: expect.stringContaining('Fetch it again'),
    };
    await expect(inspectGguf(half)).rejects.toMatchObject(refused);
    await expect(createLlamaExtractor({ ...options(), modelPath: half })).rejects.toMatchObject(refused);
  });

  it('uses the chat template of the file', () => {
    expect(extractor.params).toMatchObject({ chat_template: 'ChatML', context_size: 8192, temperature: 0 });
  });

  it('the same text gives the same answer, whatever came between', async () => {
    const first = await extractor.extract(document('pt', PORTUGUESE), {});
    checkResult(first, PORTUGUESE);
    checkResult(await extractor.extract(document('en', ENGLISH.join(' ')), {}), ENGLISH.join(' '));
    expect(await extractor.extract(document('pt', PORTUGUESE), {})).toEqual(first);
  });

  it('several documents at once are answered as each alone, in two languages with two prompts', async () => {
    const several = await createLlamaExtractor({ ...options(), threads: 2, pace: { lanes: 2, threads: 1 } });
    expect(several.lanes).toBe(2);
    const documents = [document('pt', PORTUGUESE), ...ENGLISH.map((text) => document('en', text)), document('pt', ENGLISH[0]!)];
    const together = await Promise.all(documents.map((each) => several.extract(each, {})));
    const again = await Promise.all(documents.map((each) => several.extract(each, {})));
    await several.dispose();
    expect(several.params).toEqual(extractor.params);
    for (const [i, each] of documents.entries()) {
      expect(together[i]).toEqual(await extractor.extract(each, {}));
      expect(again[i]).toEqual(together[i]);
    }
  });

  it('two threads give what one gives', async () => {
    const few = { ...options(), maxTokens: 6, contextSize: 1024 };
    const text = longText(1_500);
    const results: ExtractionResult[] = [];
    for (const threads of [1, 2]) {
      const opened = await createLlamaExtractor({ ...few, threads, pace: { lanes: 1, threads } });
      results.push(await opened.extract(document('en', text), {}));
      await opened.dispose();
    }
    expect(results[1]).toEqual(results[0]);
  });

  it('how the machine is shared out is measured where it is not known', async () => {
    let told: Speed | undefined;
    const measured = await createLlamaExtractor({
      ...options(),
      threads: 2,
      onPace: async (speed) => {
        told = speed;
      },
    });
    await measured.dispose();
    expect(told!.lanes * told!.threads).toBeLessThanOrEqual(2);
    expect(measured.lanes).toBe(told!.lanes);
    expect(told!.read).toBeGreaterThan(0);
    expect(told!.write).toBeGreaterThan(0);
  });

  it('a text of 20,000 characters passes in windows that cover it, none over the context', async () => {
    const text = longText(20_000);
    const seen: number[] = [];
    const result = await extractor.extract(document('en', text), { onWindow: (done) => seen.push(done) });
    checkResult(result, text);
    expect(result.traces.length).toBeGreaterThanOrEqual(4);
    expect(seen).toEqual(result.traces.map((_, i) => i + 1));
    for (const { params, attempts } of result.traces) {
      const { prompt_tokens, context_size, max_tokens } = JSON.parse(params);
      expect(prompt_tokens / attempts + max_tokens).toBeLessThanOrEqual(context_size);
    }
  });

  it('cancels within two seconds, while it reads and while it writes, and works on after', async () => {
    const before = await extractor.extract(document('pt', PORTUGUESE), {});
    for (const [text, after] of [
      [longText(5_000), 300],
      [PORTUGUESE, 2_500],
    ] as const) {
      const controller = new AbortController();
      let aborted = 0;
      setTimeout(() => {
        aborted = performance.now();
        controller.abort();
      }, after);
      const ended = await extractor.extract(document('en', text), { signal: controller.signal }).then(
        () => 'done',
        (error) => error.code,
      );
      // A quick machine may be done with the short text before it is cancelled.
      if (aborted === 0) continue;
      expect(ended).toBe('CANCELLED');
      expect(performance.now() - aborted).toBeLessThan(2_000);
    }
    expect(await extractor.extract(document('pt', PORTUGUESE), {})).toEqual(before);
  });

  it('an answer that its limit cuts off is salvaged and told of', async () => {
    const cut = await createLlamaExtractor({ ...options(), maxTokens: 6 });
    const result = await cut.extract(document('pt', PORTUGUESE), {});
    await cut.dispose();
    checkResult(result, PORTUGUESE);
    expect(result).toMatchObject({ status: 'partial', note: expect.stringContaining('maxTokens') });
    expect(result.traces[0]!.attempts).toBeGreaterThan(1);
  });

  it('a context that is too small shrinks the windows and never overflows; below that it is refused', async () => {
    const small = await createLlamaExtractor({ ...options(), contextSize: 256, maxTokens: 60 });
    const text = longText(1_500);
    const result = await small.extract(document('en', text), {});
    await small.dispose();
    checkResult(result, text);
    expect(result.traces.length).toBeGreaterThan(1);
    for (const { params, attempts } of result.traces) expect(JSON.parse(params).prompt_tokens / attempts + 60).toBeLessThanOrEqual(256);
    const real = { ...options(), profile: await ofProduct('jurisprudence'), contextSize: 512 };
    await expect(createLlamaExtractor(real)).rejects.toMatchObject({ code: 'BAD_INPUT', message: expect.stringContaining('512 tokens') });
  });

  it('reads with the prompt of the product in both languages', async () => {
    const real = await createLlamaExtractor({ ...options(), profile: await ofProduct('jurisprudence') });
    const pt = await real.extract(document('pt', PORTUGUESE), {});
    const en = await real.extract(document('en', ENGLISH.slice(0, 2).join(' ')), {});
    await real.dispose();
    checkResult(pt, PORTUGUESE);
    checkResult(en, ENGLISH.slice(0, 2).join(' '));
    expect(pt.traces[0]!.profile_sha256).not.toBe(en.traces[0]!.profile_sha256);
  });

  it('is bound to the fields of a profile', async () => {
    const norms = await createLlamaExtractor({ ...options(), profile: await ofProduct('norms'), maxTokens: 200 });
    const { nuggets, traces } = await norms.extract(document('pt', PORTUGUESE), {});
    await norms.dispose();
    // The grammar gives the fields in the profile's order, whatever the model makes of them.
    for (const { raw } of traces) expect(raw).toMatch(/^(--- .*\n)?\s*\{\s*"nuggets"\s*:\s*\[\s*(\]|\{\s*"article"\s*:\s*")/);
    for (const { fields } of nuggets) expect(Object.keys(fields)).toEqual(['article', 'rule', 'conditions', 'exceptions']);
  });
});

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLlamaExtractor, inspectGguf } from '../../electron/engine/extract/llama';
import type { Extractor } from '../../electron/engine/ports';

/** Proves the path through a real model; SmolLM2 135M is too small to extract anything of worth. */
const MODEL = join(process.cwd(), '.cache', 'models', 'SmolLM2-135M-Instruct.Q4_1.gguf');
const there = existsSync(MODEL);
if (!there) console.warn('SmolLM2 is not in .cache/models (npm run test:live fetches it): the tests with a language model are skipped.');

const TEXT = Array.from(
  { length: 40 },
  (_, i) =>
    `${i + 1}. The burden of proof lies on the party who asserts the fact, and it shifts only where the law raises a presumption in favour of the other side.`,
).join('\n\n');

describe.skipIf(!there)('a real GGUF', () => {
  let extractor: Extractor;
  let dir: string;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'pepita-live-'));
    extractor = await createLlamaExtractor({
      modelPath: MODEL,
      modelSha256: 'b179c952',
      profileDir: 'resources/prompts',
      profile: 'jurisprudence',
      threads: 1,
      contextSize: 2048,
      maxTokens: 160,
      gpu: false,
    });
  });
  afterAll(async () => {
    await extractor?.dispose();
    rmSync(dir, { recursive: true, force: true });
  });

  it('says what it is, without loading its weights', async () => {
    expect(await inspectGguf(MODEL)).toMatchObject({ architecture: 'llama', context: 8192, chatTemplate: true });
  });

  it('reads a long text in windows to its end; every quote is located or said not to be; the same output twice', async () => {
    const document = { doc_id: 'd', title: 't', lang: 'en' as const, text: TEXT };
    const first = await extractor.extract(document, {});
    expect(first.covered).toBe(TEXT.length);
    const windows = first.traces.filter(({ attempts }) => attempts === 1);
    expect(windows.length).toBeGreaterThan(1);
    let reached = 0;
    for (const { window_start, window_end } of windows) {
      expect(window_start).toBeLessThanOrEqual(reached);
      reached = Math.max(reached, window_end);
    }
    expect(reached).toBe(TEXT.length);
    for (const nugget of first.nuggets) {
      expect(nugget.status === 'none').toBe(nugget.spans.length === 0);
      for (const { start, end, kind } of nugget.spans) if (kind === 'exact') expect(nugget.quotes).toContain(TEXT.slice(start, end));
    }
    const again = await extractor.extract(document, {});
    expect(again.traces.map(({ raw }) => raw)).toEqual(first.traces.map(({ raw }) => raw));
  });

  it('stops within seconds when it is told to', async () => {
    const aborter = new AbortController();
    const started = performance.now();
    const running = extractor
      .extract({ doc_id: 'd', title: 't', lang: 'en', text: TEXT }, { signal: aborter.signal })
      .catch((error) => error);
    setTimeout(() => aborter.abort(), 1500);
    const error = await running;
    expect(['CANCELLED', undefined]).toContain(error.code);
    expect(error).toBeInstanceOf(Error);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('a context without room for the prompt is refused, never shifted in silence', async () => {
    const small = await createLlamaExtractor({
      modelPath: MODEL,
      modelSha256: 'x',
      profileDir: 'resources/prompts',
      profile: 'jurisprudence',
      threads: 1,
      contextSize: 384,
      maxTokens: 64,
      gpu: false,
    });
    await expect(small.extract({ doc_id: 'd', title: 't', lang: 'en', text: TEXT }, {})).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await small.dispose();
  });
});

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../electron/engine';
import { openRemoteChat } from '../../electron/engine/remote/chat';
import { openConnection } from '../../electron/engine/remote/connection';
import { openRemoteEmbeddings } from '../../electron/engine/remote/embeddings';
import { estimateTokens } from '../../electron/engine/text/tokens';
import { engineConfig } from '../../electron/hosts/engineConfig';
import { EndpointSettings } from '../../shared/endpoints';
import { type Client, createClient } from '../../shared/rpc/client';
import { createMemoryPorts } from '../../shared/rpc/port';
import { ensureServer, type LlamaServer, startLlamaServer } from './llamaServer';

/**
 * Against llama.cpp's own server and a real, very small model. It can't extract: what is tested is the way there and
 * back. Skipped where the model (test/live/fetch-models.mjs) or Python is missing.
 */
const MODEL = '.cache/models/SmolLM2-135M-Instruct.Q4_1.gguf';
const KEY = 'sk-live-0dWq7RkXz4TnB9eH';
const ready = existsSync(MODEL) && ensureServer();
if (!existsSync(MODEL)) console.error(`${MODEL} is missing: the tests against llama.cpp’s own server are skipped.`);
const CONTEXT = 1100;
const SAMPLE = 'resources/sample/decisions';
const text = (id: string) => readFileSync(`${SAMPLE}/${id}.txt`, 'utf8');

function connect(url: string, key = KEY) {
  return openConnection({
    name: 'llama',
    base: new URL(`${url}/v1`),
    limits: { concurrency: 2, rpm: null, tpm: null },
    permission: { signal: new AbortController().signal, check: async () => undefined },
    key: async () => key,
  });
}

describe.skipIf(!ready)('llama.cpp’s server as a chat model', () => {
  let server: LlamaServer;
  let dir: string;
  let engine: Engine;
  let client: Client;
  beforeAll(async () => {
    server = await startLlamaServer(MODEL, KEY, 'chat');
    dir = mkdtempSync(join(tmpdir(), 'pepita-live-'));
    // Short: the model reads and writes a few tokens a second where the processor is shared.
    writeFileSync(join(dir, 'a.txt'), text('pt-tj-01').slice(0, 350));
    engine = await createEngine(engineConfig(process.cwd(), join(dir, 'workspace'), 'write', { PEPITA_KEY_LLAMA: KEY }));
    const [near, far] = createMemoryPorts();
    engine.serve(far);
    client = createClient(near);
    await client.call('import', { collection: 'c', paths: [join(dir, 'a.txt')] });
  });
  afterAll(async () => {
    await engine?.close();
    await server?.stop();
    if (dir) rmSync(dir, { recursive: true, force: true });
  });

  it('its tokenizer is found, and an estimate is never below its count, in either language', async () => {
    const connection = connect(server.url);
    const chat = await openRemoteChat(connection, EndpointSettings.parse({ url: server.url, chat_model: 'm' }), 'm');
    expect(chat.tokenizer).toBe(true);
    for (const id of ['pt-tj-01', 'pt-tj-03', 'pt-stj-04', 'pt-tcu-01', 'en-sc-02', 'en-sc-05']) {
      const whole = text(id);
      const starts = await chat.tokenStarts(whole);
      const ratio = estimateTokens(whole) / starts.length;
      console.log(`${id}: ${whole.length} characters, ${starts.length} tokens, estimated ${(100 * ratio).toFixed(0)} %`);
      expect(ratio).toBeGreaterThanOrEqual(1);
      expect(ratio).toBeLessThan(2.5);
      // Each begins where the one before it ends, inside the text.
      expect(starts[0]).toBe(0);
      for (let i = 1; i < starts.length; i++) expect(starts[i]!).toBeGreaterThanOrEqual(starts[i - 1]!);
      expect(starts.at(-1)!).toBeLessThan(whole.length);
    }
    connection.close();
  });

  it('a wrong key is refused, and says so', async () => {
    const connection = connect(server.url, 'sk-wrong-1234567890ab');
    const chat = await openRemoteChat(connection, EndpointSettings.parse({ url: server.url, chat_model: 'm' }), 'm');
    const asked = chat.complete({ system: 's', user: 'u', maxTokens: 8, temperature: 0, seed: 7, promptTokens: 8 });
    await expect(asked).rejects.toMatchObject({ code: 'ENDPOINT_FAILED', message: expect.stringContaining('401') });
    connection.close();
  });

  it('the schema binds its answer, the same one each time; a limit cuts it and is told', async () => {
    const connection = connect(server.url);
    const chat = await openRemoteChat(connection, EndpointSettings.parse({ url: server.url, chat_model: 'm' }), 'm');
    const schema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'], additionalProperties: false };
    const request = { system: 'Answer in JSON.', user: 'Is water wet?', schema, maxTokens: 64, temperature: 0, seed: 7, promptTokens: 20 };
    const [one, two] = [await chat.complete(request), await chat.complete(request)];
    expect(typeof JSON.parse(one.content).ok).toBe('boolean');
    expect(two.content).toBe(one.content);
    expect(one).toMatchObject({ finish: 'stop', dropped: [] });
    expect(chat.usage()).toMatchObject({ requests: 2, estimated: false });
    const { schema: _, ...unbound } = request;
    expect(await chat.complete({ ...unbound, user: 'Tell a long story.', maxTokens: 4 })).toMatchObject({
      finish: 'length',
      answerTokens: 4,
    });
    connection.close();
  });

  it('an extraction: windows by its tokens, traces, usage; what it did not find in the text is not located', async () => {
    await client.call('addEndpoint', { name: 'llama', url: server.url, chat_model: 'smollm2', concurrency: 2, context_size: CONTEXT });
    await client.call('enableEndpoint', { name: 'llama', host: new URL(server.url).host });
    const out = await client.call('extract', { collection: 'c', endpoint: 'llama' });
    expect(out).toMatchObject({ documents: 1, extractor: 'remote', failed: [] });
    expect(out.usage!.prompt_tokens).toBeGreaterThan(0);
    const { document, nuggets } = await client.call('show', { collection: 'c', doc_id: 'a' });
    const { traces } = await client.call('traces', { collection: 'c', doc_id: 'a' });
    for (const trace of traces) {
      const params = JSON.parse(trace.params);
      expect(params).toMatchObject({ tokens_counted_by: 'server', model: 'smollm2' });
      expect(params.prompt_tokens / trace.attempts + 1).toBeLessThan(CONTEXT);
    }
    for (const { status, spans, quotes } of nuggets) {
      if (status === 'exact') expect(quotes).toContain(document.text.slice(spans[0]!.start, spans[0]!.end));
      if (status === 'none') expect(spans).toEqual([]);
    }
  });
});

describe.skipIf(!ready)('llama.cpp’s server as an encoder', () => {
  it('base64 and numbers are the same vectors, alone and together', async () => {
    const server = await startLlamaServer(MODEL, KEY, 'embed');
    const connection = connect(server.url);
    try {
      const settings = EndpointSettings.parse({ url: server.url, embedding_model: 'm' });
      const remote = openRemoteEmbeddings(connection, settings, 'm');
      const texts = ['A pretensão prescreve em cinco anos.', 'The appeal is dismissed.', 'Licitação por técnica e preço.'];
      const together = await remote.embed(texts, 60);
      expect(together.map((vector) => vector.length)).toEqual([576, 576, 576]);
      const [alone] = await remote.embed([texts[1]!], 20);
      const cosine = (a: Float32Array, b: Float32Array) => {
        const dot = (x: Float32Array, y: Float32Array) => x.reduce((sum, value, i) => sum + value * y[i]!, 0);
        return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
      };
      expect(cosine(alone!, together[1]!)).toBeGreaterThan(0.999);
      expect(cosine(together[0]!, together[1]!)).toBeLessThan(0.999);
      const plain = await fetch(`${server.url}/v1/embeddings`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${KEY}` },
        body: JSON.stringify({ model: 'm', input: [texts[1]], encoding_format: 'float' }),
      }).then((response) => response.json());
      expect(cosine(Float32Array.from(plain.data[0].embedding), alone!)).toBeGreaterThan(0.999);
      expect(remote.usage()).toMatchObject({ requests: 2, estimated: false });
    } finally {
      connection.close();
      await server.stop();
    }
  });
});

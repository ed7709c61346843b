import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../electron/engine';
import { engineConfig } from '../../electron/hosts/engineConfig';
import type { Job } from '../../shared/contract';
import { type Client, createClient } from '../../shared/rpc/client';
import { createMemoryPorts } from '../../shared/rpc/port';
import { chatAnswer, DIMENSIONS, type Fault, json, letterCounts, nuggetsFor, type RemoteServer, startRemoteServer } from './remoteServer';

/** The whole way through a remote endpoint: the real engine and store, real HTTP, a server of ours. */
const SAMPLE = 'resources/sample/decisions';
const DOCS = ['pt-tj-01', 'pt-tj-03', 'pt-stj-04', 'en-sc-02', 'en-sc-05'];
const KEY = 'sk-91xKq7ZtUe3GvB0sWd5';
let base: string;
let dir: string;
let engine: Engine;
let client: Client;
let server: RemoteServer;

async function open(workspace: string, mode: 'write' | 'read' = 'write'): Promise<{ engine: Engine; client: Client }> {
  const opened = await createEngine(engineConfig(process.cwd(), workspace, mode, { PEPITA_KEY_OURS: KEY }));
  const [near, far] = createMemoryPorts();
  opened.serve(far);
  return { engine: opened, client: createClient(near) };
}

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'pepita-remote-'));
  const made = await open(join(base, 'workspace'));
  await made.client.call('import', { collection: 'c', paths: DOCS.map((id) => `${SAMPLE}/${id}.txt`) });
  await made.engine.close();
});
beforeEach(async () => {
  server = await startRemoteServer();
  dir = mkdtempSync(join(tmpdir(), 'pepita-remote-'));
  cpSync(join(base, 'workspace'), join(dir, 'workspace'), { recursive: true });
  ({ engine, client } = await open(join(dir, 'workspace')));
});
afterEach(async () => {
  await engine.close();
  await server.close();
  rmSync(dir, { recursive: true, force: true });
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const add = (over: object = {}) =>
  client.call('addEndpoint', {
    name: 'ours',
    url: server.url,
    chat_model: 'chat',
    embedding_model: 'embed',
    price_in: 1,
    price_out: 4,
    ...over,
  });
const enable = async (over: object = {}) => {
  await add(over);
  return client.call('enableEndpoint', { name: 'ours', host: server.host });
};
const extract = () => client.call('extract', { collection: 'c', endpoint: 'ours' });
const said = (promise: Promise<unknown>): Promise<any> =>
  promise.then(
    (value) => ({ went: 'through', value }),
    (error) => error,
  );
const chats = () => server.seen.filter(({ path }) => path === '/v1/chat/completions');

/** Every file of a folder that holds a text. */
function holding(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile() && readFileSync(path).includes(text));
}

describe('until it is turned on', () => {
  it('nothing is sent, and each use is refused with what to do', async () => {
    expect(await said(extract())).toMatchObject({ code: 'NOT_FOUND', remedy: expect.stringContaining('pepita endpoints add ours') });
    expect(await add()).toMatchObject({ enabled: false, host: server.host, url: `${server.url}/v1`, key: 'environment', plain: false });
    for (const use of [
      () => extract(),
      () => client.call('index', { collection: 'c', encoder: 'remote:ours' }),
      () => client.call('testEndpoint', { name: 'ours' }),
    ])
      expect(await said(use())).toMatchObject({
        code: 'ENDPOINT_OFF',
        message: expect.stringContaining(server.host),
        remedy: expect.stringContaining('pepita endpoints enable ours'),
      });
    expect((await client.call('info', {})).remote_hosts).toEqual([]);
    expect(server.seen).toHaveLength(0);
  });

  it('it is turned on for the host that was shown, and for no other', async () => {
    await add();
    expect(await said(client.call('enableEndpoint', { name: 'ours', host: 'api.example.org' }))).toMatchObject({ code: 'USAGE' });
    await client.call('enableEndpoint', { name: 'ours', host: server.host });
    expect((await client.call('info', {})).remote_hosts).toEqual([server.host]);
    // Another address under the same name has not been agreed to.
    expect(await add({ url: 'https://api.example.org' })).toMatchObject({ enabled: false, host: 'api.example.org' });
    expect((await client.call('info', {})).remote_hosts).toEqual([]);
  });

  it('a workspace that was copied has it off', async () => {
    await enable();
    cpSync(join(dir, 'workspace', 'endpoints.json'), join(dir, 'copy', 'endpoints.json'));
    const copy = await open(join(dir, 'copy'), 'read');
    expect((await copy.client.call('endpoints', {})).endpoints).toMatchObject([{ name: 'ours', enabled: false }]);
    await copy.engine.close();
  });

  it('an estimate tells what would go there, and sends nothing', async () => {
    await add();
    const estimate = await client.call('estimateRemote', { collection: 'c', endpoint: 'ours', what: 'extract' });
    expect(estimate).toMatchObject({ host: server.host, model: 'chat', units: DOCS.length });
    expect(estimate.requests).toBeGreaterThanOrEqual(DOCS.length);
    expect(estimate.cost_most).toBeCloseTo((estimate.prompt_tokens + 4 * estimate.answer_tokens_most) / 1e6, 12);
    const vectors = await client.call('estimateRemote', { collection: 'c', endpoint: 'ours', what: 'index' });
    expect(vectors.units).toBeGreaterThan(DOCS.length);
    expect(server.seen).toHaveLength(0);
  });
});

describe('extraction', () => {
  it('nuggets with their evidence, traces that name host and model, tokens and cost', async () => {
    await enable();
    const estimate = await client.call('estimateRemote', { collection: 'c', endpoint: 'ours', what: 'extract' });
    const events: any[] = [];
    const out = await client.call('extract', { collection: 'c', endpoint: 'ours' }, { onEvent: (event) => events.push(event) });
    expect(out).toMatchObject({ documents: DOCS.length, extractor: 'remote', failed: [], partial: [] });
    // One a window; where two windows overlap, the same once.
    expect(out.nuggets).toBeGreaterThanOrEqual(DOCS.length);
    expect(out.located.none).toBe(0);
    expect(out.usage).toMatchObject({
      endpoint: 'ours',
      host: server.host,
      model: 'chat',
      requests: chats().length,
      retries: 0,
      estimated: false,
    });
    expect(out.usage!.cost).toBeCloseTo((out.usage!.prompt_tokens + 4 * out.usage!.answer_tokens) / 1e6, 12);
    expect(estimate.requests).toBe(chats().length);
    expect(events.at(-1).usage.requests).toBe(chats().length);
    const { traces } = await client.call('traces', { collection: 'c', doc_id: 'pt-tj-01' });
    expect(traces[0]).toMatchObject({ extractor: 'remote', model_id: `chat at ${server.host}`, model_sha256: '', stop_reason: 'eog' });
    expect(JSON.parse(traces[0]!.params)).toMatchObject({
      host: server.host,
      model: 'chat',
      served: 'chat-2026-03-17 fp_1',
      tokens_counted_by: 'estimate',
      temperature: 0,
    });
    const { document, nuggets } = await client.call('show', { collection: 'c', doc_id: 'pt-tj-01' });
    for (const { spans, quotes } of nuggets) expect(document.text.slice(spans[0]!.start, spans[0]!.end)).toBe(quotes[0]);
    // What is done is not sent again; a second estimate has nothing left.
    const before = chats().length;
    expect(await extract()).toMatchObject({ documents: 0, skipped: DOCS.length });
    expect(chats().length).toBe(before);
    expect((await client.call('estimateRemote', { collection: 'c', endpoint: 'ours', what: 'extract' })).units).toBe(0);
    // A second collection with these texts costs nothing: they are copied, and the estimate knows.
    await client.call('import', { collection: 'e', paths: DOCS.slice(0, 2).map((id) => `${SAMPLE}/${id}.txt`) });
    expect((await client.call('estimateRemote', { collection: 'e', endpoint: 'ours', what: 'extract' })).units).toBe(0);
    expect(await client.call('extract', { collection: 'e', endpoint: 'ours' })).toMatchObject({ documents: 0, reused: 2 });
    expect(chats().length).toBe(before);
    const summaries = { collection: 'e', endpoint: 'ours', what: 'extract', profile: 'summary-v4' } as const;
    expect((await client.call('estimateRemote', summaries)).units).toBe(2);
  });

  it('every request asks for the schema, and none for more than one answer', async () => {
    await enable();
    await extract();
    for (const { body, authorization } of chats()) {
      expect(body).toMatchObject({ model: 'chat', temperature: 0, seed: 7, stream: false });
      expect(body.response_format.json_schema).toMatchObject({ strict: true, schema: { required: ['nuggets'] } });
      expect(authorization).toBe(`Bearer ${KEY}`);
    }
  });

  it('where the server counts tokens, windows are cut by its count', async () => {
    await server.close();
    server = await startRemoteServer({ tokenizer: true });
    await enable({ context_size: 2048 });
    const out = await extract();
    expect(out.failed).toEqual([]);
    const { traces } = await client.call('traces', { collection: 'c', doc_id: 'pt-tj-03' });
    expect(JSON.parse(traces[0]!.params)).toMatchObject({ tokens_counted_by: 'server' });
    const { document } = await client.call('show', { collection: 'c', doc_id: 'pt-tj-03' });
    expect(traces.at(-1)!.window_end).toBe(document.text.length);
    // Three bytes a token: no window holds more of them than the text's share of the context.
    for (const { window_start, window_end } of traces)
      expect(Buffer.byteLength(document.text.slice(window_start, window_end)) / 3).toBeLessThan(2048);
  });

  it('an answer that its limit cut is salvaged, its rest asked about, and told', async () => {
    await enable();
    let n = 0;
    server.always(({ body, path }, response) => {
      if (!path.endsWith('/chat/completions') || n++ > 0) return false;
      const whole = nuggetsFor(body.messages[1].content);
      json(response, 200, chatAnswer(body, `${whole.slice(0, -2)},{"text":"Uma tese que`, 'length'));
      return true;
    });
    const out = await client.call('extract', { collection: 'c', endpoint: 'ours', docs: ['pt-tj-01'] });
    expect(out.partial).toMatchObject([{ doc_id: 'pt-tj-01', note: expect.stringContaining('maxTokens') }]);
    expect(out.nuggets).toBeGreaterThan(0);
    const { traces } = await client.call('traces', { collection: 'c', doc_id: 'pt-tj-01' });
    expect(traces[0]!.stop_reason).toContain('maxTokens');
  });

  it('a document that is refused fails alone; a key that is refused stops all, and what is done is kept', async () => {
    await enable({ concurrency: 1 });
    let n = 0;
    const nth =
      (which: number, status: number): Fault =>
      ({ path }, response) => {
        if (!path.endsWith('/chat/completions') || n++ !== which) return false;
        json(response, status, { error: { message: 'not this one' } });
        return true;
      };
    server.always(nth(1, 400));
    const out = await extract();
    expect(out.failed).toMatchObject([{ code: 'MODEL_FAILED', message: expect.stringContaining('not this one') }]);
    expect(out.documents).toBe(DOCS.length - 1);
    // Only the one that failed is asked about again.
    n = 0;
    server.always(nth(0, 401));
    expect(await said(extract())).toMatchObject({ code: 'ENDPOINT_FAILED', remedy: expect.stringContaining('PEPITA_KEY_OURS') });
    server.always(undefined);
    expect(await extract()).toMatchObject({ documents: 1, skipped: DOCS.length - 1, failed: [] });
  });
});

const jobs = () =>
  new Promise<readonly Job[]>((resolve, reject) => {
    const stop = new AbortController();
    const onEvent = ({ jobs: list }: { jobs: Job[] }) => {
      resolve(list);
      stop.abort();
    };
    client.call('jobWatch', {}, { signal: stop.signal, onEvent }).catch((error) => error.code !== 'CANCELLED' && reject(error));
  });

describe('a preview', () => {
  const preview = (over: object = {}) =>
    client.call('previewProfile', { profile: 'jurisprudence', collection: 'c', doc_id: 'pt-tj-01', endpoint: 'ours', ...over });

  it('reads the beginning of one document by an endpoint that is on, tells what was sent, and stores nothing', async () => {
    await add();
    expect(await said(preview())).toMatchObject({ code: 'ENDPOINT_OFF' });
    expect(await said(preview({ model: 'x.gguf' }))).toMatchObject({ code: 'USAGE' });
    expect(server.seen).toHaveLength(0);
    await client.call('enableEndpoint', { name: 'ours', host: server.host });
    const before = await client.call('show', { collection: 'c', doc_id: 'pt-tj-01' });
    const { made, prompt } = await preview({ windows: 1 });
    expect(made).toMatchObject({ extractor: 'remote', model: `chat at ${server.host}`, status: 'done' });
    expect(made!.nuggets.length).toBeGreaterThan(0);
    expect(made!.usage).toMatchObject({ host: server.host, requests: chats().length });
    expect(chats()[0]!.body.messages[1].content).toBe(prompt.user);
    expect(chats().every(({ body }) => before.document.text.includes(body.messages[1].content.trim().slice(-200)))).toBe(true);
    expect(await client.call('show', { collection: 'c', doc_id: 'pt-tj-01' })).toEqual(before);
  });
});

describe('a document that was interrupted', () => {
  it('goes on with the next window: what was answered is neither sent nor paid for again', async () => {
    await enable({ concurrency: 1, context_size: 2048 });
    const input = { collection: 'c', endpoint: 'ours', docs: ['pt-tj-03'] };
    // The other documents are done, so that the estimate is of this one.
    await client.call('extract', { ...input, docs: DOCS.filter((id) => id !== 'pt-tj-03') });
    const others = chats().length;
    const estimate = () => client.call('estimateRemote', { collection: 'c', endpoint: 'ours', what: 'extract' });
    const before = await estimate();
    let n = 0;
    server.always(({ path }) => path.endsWith('/chat/completions') && n++ >= 2);
    const { id } = await client.call('jobStart', { command: 'extract', input });
    await expect.poll(() => chats().length - others, { timeout: 20_000 }).toBe(3);
    expect(await client.call('jobPause', { id })).toMatchObject({ state: 'paused' });
    server.always(undefined);
    const left = await estimate();
    await client.call('jobResume', { id });
    await expect.poll(async () => (await jobs())[0]?.state, { timeout: 20_000 }).toBe('done');
    const [job] = await jobs();
    const sent = chats()
      .slice(others)
      .map(({ raw }) => raw);
    expect(sent.length).toBeGreaterThan(4);
    // Two of its windows were answered before the pause: an estimate then counts the others alone.
    expect(before).toMatchObject({ units: 1, requests: sent.length - 1 });
    expect(left).toMatchObject({ units: 1, requests: sent.length - 3 });
    expect(left.answer_tokens_most * before.requests).toBe(before.answer_tokens_most * left.requests);
    expect(left.prompt_tokens).toBeLessThan(before.prompt_tokens);
    expect(await estimate()).toMatchObject({ units: 0, requests: 0, prompt_tokens: 0 });
    // The third was sent, but not answered.
    expect(sent[3]).toBe(sent[2]);
    expect(new Set(sent).size).toBe(sent.length - 1);
    expect((job!.result as { usage: { requests: number } }).usage.requests).toBe(sent.length - 3);
    const { traces } = await client.call('traces', { collection: 'c', doc_id: 'pt-tj-03' });
    const { nuggets } = await client.call('show', { collection: 'c', doc_id: 'pt-tj-03' });
    await client.call('extract', { ...input, again: true });
    const all = chats().slice(others);
    expect(new Set(all.map(({ raw }) => raw)).size).toBe(sent.length - 1);
    expect(all.length).toBe(2 * sent.length - 1);
    const timeless = (rows: typeof traces) => rows.map((row) => ({ ...row, created_at: '' }));
    expect(timeless((await client.call('traces', { collection: 'c', doc_id: 'pt-tj-03' })).traces)).toEqual(timeless(traces));
    expect((await client.call('show', { collection: 'c', doc_id: 'pt-tj-03' })).nuggets).toEqual(nuggets);
    expect(holding(join(dir, 'workspace'), KEY)).toEqual([]);
  });
});

describe('turned off', () => {
  /** Answers two chats, then none. */
  const twoThenSilence = () => {
    let n = 0;
    server.always(({ path }) => path.endsWith('/chat/completions') && n++ >= 2);
  };

  it('several at once: none brings another back', async () => {
    const names = ['a', 'b', 'c', 'd'];
    for (const name of names) {
      await client.call('addEndpoint', { name, url: server.url, chat_model: 'chat' });
      await client.call('enableEndpoint', { name, host: new URL(server.url).host });
    }
    await Promise.all(names.map((name) => client.call('disableEndpoint', { name })));
    const { endpoints } = await client.call('endpoints', {});
    expect(endpoints.filter(({ name, enabled }) => names.includes(name) && enabled)).toEqual([]);
  });

  it.each(['here', 'by another process'])(
    'a job under way ends at once, keeping what was done (%s); turned on again it goes on',
    async (where) => {
      await enable({ concurrency: 1 });
      twoThenSilence();
      const { id } = await client.call('jobStart', { command: 'extract', input: { collection: 'c', endpoint: 'ours' } });
      await expect.poll(() => chats().length, { timeout: 20_000 }).toBe(3);
      const other = where === 'here' ? undefined : await open(join(dir, 'workspace'), 'read');
      const started = Date.now();
      await (other?.client ?? client).call('disableEndpoint', { name: 'ours' });
      await expect.poll(async () => (await jobs())[0]?.state, { timeout: 20_000 }).toBe('failed');
      expect(Date.now() - started).toBeLessThan(5000);
      await other?.engine.close();
      const [job] = await jobs();
      expect(job).toMatchObject({ id, error: { code: 'ENDPOINT_OFF', message: expect.stringContaining('What was done is kept') } });
      expect(JSON.stringify(job)).not.toContain(KEY);
      const sent = server.seen.length;
      expect(await said(extract())).toMatchObject({ code: 'ENDPOINT_OFF' });
      expect(server.seen.length).toBe(sent);
      server.always(undefined);
      await client.call('enableEndpoint', { name: 'ours', host: server.host });
      const rest = await extract();
      expect(rest.skipped).toBeGreaterThan(0);
      expect(rest.documents + rest.skipped).toBe(DOCS.length);
      expect(rest.failed).toEqual([]);
    },
  );
});

describe('vectors', () => {
  it('an index and a search by a remote encoder: the texts, then the query, with their prefixes', async () => {
    await enable({ query_prefix: 'query: ', passage_prefix: 'passage: ' });
    await client.call('extract', { collection: 'c' });
    const out = await client.call('index', { collection: 'c', encoder: 'remote:ours' });
    expect(out).toMatchObject({
      encoder: { id: 'remote:ours', dimensions: DIMENSIONS, sha256: '' },
      usage: { host: server.host, model: 'embed' },
    });
    const sent = server.seen.filter(({ path }) => path === '/v1/embeddings').flatMap(({ body }) => body.input as string[]);
    expect(sent.filter((text) => text !== 'Pepita').every((text) => text.startsWith('passage: '))).toBe(true);
    expect(sent.length).toBe(out.embedded + 1);
    expect(await client.call('index', { collection: 'c', encoder: 'remote:ours' })).toMatchObject({
      embedded: 0,
      usage: { requests: 0, cost: 0 },
    });

    const query = 'prescrição do cheque';
    const before = server.seen.length;
    const { results, config } = await client.call('search', { collection: 'c', query, unit: 'nugget', encoder: 'remote:ours', top: 5 });
    expect(server.seen.slice(before).map(({ body }) => body.input)).toEqual([[`query: ${query}`]]);
    expect(config).toMatchObject({ encoder: 'remote:ours', encoder_identity: out.encoder.identity });
    // The score is the cosine of letter counts, which can be reckoned here.
    const unit = results[0]!.units[0]!;
    const { nuggets } = await client.call('show', { collection: 'c', doc_id: results[0]!.doc_id });
    const nugget = nuggets.find(({ id }) => id === unit.id)!;
    const [q, p] = [letterCounts(`query: ${query}`), letterCounts(`passage: ${[nugget.text, nugget.context].filter(Boolean).join(' ')}`)];
    const dot = (a: number[], b: number[]) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
    expect(unit.score).toBeCloseTo(dot(q, p) / Math.sqrt(dot(q, q) * dot(p, p)), 4);

    // BM25 sends nothing; turned off, the index is not there, and a query does not go out.
    const asked = server.seen.length;
    await client.call('search', { collection: 'c', query, ranker: 'bm25', encoder: 'remote:ours' });
    expect((await client.call('collections', {})).collections[0]!.indexed).toMatchObject([{ encoder: 'remote:ours', state: 'current' }]);
    await client.call('disableEndpoint', { name: 'ours' });
    expect((await client.call('collections', {})).collections[0]!.indexed).toMatchObject([{ encoder: 'remote:ours', state: 'missing' }]);
    expect(await said(client.call('search', { collection: 'c', query, encoder: 'remote:ours' }))).toMatchObject({ code: 'ENDPOINT_OFF' });
    expect(server.seen.length).toBe(asked);
  });

  it('a server that comes to give other vectors is found out, and nothing of it is kept', async () => {
    await enable();
    await client.call('testEndpoint', { name: 'ours' });
    server.always(({ body, path }, response) => {
      if (path !== '/v1/embeddings') return false;
      json(response, 200, { data: body.input.map((_: string, index: number) => ({ index, embedding: [1, 2, 3] })) });
      return true;
    });
    expect(await said(client.call('index', { collection: 'c', encoder: 'remote:ours' }))).toMatchObject({
      code: 'MODEL_FAILED',
      message: expect.stringContaining('3 values'),
    });
    server.always(undefined);
    expect((await client.call('index', { collection: 'c', encoder: 'remote:ours' })).reused).toBe(0);
  });
});

describe('the key', () => {
  it('is sent, and is nowhere in the workspace, though the server says it back wherever it can', async () => {
    await enable({ concurrency: 1 });
    let n = 0;
    server.always(({ body, path }, response) => {
      if (!path.endsWith('/chat/completions')) return false;
      const echo = `Your key is ${KEY}, indeed.`;
      if (n++ === 0) json(response, 400, { error: { message: echo } });
      else
        json(response, 200, {
          ...chatAnswer(body, JSON.stringify({ nuggets: [{ text: `Uma tese que diz ${echo}`, quotes: [echo] }] })),
          model: KEY,
        });
      return true;
    });
    const { id } = await client.call('jobStart', { command: 'extract', input: { collection: 'c', endpoint: 'ours' } });
    await expect
      .poll(() => readFileSync(join(dir, 'workspace', 'facts.json'), 'utf8').includes(`"${id}"`) && chats().length >= DOCS.length, {
        timeout: 20_000,
      })
      .toBe(true);
    await expect
      .poll(() => /"state":"done"/.test(readFileSync(join(dir, 'workspace', 'facts.json'), 'utf8')), { timeout: 20_000 })
      .toBe(true);
    expect(server.seen.some(({ authorization }) => authorization === `Bearer ${KEY}`)).toBe(true);
    const shown = JSON.stringify(
      await Promise.all([
        client.call('endpoints', {}),
        client.call('info', {}),
        client.call('documents', { collection: 'c' }),
        client.call('traces', { collection: 'c', doc_id: 'pt-tj-01' }),
      ]),
    );
    expect(shown).toContain('[key]');
    for (let i = 0; i + 8 <= KEY.length; i++) {
      expect(shown).not.toContain(KEY.slice(i, i + 8));
      expect(holding(join(dir, 'workspace'), KEY.slice(i, i + 8))).toEqual([]);
    }
    // The search finds what is there.
    expect(holding(join(dir, 'workspace'), server.host)).not.toEqual([]);
  });
});

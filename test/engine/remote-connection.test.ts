import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { below, parseAddress } from '../../electron/engine/remote/address';
import { openRemoteChat } from '../../electron/engine/remote/chat';
import { type Connection, openConnection } from '../../electron/engine/remote/connection';
import { openRemoteEmbeddings } from '../../electron/engine/remote/embeddings';
import { EndpointSettings } from '../../shared/endpoints';
import { AppError } from '../../shared/errors';
import { base64, DIMENSIONS, type Fault, json, letterCounts, type RemoteServer, startRemoteServer } from './remoteServer';

/** Real HTTP against a server of ours that fails on order. */
const KEY = 'sk-test-4fQz81LmNvXw0aYt';
let server: RemoteServer;
let connection: Connection;
let off: AbortController;

function connect(url = server.url, limits: { concurrency?: number; rpm?: number } = {}): Connection {
  off = new AbortController();
  return openConnection({
    name: 'test',
    base: parseAddress(url),
    limits: { concurrency: 4, rpm: null, tpm: null, ...limits },
    permission: { signal: off.signal, check: async () => undefined },
    key: async () => ` ${KEY}\n`,
    random: () => 0,
    firstWaitMs: 40,
  });
}
const ask = (over: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
  connection.post(below(connection.base, 'embeddings'), { model: 'm', input: ['abc'] }, { timeoutMs: 5000, tokens: 1, ...over });
const said = (promise: Promise<unknown>): Promise<AppError> =>
  promise.then(
    () => Promise.reject(new Error('it went through')),
    (error: AppError) => error,
  );

beforeEach(async () => {
  server = await startRemoteServer();
  connection = connect();
});
afterEach(async () => {
  connection.close();
  await server.close();
});

const status =
  (code: number, body: unknown = { error: { message: `status ${code}` } }, headers: Record<string, string> = {}): Fault =>
  (_, response) => {
    json(response, code, body, headers);
    return true;
  };
const cut: Fault = (_, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
  response.write('{"data":[');
  setTimeout(() => response.destroy(), 10);
  return true;
};
const reset: Fault = (_, response) => {
  response.socket?.resetAndDestroy();
  return true;
};
const text =
  (body: string): Fault =>
  (_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end(body);
    return true;
  };
const slow: Fault = (_, response) => {
  setTimeout(() => json(response, 200, {}), 2000);
  return true;
};

describe('a request', () => {
  it('carries the key, without what a file left at its ends, and says what it is', async () => {
    await ask();
    expect(server.seen).toHaveLength(1);
    expect(server.seen[0]).toMatchObject({ path: '/v1/embeddings', authorization: `Bearer ${KEY}`, body: { model: 'm', input: ['abc'] } });
  });

  it.each<[string, Fault[]]>([
    ['429', [status(429)]],
    ['500 and 503', [status(500), status(503, 'ill')]],
    ['a connection that is reset', [reset]],
    ['an answer that is cut off', [cut]],
    ['an answer that is a web page', [text('<html>Bad gateway</html>')]],
    ['JSON that is none', [text('{"data": [')]],
  ])('%s: is made again and goes through', async (_, faults) => {
    server.script(...faults);
    await expect(ask()).resolves.toMatchObject({ object: 'list' });
    expect(server.seen).toHaveLength(faults.length + 1);
  });

  it('no answer in time: is made again', async () => {
    server.script(slow);
    await expect(ask({ timeoutMs: 300 })).resolves.toMatchObject({ object: 'list' });
    expect(server.seen).toHaveLength(2);
  });

  it('waits as long as the server asks for, and so do those beside it', async () => {
    server.script(status(429, {}, { 'Retry-After': '1' }));
    const first = ask();
    await expect.poll(() => server.seen.length, { timeout: 20_000 }).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await Promise.all([first, ask(), ask()]);
    for (const { at } of server.seen.slice(1)) expect(at - server.seen[0]!.at).toBeGreaterThanOrEqual(990);
    expect(server.seen).toHaveLength(4);
  });

  it('a wait of an hour is told, not waited for', async () => {
    server.script(status(429, {}, { 'Retry-After': '3600' }));
    expect(await said(ask())).toMatchObject({ code: 'ENDPOINT_FAILED', message: expect.stringContaining('60 minutes') });
  });

  it.each([400, 401, 403, 404, 413, 422])('%i is not made again, and says status and the server’s words', async (code) => {
    server.always(status(code, { error: { message: 'your text is odd' } }));
    const error = await said(ask());
    expect(error.message).toContain(`status ${code}`);
    expect(error.message).toContain('your text is odd');
    expect(error.message).toContain(server.host);
    expect(server.seen).toHaveLength(1);
  });

  it('money that is used up comes as 429 and is not waited for', async () => {
    server.always(status(429, { error: { code: 'insufficient_quota', message: 'You exceeded your current quota' } }));
    expect(await said(ask())).toMatchObject({ code: 'ENDPOINT_FAILED' });
    expect(server.seen).toHaveLength(1);
  });

  it('after six tries it is given up; the third such request in a row says that it is the server', async () => {
    server.always(status(500, { error: { message: 'out of order' } }, { 'Retry-After': '0' }));
    for (const code of ['MODEL_FAILED', 'MODEL_FAILED', 'ENDPOINT_FAILED'])
      expect(await said(ask())).toMatchObject({ code, message: expect.stringContaining('6 tries (status 500: out of order)') });
    expect(server.seen).toHaveLength(18);
  });

  it('a host that is not there is told at once as that', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => free.once('listening', resolve));
    const { port } = free.address() as { port: number };
    await new Promise((resolve) => free.close(resolve));
    connection.close();
    connection = connect(`http://127.0.0.1:${port}`);
    expect(await said(ask())).toMatchObject({
      code: 'ENDPOINT_FAILED',
      message: expect.stringContaining('ECONNREFUSED'),
      remedy: expect.stringContaining('pepita endpoints test test'),
    });
  });

  it('a redirect to another host is refused: nothing goes there, and least of all the key', async () => {
    const other = await startRemoteServer();
    server.always(status(307, {}, { Location: `${other.url}/v1/embeddings` }));
    expect(await said(ask())).toMatchObject({ code: 'ENDPOINT_FAILED', message: expect.stringContaining(other.host) });
    expect(other.seen).toHaveLength(0);
    await other.close();
  });

  it('a redirect on the same host is followed, but not in circles', async () => {
    server.script(status(308, {}, { Location: '/v1/embeddings' }));
    await expect(ask()).resolves.toMatchObject({ object: 'list' });
    server.always(status(308, {}, { Location: '/v1/embeddings' }));
    expect(await said(ask())).toMatchObject({ message: expect.stringContaining('circles') });
  });

  it('no more at once than agreed', async () => {
    connection.close();
    await server.close();
    server = await startRemoteServer({ latencyMs: 60 });
    connection = connect(server.url, { concurrency: 3 });
    await Promise.all(Array.from({ length: 10 }, () => ask()));
    expect(server.seen).toHaveLength(10);
    expect(server.most()).toBe(3);
  });

  it('is cancelled at once, waiting or under way; turned off, it says so', async () => {
    server.always(slow);
    const cancel = new AbortController();
    const started = Date.now();
    const cancelled = said(ask({ signal: cancel.signal }));
    await expect.poll(() => server.seen.length, { timeout: 20_000 }).toBe(1);
    cancel.abort();
    expect(await cancelled).toMatchObject({ code: 'CANCELLED' });
    const ended = said(ask());
    await expect.poll(() => server.seen.length, { timeout: 20_000 }).toBe(2);
    off.abort(new AppError('ENDPOINT_OFF', 'off'));
    expect(await ended).toMatchObject({ code: 'ENDPOINT_OFF' });
    expect(await said(ask())).toMatchObject({ code: 'ENDPOINT_OFF' });
    expect(Date.now() - started).toBeLessThan(1500);
    expect(server.seen).toHaveLength(2);
  });

  it('a key that the server says back, whole or in part, is in no error', async () => {
    for (const echo of [KEY, `${KEY.slice(0, 10)}****${KEY.slice(-6)}`, Buffer.from(KEY).toString('base64')]) {
      server.script(status(401, { error: { message: `Incorrect API key provided: ${echo}` } }));
      const error = await said(ask());
      const all = JSON.stringify([error.message, error.remedy, error.details, error.stack]);
      for (let i = 0; i + 8 <= KEY.length; i++) expect(all).not.toContain(KEY.slice(i, i + 8));
      expect(all).not.toContain(echo);
    }
    server.script(status(200, { data: [], echo: KEY }));
    expect(JSON.stringify(await ask())).not.toContain(KEY);
  });
});

describe('a chat model', () => {
  const settings = (over: object = {}) => EndpointSettings.parse({ url: server.url, chat_model: 'm', price_in: 1, price_out: 10, ...over });
  const request = {
    system: 'Answer in JSON.',
    user: 'O prazo prescricional é de cinco anos, contados do dano.',
    schema: { type: 'object' },
    maxTokens: 50,
    temperature: 0,
    seed: 7,
    promptTokens: 33,
  };
  const chats = () => server.seen.filter(({ path }) => path.endsWith('/chat/completions'));

  it('answers, with tokens and cost from what the server counted', async () => {
    const chat = await openRemoteChat(connection, settings(), 'm');
    const reply = await chat.complete(request);
    expect(JSON.parse(reply.content).nuggets[0].quotes[0]).toBe('O prazo prescricional é de cinco anos, contados do dano.');
    expect(reply).toMatchObject({ finish: 'stop', served: 'm-2026-03-17 fp_1', dropped: [] });
    const { promptTokens, answerTokens } = reply;
    const usage = chat.usage();
    expect(usage).toMatchObject({ requests: 1, retries: 0, prompt_tokens: promptTokens, answer_tokens: answerTokens, estimated: false });
    expect(usage.cost).toBeCloseTo((promptTokens + 10 * answerTokens) / 1e6, 12);
  });

  it('without a count of the server’s it counts itself, and says so', async () => {
    const chat = await openRemoteChat(connection, settings(), 'm');
    server.script((_, response) => {
      json(response, 200, { choices: [{ message: { content: 'lei' }, finish_reason: 'length' }] });
      return true;
    });
    expect(await chat.complete(request)).toMatchObject({ finish: 'length', promptTokens: 33, answerTokens: 2, served: '' });
    expect(chat.usage()).toMatchObject({ estimated: true, prompt_tokens: 33 });
  });

  it('a server that knows no schema is asked without, then all others are; a fault of another kind stays one', async () => {
    server.always(({ body }, response) => {
      if (body?.response_format?.type !== 'json_schema') return false;
      json(response, 400, { error: { message: 'response_format json_schema is not supported' } });
      return true;
    });
    const chat = await openRemoteChat(connection, settings(), 'm');
    const replies = await Promise.all([chat.complete(request), chat.complete(request), chat.complete(request)]);
    for (const { dropped } of replies) expect(dropped).toEqual(['response_format json_schema (asked with json_object)']);
    const before = chats().length;
    await chat.complete(request);
    expect(chats().length).toBe(before + 1);
    expect(chats().at(-1)!.body.response_format).toEqual({ type: 'json_object' });
    server.always(status(400, { error: { message: 'this text is not allowed' } }));
    expect(await said(chat.complete(request))).toMatchObject({
      code: 'MODEL_FAILED',
      message: expect.stringContaining('this text is not allowed'),
    });
  });

  it('a model that takes neither max_tokens nor a temperature, like OpenAI’s that think', async () => {
    server.always(({ body }, response) => {
      const refuse = (param: string, message: string) => {
        json(response, 400, { error: { message, type: 'invalid_request_error', param, code: 'unsupported_parameter' } });
        return true;
      };
      if (body && 'max_tokens' in body)
        return refuse(
          'max_tokens',
          "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        );
      if (body && 'temperature' in body)
        return refuse('temperature', "Unsupported value: 'temperature' does not support 0 with this model.");
      return false;
    });
    const chat = await openRemoteChat(connection, settings({ reasoning_effort: 'minimal' }), 'm');
    const { dropped } = await chat.complete(request);
    expect(dropped).toEqual(['max_tokens (asked with max_completion_tokens)', 'temperature']);
    expect(chats().at(-1)!.body).toMatchObject({ max_completion_tokens: 50, reasoning_effort: 'minimal', seed: 7 });
  });

  it('an answer that is no chat answer is told as that', async () => {
    const chat = await openRemoteChat(connection, settings(), 'm');
    server.script(status(200, { hello: 'world' }));
    expect(await said(chat.complete(request))).toMatchObject({ code: 'MODEL_FAILED', message: expect.stringContaining('no message') });
  });

  it('asks llama.cpp’s tokenizer where there is one; a text is sent to it only then', async () => {
    const chat = await openRemoteChat(connection, settings(), 'm');
    expect(chat.tokenizer).toBe(false);
    expect(server.seen.map(({ body }) => body.content)).toEqual(['Pepita']);
    await server.close();
    server = await startRemoteServer({ tokenizer: true });
    connection.close();
    connection = connect();
    const counting = await openRemoteChat(connection, settings(), 'm');
    expect(counting.tokenizer).toBe(true);
    expect([...(await counting.tokenStarts('abcdefgh'))]).toEqual([0, 3, 6]);
  });
});

describe('an embedding model', () => {
  const settings = (over: object = {}) => EndpointSettings.parse({ url: server.url, embedding_model: 'm', price_embedding: 2, ...over });
  const texts = ['aab', 'zz', 'ementa'];
  const expected = texts.map((one) => letterCounts(one));

  it('vectors in the order of the texts, tokens and cost', async () => {
    const remote = openRemoteEmbeddings(connection, settings(), 'm');
    expect((await remote.embed(texts, 9)).map((vector) => [...vector])).toEqual(expected);
    expect(server.seen[0]!.body).toEqual({ model: 'm', input: texts, encoding_format: 'base64' });
    const { prompt_tokens, cost } = remote.usage();
    expect(prompt_tokens).toBe(Math.ceil('aabzzementa'.length / 4));
    expect(cost).toBeCloseTo((2 * prompt_tokens) / 1e6, 12);
  });

  it('out of order they are put in order', async () => {
    server.script((_, response) => {
      json(response, 200, {
        data: [2, 0, 1].map((index) => ({ index, embedding: index === 1 ? base64(expected[index]!) : expected[index] })),
      });
      return true;
    });
    const remote = openRemoteEmbeddings(connection, settings(), 'm');
    expect((await remote.embed(texts, 9)).map((vector) => [...vector])).toEqual(expected);
    expect(remote.usage()).toMatchObject({ prompt_tokens: 9, estimated: true });
  });

  it('a server without base64 is asked for numbers, from then on at once', async () => {
    server.always(({ body }, response) => {
      if (body.encoding_format !== 'base64') return false;
      json(response, 400, { error: { message: 'encoding_format must be float' } });
      return true;
    });
    for (let n = 0; n < 2; n++)
      expect((await openRemoteEmbeddings(connection, settings(), 'm').embed(texts, 9))[0]).toHaveLength(DIMENSIONS);
    expect(server.seen.map(({ body }) => body.encoding_format)).toEqual(['base64', 'float', 'float']);
  });

  it('asks for as many values as were chosen, and takes no others', async () => {
    const remote = openRemoteEmbeddings(connection, settings({ dimensions: 8 }), 'm');
    expect((await remote.embed(['abc'], 1))[0]).toHaveLength(8);
    expect(server.seen[0]!.body.dimensions).toBe(8);
    server.script((_, response) => {
      json(response, 200, { data: [{ index: 0, embedding: expected[0] }] });
      return true;
    });
    expect(await said(remote.embed(['abc'], 1))).toMatchObject({
      code: 'MODEL_FAILED',
      message: expect.stringContaining('26 values, not 8'),
    });
  });
});

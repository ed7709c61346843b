import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countPart } from '../../electron/engine/chat/remoteModel';
import { batchesOf, cutToTokens, remoteIdentity } from '../../electron/engine/embed/remote';
import { below, beside, isLoopback, isPlain, parseAddress } from '../../electron/engine/remote/address';
import { chatBody, dropped, FIRST_FORM, simpler } from '../../electron/engine/remote/chatForm';
import { costOf } from '../../electron/engine/remote/meter';
import { parseAnswer, redact } from '../../electron/engine/remote/redact';
import { isQuota, readSaid, refusal } from '../../electron/engine/remote/refusals';
import { delayMs, mayPass, retryAfterMs } from '../../electron/engine/remote/retry';
import { startsOf } from '../../electron/engine/remote/tokenizer';
import { readVectors } from '../../electron/engine/remote/vectors';
import { estimateTokens } from '../../electron/engine/text/tokens';
import { endpointOf, keyVariable, remoteEncoderId } from '../../shared/endpoints';

describe('addresses', () => {
  it('an address without a path is that of /v1; others stay', () => {
    expect(parseAddress('https://api.openai.com').href).toBe('https://api.openai.com/v1');
    expect(parseAddress(' http://127.0.0.1:8080/ ').href).toBe('http://127.0.0.1:8080/v1');
    expect(parseAddress('https://x.example/openai/v1/').href).toBe('https://x.example/openai/v1');
    const base = parseAddress('https://x.example/openai/v1');
    expect(below(base, 'chat/completions').href).toBe('https://x.example/openai/v1/chat/completions');
    expect(beside(base, 'tokenize').href).toBe('https://x.example/openai/tokenize');
    expect(beside(parseAddress('http://localhost:1'), 'tokenize').href).toBe('http://localhost:1/tokenize');
  });
  it('what is no plain http address, or could hold a secret, is refused', () => {
    for (const bad of [
      '',
      'api.openai.com',
      'ftp://x',
      'file:///etc',
      'https://me:key@x.example',
      'https://x.example/v1?key=abc',
      'https://x.example/#a',
    ])
      expect(() => parseAddress(bad), bad).toThrow(expect.objectContaining({ code: 'USAGE' }));
  });
  it('plain http is told of, but for this machine', () => {
    const of = (address: string) => [isLoopback(parseAddress(address)), isPlain(parseAddress(address))];
    for (const here of ['http://127.0.0.1:1', 'http://127.9.9.9', 'http://localhost', 'http://[::1]:80', 'http://a.localhost'])
      expect(of(here), here).toEqual([true, false]);
    for (const there of ['http://10.0.0.1', 'http://gpu.cluster.example', 'http://127.0.0.1.example.org', 'http://[::2]'])
      expect(of(there), there).toEqual([false, true]);
    expect(of('https://10.0.0.1')).toEqual([false, false]);
  });
  it('names: the variable of a key, the id of an encoder', () => {
    expect(keyVariable('open-ai')).toBe('PEPITA_KEY_OPEN_AI');
    expect(endpointOf(remoteEncoderId('open-ai'))).toBe('open-ai');
    expect(endpointOf('e5-small-pten')).toBeUndefined();
  });
});

describe('trying again', () => {
  it('too many requests, faults of the server, timeouts; never what the request itself is to blame for', () => {
    expect([408, 409, 425, 429, 500, 502, 503, 504, 529].every(mayPass)).toBe(true);
    expect([200, 400, 401, 403, 404, 413, 422, 501, 505].some(mayPass)).toBe(false);
  });
  it('the wait doubles, is scattered over its upper half, and has an end', () => {
    expect([1, 2, 3, 4, 7, 20].map((tried) => delayMs(tried, 0, undefined))).toEqual([500, 1000, 2000, 4000, 30_000, 30_000]);
    expect([1, 2, 3].map((tried) => delayMs(tried, 0.5, undefined))).toEqual([750, 1500, 3000]);
    expect(delayMs(1, 0.999999, undefined)).toBe(1000);
  });
  it('what the server asks for is the least', () => {
    expect(delayMs(1, 0, 7000)).toBe(7000);
    expect(delayMs(5, 0.8, 7000)).toBe(7200);
    const now = Date.UTC(2026, 0, 1);
    expect(retryAfterMs({ 'retry-after': '3' }, now)).toBe(3000);
    expect(retryAfterMs({ 'retry-after': '0.5' }, now)).toBe(500);
    expect(retryAfterMs({ 'retry-after': new Date(now + 9000).toUTCString() }, now)).toBe(9000);
    expect(retryAfterMs({ 'retry-after': new Date(now - 9000).toUTCString() }, now)).toBe(0);
    expect(retryAfterMs({ 'retry-after-ms': '120', 'retry-after': '1' }, now)).toBe(120);
    for (const none of [{}, { 'retry-after': '' }, { 'retry-after': 'soon' }, { 'retry-after': '-1' }])
      expect(retryAfterMs(none, now)).toBeUndefined();
  });
});

describe('keys stay out of words', () => {
  const key = 'sk-proj-Ab3dE5gH7jK9mN1pQ2';
  it('the whole key, as it is, in a URL, in base64', () => {
    for (const form of [key, encodeURIComponent(key), Buffer.from(key).toString('base64')])
      expect(redact(`x ${form} y`, key)).not.toContain(form.slice(0, 12));
    expect(redact(`Incorrect API key provided: ${key}.`, key)).toBe('Incorrect API key provided: [key].');
  });
  it('a part of it, as servers quote keys', () => {
    const said = redact(`Incorrect API key: ${key.slice(0, 11)}*****${key.slice(-8)}`, key);
    expect(said).toBe('Incorrect API key: [key]*****[key]');
  });
  it('property: no stretch of six characters of the key is left, wherever it stood', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.nat(20), fc.nat(26), (words, from, to) => {
        const out = redact(`${words}${key.slice(from, to)}${words}`, key);
        for (let i = 0; i + 6 <= key.length; i++) expect(out.includes(key.slice(i, i + 6))).toBe(false);
      }),
    );
  });
  it('in an answer, however it is spelt; a key that is a mere word changes nothing', () => {
    const spelt = [...key].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
    expect(parseAnswer(`{"a":["x ${key}"],"b":"${spelt}"}`, key)).toEqual({ a: ['x [key]'], b: '[key]' });
    expect(parseAnswer('{"a":"the secret ballot"}', 'secret')).toEqual({ a: 'the secret ballot' });
  });
  it('without a key nothing is changed', () => expect(redact('all as it is', '')).toBe('all as it is'));
});

describe('what servers say', () => {
  it('in each of their forms', () => {
    expect(readSaid('{"error":{"message":"no","type":"t","param":"p","code":"c"}}')).toEqual({ message: 'no', param: 'p', code: 'c' });
    expect(readSaid('{"error":"no"}').message).toBe('no');
    expect(readSaid('{"object":"error","message":"no","type":"BadRequestError","param":null,"code":400}')).toEqual({
      message: 'no',
      param: '',
      code: '',
    });
    expect(readSaid('{"detail":[{"loc":["body"],"msg":"field required"}]}').message).toContain('field required');
    expect(readSaid('upstream is ill').message).toBe('upstream is ill');
    expect(readSaid('<!DOCTYPE html><html>Bad gateway</html>').message).toBe('');
    expect(readSaid(`{"error":{"message":"${'x'.repeat(5000)}"}}`).message.length).toBeLessThan(500);
  });
  it('a refusal names host, status and the server’s words, and says whether more of it would help', () => {
    const of = (status: number, body = '{"error":{"message":"why"}}') =>
      refusal({ name: 'gpt', host: 'h.example' }, status, readSaid(body));
    expect(of(401)).toMatchObject({
      code: 'ENDPOINT_FAILED',
      message: 'h.example does not let us in (status 401): why',
      remedy: expect.stringContaining('PEPITA_KEY_GPT'),
    });
    expect(of(404).code).toBe('ENDPOINT_FAILED');
    expect(of(400)).toMatchObject({ code: 'MODEL_FAILED', message: 'h.example refuses the request (status 400): why' });
    expect(of(400, '{"error":{"message":"the request exceeds the available context size"}}').remedy).toContain('--context-size');
    expect(isQuota(readSaid('{"error":{"code":"insufficient_quota","message":"m"}}'))).toBe(true);
    expect(of(429, '{"error":{"code":"insufficient_quota","message":"m"}}').message).toContain('paid');
  });
});

describe('the form of a chat request', () => {
  const request = { system: 's', user: 'u', schema: { type: 'object' }, maxTokens: 9, temperature: 0, seed: 7, promptTokens: 1 };
  it('first with all that is wanted', () => {
    expect(chatBody('m', request, FIRST_FORM, null)).toEqual({
      model: 'm',
      messages: [
        { role: 'system', content: 's' },
        { role: 'user', content: 'u' },
      ],
      max_tokens: 9,
      temperature: 0,
      seed: 7,
      response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema: { type: 'object' } } },
      stream: false,
    });
    const { schema: _, ...unbound } = request;
    expect(chatBody('m', unbound, FIRST_FORM, null)).not.toHaveProperty('response_format');
    expect(chatBody('m', request, FIRST_FORM, 'low')).toMatchObject({ reasoning_effort: 'low' });
  });
  it('then without what is refused, one thing at a time, until it is about something else', () => {
    const words = (said: string, param = '') => ({ said, param });
    const second = simpler(FIRST_FORM, words("Unsupported parameter: 'max_tokens' … Use 'max_completion_tokens' instead.", 'max_tokens'))!;
    expect(chatBody('m', request, second, null)).toMatchObject({ max_completion_tokens: 9 });
    const third = simpler(second, words("Unsupported value: 'temperature' does not support 0 with this model.", 'temperature'))!;
    expect(chatBody('m', request, third, null)).not.toHaveProperty('temperature');
    const fourth = simpler(third, words('response_format json_schema is not supported'))!;
    expect(chatBody('m', request, fourth, null)).toMatchObject({ response_format: { type: 'json_object' } });
    const fifth = simpler(fourth, words('response_format is not supported'))!;
    expect(chatBody('m', request, fifth, null)).not.toHaveProperty('response_format');
    expect(simpler(fifth, words('response_format is not supported'))).toBeUndefined();
    expect(simpler(FIRST_FORM, words("This model's maximum context length is 8192 tokens; max_tokens is too large"))).toBeUndefined();
    expect(simpler(FIRST_FORM, words('the text is not allowed'))).toBeUndefined();
    expect(dropped(fifth)).toEqual([
      'response_format json_schema (asked with none)',
      'max_tokens (asked with max_completion_tokens)',
      'temperature',
    ]);
    expect(dropped(FIRST_FORM)).toEqual([]);
  });
});

describe('vectors of an answer', () => {
  const read = (data: unknown, due = 2, dimensions: number | null = null) =>
    readVectors({ data }, due, dimensions, 'h').map((vector) => [...vector]);
  const base64 = (...values: number[]) => Buffer.from(Float32Array.from(values).buffer).toString('base64');
  it('in the order of their index, as numbers or base64', () => {
    expect(
      read([
        { index: 1, embedding: [3, 4] },
        { index: 0, embedding: [1, 2] },
      ]),
    ).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(
      read([
        { index: 1, embedding: base64(3, 4) },
        { index: 0, embedding: [1, 2] },
      ]),
    ).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(read([{ embedding: [1, 2] }, { embedding: [3, 4] }])).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });
  it('each fault is refused by its name', () => {
    const fails = (data: unknown, words: string, dimensions: number | null = null) =>
      expect(() => read(data, 2, dimensions), words).toThrow(
        expect.objectContaining({ code: 'MODEL_FAILED', message: expect.stringContaining(words) }),
      );
    const good = { index: 0, embedding: [1, 2] };
    fails(undefined, 'no list');
    fails([good], '2 were asked for, 1 came');
    fails([good, { index: 0, embedding: [1, 2] }], 'two have the index 0');
    fails([good, { index: 2, embedding: [1, 2] }], 'index 2');
    fails([good, { index: 1.5, embedding: [1, 2] }], 'index 1.5');
    fails([good, { index: 1, embedding: [1, 2, 3] }], '3 values, not 2');
    fails([good, { index: 1, embedding: [1, 2] }], '2 values, not 3', 3);
    fails([good, { index: 1, embedding: [0, 0] }], 'all zeros');
    fails([good, { index: 1, embedding: base64(Number.NaN, 1) }], 'not finite');
    fails([good, { index: 1, embedding: [1e300, 1] }], 'not finite');
    fails([good, { index: 1, embedding: [null, 1] }], 'neither');
    fails([good, { index: 1, embedding: [[1, 2]] }], 'neither');
    fails([good, { index: 1, embedding: 'AAA' }], 'neither');
    fails([good, { index: 1, embedding: 'not base64!' }], 'neither');
    fails([good, { index: 1, embedding: [] }], 'neither');
  });
});

describe('counting where the tokenizer is not known', () => {
  it('words by their letters, digits and signs one by one', () => {
    expect(estimateTokens('')).toBe(0);
    expect(estimateTokens('lei')).toBe(2);
    expect(estimateTokens('art. 5º')).toBe(2 + 1 + 1 + 2 - 1 + 0);
    expect(estimateTokens('2026')).toBe(4);
    expect(estimateTokens('a b')).toBe(2);
    expect(estimateTokens('a\n\nb')).toBe(3);
  });
  it('property: two texts one after the other have no fewer tokens than each', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(estimateTokens(a + b)).toBeGreaterThanOrEqual(Math.max(estimateTokens(a), estimateTokens(b)));
      }),
    );
  });
  it('a text is cut at a word, to what an estimate holds to be within the limit', () => {
    const text = 'palavra '.repeat(100).trim();
    const { used, tokens } = cutToTokens(text, 30);
    expect(tokens).toBeLessThanOrEqual(30);
    expect(text.slice(0, used)).toBe('palavra '.repeat(10).trim());
    expect(cutToTokens('curto', 30)).toEqual({ used: 5, tokens: 2 });
    expect(cutToTokens('😀'.repeat(50), 3).used % 2).toBe(0);
  });
});

describe('tokens of the server, laid along the text', () => {
  it('pieces begin where their bytes do', () => {
    expect([...startsOf('ação é', [1, 2, 2, 1, 1, 2])]).toEqual([0, 1, 2, 3, 4, 5]);
    expect([...startsOf('a😀b', [1, 4, 1])]).toEqual([0, 1, 3]);
    expect(startsOf('', [])).toHaveLength(0);
  });
  it('bytes that do not add up are spread evenly', () => expect([...startsOf('abcd', [2, 2, 1, 1])]).toEqual([0, 2, 3, 4]));
  it('a part has the tokens that begin in it, and one for a token that it cuts', () => {
    const text = 'abcdefghijkl';
    const starts = startsOf(text, [3, 3, 3, 3]);
    expect(countPart(text, starts, 'abcdef')).toBe(3);
    expect(countPart(text, starts, text)).toBe(5);
    expect(countPart(text, starts, 'efghi')).toBe(2);
  });
});

describe('batches and costs', () => {
  it('at most 128 texts and 100,000 tokens a request; a text that is larger goes alone', () => {
    expect(batchesOf([])).toEqual([]);
    expect(batchesOf(new Array(300).fill(1)).map(({ from, to, tokens }) => [from, to, tokens])).toEqual([
      [0, 128, 128],
      [128, 256, 128],
      [256, 300, 44],
    ]);
    expect(batchesOf([60_000, 60_000, 200_000, 1]).map(({ from, to }) => [from, to])).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
    ]);
  });
  it('the price is of a million tokens', () => {
    expect(costOf({ price_in: 0.2, price_out: 1.25 }, 1_000_000, 400_000)).toBeCloseTo(0.7, 12);
    expect(costOf({ price_in: 0.02, price_out: null }, 500_000, 0)).toBeCloseTo(0.01, 12);
    expect(costOf({ price_in: 0.2, price_out: null }, 1, 1)).toBeNull();
    expect(costOf({ price_in: null, price_out: 1 }, 1, 0)).toBeNull();
  });
  it('an identity changes with all that changes a vector, and with nothing else', () => {
    const at = { host: 'h', model: 'm' };
    const settings = { id: 'remote:a', dimensions: 3, prefixes: { query: '', passage: '' }, maxTokens: 512 };
    const one = remoteIdentity(at, settings);
    expect(remoteIdentity(at, { ...settings, id: 'remote:b' })).toBe(one);
    const others = [
      remoteIdentity({ ...at, host: 'i' }, settings),
      remoteIdentity({ ...at, model: 'n' }, settings),
      remoteIdentity(at, { ...settings, dimensions: 4 }),
      remoteIdentity(at, { ...settings, maxTokens: 513 }),
      remoteIdentity(at, { ...settings, prefixes: { query: 'q: ', passage: '' } }),
      remoteIdentity(at, { ...settings, prefixes: { query: '', passage: 'p: ' } }),
    ];
    expect(new Set([one, ...others]).size).toBe(7);
  });
});

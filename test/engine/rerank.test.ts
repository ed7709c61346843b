import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../electron/engine';
import { engineConfig } from '../../electron/hosts/engineConfig';
import type { Job, RerankOutput } from '../../shared/contract';
import { type Client, createClient } from '../../shared/rpc/client';
import { createMemoryPorts } from '../../shared/rpc/port';
import { chatAnswer, json, type RemoteServer, type Seen, startRemoteServer } from './remoteServer';

/** A run's head read anew by a chat model behind real HTTP, over the real store. */
let dir: string;
let engine: Engine;
let client: Client;
let server: RemoteServer;
let runId: string;
const DOCS = ['en-sc-01', 'en-sc-02', 'en-sc-03', 'en-sc-04', 'en-sc-05'];
const QUERIES = { q1: 'A cheque was issued as security for a debt.', q2: 'An officer was dismissed without a hearing.' };

const chats = () => server.seen.filter(({ path }) => path === '/v1/chat/completions');
/** Numbers of the candidates as the prompt shows them, the last first: an order that can be foretold. */
const numbersOf = (user: string) => [...user.matchAll(/^\[(\d+)\] /gm)].map(([, n]) => n!);
const lastFirst = (user: string) =>
  JSON.stringify({
    ranking: numbersOf(user)
      .reverse()
      .slice(0, 3)
      .map((id) => ({ id, reason: `candidate ${id} is to the point` })),
  });
const answering = (make: (seen: Seen) => string) => (seen: Seen, response: Parameters<typeof json>[0]) => {
  if (seen.path !== '/v1/chat/completions') return false;
  json(response, 200, chatAnswer(seen.body, make(seen)));
  return true;
};
const rerank = (over: object = {}) =>
  client.call('rerank', { collection: 'c', run: runId, endpoint: 'ours', return: 3, out: join(dir, 'new.run'), ...over });
const ranked = (path: string, query: string) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([id]) => id === query)
    .map(([, , doc]) => doc!);

/** A run file with its configuration that ranks all five documents. */
function five(): string {
  const path = join(dir, 'five.run');
  writeFileSync(path, DOCS.map((id, i) => `q1 Q0 ${id} ${i + 1} ${5 - i} five\n`).join(''));
  writeFileSync(`${path}.config.json`, readFileSync(join(dir, 'old.run.config.json')));
  return path;
}
/** The list of jobs as it is now. */
async function jobs(): Promise<readonly Job[]> {
  const aborter = new AbortController();
  let list: readonly Job[] = [];
  const onEvent = ({ jobs: now }: { jobs: readonly Job[] }) => {
    list = now;
    aborter.abort();
  };
  await client.call('jobWatch', {}, { signal: aborter.signal, onEvent }).catch(() => {});
  return list;
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'pepita-rerank-'));
  engine = await createEngine(engineConfig(process.cwd(), join(dir, 'workspace'), 'write'));
  const [near, far] = createMemoryPorts();
  engine.serve(far);
  client = createClient(near);
  server = await startRemoteServer();
  server.always(answering(({ body }) => lastFirst(body.messages[1].content)));
  writeFileSync(
    join(dir, 'queries.jsonl'),
    Object.entries(QUERIES)
      .map(([_id, text]) => JSON.stringify({ _id, text }))
      .join('\n'),
  );
  writeFileSync(join(dir, 'qrels.tsv'), 'query-id\tcorpus-id\tscore\nq1\ten-sc-02\t1\nq2\ten-sc-01\t1\n');
  await client.call('import', {
    collection: 'c',
    paths: [...DOCS.map((id) => `resources/sample/decisions/${id}.txt`), join(dir, 'queries.jsonl'), join(dir, 'qrels.tsv')],
  });
  await client.call('extract', { collection: 'c', summaries: true, docs: DOCS.slice(0, 4) });
  runId = (await client.call('run', { collection: 'c', unit: 'document', ranker: 'bm25', out: join(dir, 'old.run') })).run_id;
});
afterAll(async () => {
  await engine.close();
  await server.close();
  rmSync(dir, { recursive: true, force: true });
});

describe('reranking a run', () => {
  it('sends nothing before the endpoint is on; what would be sent is reckoned here', async () => {
    await client.call('addEndpoint', {
      name: 'ours',
      url: server.url,
      chat_model: 'chat',
      price_in: 1,
      price_out: 4,
      context_size: 32_000,
    });
    await expect(rerank()).rejects.toMatchObject({ code: 'ENDPOINT_OFF' });
    const estimate = await client.call('estimateRemote', {
      collection: 'c',
      endpoint: 'ours',
      what: 'rerank',
      rerank: { run: runId, return: 3 },
    });
    // One question a query; answers of 3 × 60 + 24 tokens.
    expect(estimate).toMatchObject({ host: server.host, units: 2, requests: 2, answer_tokens_most: 2 * 204 });
    expect(chats()).toHaveLength(0);
    await client.call('enableEndpoint', { name: 'ours', host: server.host });
  });

  it('puts those that the model returns first, the others below as they stood; a kept run with reasons, trace and configuration', async () => {
    const old = ranked(join(dir, 'old.run'), 'q1');
    const out = await rerank();
    const now = ranked(join(dir, 'new.run'), 'q1');
    expect(now).toEqual([...old.slice(-3).reverse(), ...old.slice(0, -3)]);
    expect(out).toMatchObject({ queries: 2, windows: 2, kept_windows: 0, invented: 0, repeated: 0, reused: 0, query_form: 'as-is' });
    expect(out.shown.summary + out.shown.passage).toBe(
      out.returned.length === 2 ? ranked(join(dir, 'old.run'), 'q2').length + old.length : 0,
    );
    expect(out.shown.passage).toBeGreaterThan(0);
    expect(out.warnings.join('\n')).toMatch(/not every one is formulated[\s\S]*had no structured summary/);
    expect(out.returned[0]!.documents[0]).toEqual({
      doc_id: now[0],
      rank: 1,
      before: old.length,
      reason: `candidate ${old.length} is to the point`,
    });
    expect(out.usage).toMatchObject({ host: server.host, requests: 2 });
    expect(Object.keys(out.measures!)).toEqual(['map', 'ndcg@10']);
    expect(out.agreement).toBeNull();

    const config = JSON.parse(readFileSync(join(dir, 'new.run.config.json'), 'utf8'));
    expect(config).toMatchObject({
      unit: 'document',
      ranker: 'bm25',
      name: 'document-bm25-max-reranked',
      rerank: {
        of: { run: 'document-bm25-max' },
        model_id: `chat at ${server.host}`,
        depth: 100,
        return: 3,
        temperature: 0,
        seed: 7,
        query_form: 'as-is',
      },
    });
    const { runs } = await client.call('runs', { collection: 'c' });
    expect(runs.find(({ id }) => id === out.runs[0]!.run_id)).toMatchObject({ name: 'document-bm25-max-reranked' });
    const kept = await client.call('rerankings', { collection: 'c', run_id: out.runs[0]!.run_id, query_id: 'q1', trace: true });
    expect(kept.queries[0]!.documents).toEqual(out.returned[0]!.documents);
    expect(kept.queries[0]!.windows[0]).toMatchObject({ first_rank: 1, shown: old, named: now.slice(0, 3), state: 'whole' });
    expect(JSON.parse(kept.queries[0]!.windows[0]!.raw).ranking).toHaveLength(3);
    const reasons = readFileSync(join(dir, 'new.run.reasons.jsonl'), 'utf8').trim().split('\n');
    expect(JSON.parse(reasons[0]!)).toEqual({ query_id: 'q1', ...out.returned[0]!.documents[0] });
    await expect(client.call('rerankings', { collection: 'c', run_id: runId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is shown the six fields, and of a document without a summary what speaks of the query', () => {
    const user: string = chats().find(({ body }) => body.messages[1].content.includes(QUERIES.q1))!.body.messages[1].content;
    expect(user).toContain('A cheque was issued as security');
    expect(user).toMatch(/\[\d\] facts: /);
    expect(user).toMatch(/^citation principles: |^issues: /m);
    expect(chats()[0]!.body.response_format.json_schema.schema.properties.ranking.maxItems).toBe(3);
  });

  it('asks nothing twice; a stop keeps what was answered', async () => {
    const from = chats().length;
    expect(await rerank()).toMatchObject({ reused: 2 });
    expect(chats().length).toBe(from);
    const aborter = new AbortController();
    await client.call('addEndpoint', { name: 'ours', url: server.url, chat_model: 'chat', context_size: 32_000, concurrency: 1 });
    await client.call('enableEndpoint', { name: 'ours', host: server.host });
    server.script(
      () => false,
      () => {
        aborter.abort();
        return true;
      },
    );
    const stopped = client.call('rerank', { collection: 'c', run: runId, endpoint: 'ours', return: 2 }, { signal: aborter.signal });
    await expect(stopped).rejects.toMatchObject({ code: 'CANCELLED' });
    server.script();
    expect(await client.call('rerank', { collection: 'c', run: runId, endpoint: 'ours', return: 2 })).toMatchObject({
      reused: 1,
      queries: 2,
    });
  });

  it('drops numbers that are made up or named again, salvages what is cut, keeps the order of what can not be read, and tells all of it', async () => {
    server.script(
      answering(() => '{"ranking":[{"id":"2","reason":"good"},{"id":"2","reason":"again"},{"id":"77","reason":"made up"}]}'),
      answering(() => 'Sorry.'),
    );
    const out = await rerank({ return: 4, out: join(dir, 'broken.run') });
    const old = ranked(join(dir, 'old.run'), 'q1');
    expect(ranked(join(dir, 'broken.run'), 'q1')).toEqual([old[1], old[0], ...old.slice(2)]);
    expect(ranked(join(dir, 'broken.run'), 'q2')).toEqual(ranked(join(dir, 'old.run'), 'q2'));
    expect(out).toMatchObject({ invented: 1, repeated: 1, kept_windows: 1 });
    expect(out.warnings.join('\n')).toContain('1 numbers stand for no candidate: 77');
    expect(out.warnings.join('\n')).toContain('q2: window 1 of 1');
  });

  it('again and again says how much it varies: by the order of the candidates, or by the seed at a stated temperature', async () => {
    const byOrder = await rerank({ repeats: 3, vary: 'order', out: join(dir, 'order.run') });
    expect(byOrder.runs.map(({ path }) => path.slice(dir.length + 1))).toEqual(['order.run', 'order.2.run', 'order.3.run']);
    expect(byOrder.agreement).toMatchObject({ comparisons: 6 });
    expect(byOrder.measures!.map!.values).toHaveLength(3);
    const bySeed = await rerank({ repeats: 2, out: join(dir, 'seed.run') });
    // The server does not draw: other seeds give the same lists.
    expect(bySeed.agreement).toEqual({ comparisons: 2, identical: 1, same_documents: 1, overlap: 1 });
    expect(bySeed.measures!.map!).toMatchObject({ sd: 0, range: 0 });
    expect(
      chats()
        .slice(-4)
        .map(({ body }) => [body.temperature, body.seed]),
    ).toEqual(
      expect.arrayContaining([
        [0.7, 7],
        [0.7, 8],
      ]),
    );
    await expect(rerank({ repeats: 2, temperature: 0 })).rejects.toMatchObject({ code: 'USAGE' });
  });

  it('takes a run file too; one of another collection, or none, is refused', async () => {
    const out = await rerank({ run: join(dir, 'old.run'), queries: ['q2'], out: join(dir, 'file.run') });
    expect(out).toMatchObject({ queries: 1 });
    expect(out.runs[0]!.run_id).not.toBe('');
    expect(ranked(join(dir, 'file.run'), 'q1')).toEqual(ranked(join(dir, 'old.run'), 'q1'));
    writeFileSync(join(dir, 'bare.run'), readFileSync(join(dir, 'old.run')));
    const bare = await rerank({ run: join(dir, 'bare.run'), out: join(dir, 'bare-new.run') });
    expect(bare.runs[0]!.run_id).toBe('');
    expect(bare.warnings.join()).toContain('without a configuration');
    writeFileSync(join(dir, 'other.run'), 'q1 Q0 elsewhere 1 1 x\n');
    await expect(rerank({ run: join(dir, 'other.run') })).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await expect(rerank({ run: 'nothing' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('tells the case as facts and issues once the queries are formulated', async () => {
    await client.call('formulate', { collection: 'c' });
    const out = await rerank({ queries: ['q1'] });
    expect(out.query_form).toBe('q_FI');
    const { queries } = await client.call('formulations', { collection: 'c' });
    expect(chats().at(-1)!.body.messages[1].content).toContain(`${QUERIES.q1}\n${queries[0]!.formulation!.phrases.join(' | ')}`);
  });

  it('says of a kept run how it was reranked, and of each document how it came to its place', async () => {
    const out = await rerank({ run: five(), repeats: 2, vary: 'order', depth: 4, return: 2, name: 'told' });
    const { runs } = await client.call('runs', { collection: 'c' });
    const [first, second] = out.runs.map(({ run_id }) => runs.find(({ id }) => id === run_id)!);
    expect(runs.find(({ id }) => id === runId)!.reranking).toBeNull();
    expect(first!.reranking).toMatchObject({ of: { run: 'five', run_id: '' }, depth: 4, return: 2, repeat: 1, repeats: 2 });
    expect(second!.reranking).toMatchObject({ group: first!.reranking!.group, repeat: 2, vary: 'order' });
    expect(first!.reranking!.outcome).toMatchObject({ measures: out.measures, agreement: out.agreement, windows: 2 });
    expect(first!.reranking!.group).not.toBe('');
    // The candidates of each query stay out of the list.
    expect((first!.config as any).rerank.queries).toBeUndefined();
    const asked = { collection: 'c', run_id: first!.id, query_id: 'q1', measured: false };
    const { ranking } = await client.call('rescore', asked);
    const old = DOCS;
    // Five documents: the last two of the four that were read come first, the fifth was never shown.
    expect(ranking!.map(({ doc_id, reranked }) => [doc_id, reranked!.state, reranked!.before])).toEqual([
      [old[3], 'returned', 4],
      [old[2], 'returned', 3],
      [old[0], 'below', 1],
      [old[1], 'below', 2],
      [old[4], 'unread', 5],
    ]);
    expect(ranking!.map(({ reranked }) => reranked!.reason)).toEqual([
      'candidate 4 is to the point',
      'candidate 3 is to the point',
      '',
      '',
      '',
    ]);
    const { ranking: before } = await client.call('rescore', { ...asked, run_id: runId });
    expect(before![0]!.reranked).toBeNull();
  });

  it('is work that outlives its call: told as it goes, and resumed after a stop in the middle of a query without asking anything again', async () => {
    // Two windows: there is room for four of the five candidates at once.
    await client.call('addEndpoint', { name: 'small', url: server.url, chat_model: 'chat', context_size: 1500, concurrency: 1 });
    await client.call('enableEndpoint', { name: 'small', host: server.host });
    const input = { collection: 'c', run: five(), endpoint: 'small', return: 2, queries: ['q1'], name: 'as a job' };
    const whole = await client.call('rerank', { ...input, seed: 1 });
    expect(whole.windows).toBe(2);
    const reached = new Promise<void>((resolve) => {
      server.script(
        answering(({ body }) => lastFirst(body.messages[1].content)),
        () => {
          resolve();
          return true;
        },
      );
    });
    const from = chats().length;
    const { id } = await client.call('jobStart', { command: 'rerank', input });
    await reached;
    await client.call('jobCancel', { id });
    server.script();
    const stopped = (await jobs()).find((job) => job.id === id)!;
    expect(stopped).toMatchObject({ state: 'cancelled', collection: 'c', progress: { stage: 'rerank', total: 1 } });
    expect(chats().length - from).toBe(2);
    await client.call('jobResume', { id });
    await expect.poll(async () => (await jobs()).find((job) => job.id === id)!.state).toBe('done');
    const done = (await jobs()).find((job) => job.id === id)!.result as RerankOutput;
    // The first window was answered before the stop; the second was under way.
    expect(chats().length - from).toBe(whole.windows + 1);
    expect(done.returned).toEqual(whole.returned);
    const kept = await client.call('rerankings', { collection: 'c', run_id: done.runs[0]!.run_id, trace: true });
    expect(kept.queries[0]!.windows).toHaveLength(whole.windows);
    expect((await client.call('runs', { collection: 'c' })).runs.filter(({ name }) => name === 'as a job')).toHaveLength(2);
  });

  it('is a stage of an experiment’s run; found again, nothing is asked', async () => {
    const source = [
      'version: 1',
      'name: two stages',
      'collection: c',
      'defaults: { unit: document, ranker: bm25 }',
      'runs:',
      '  - { name: first }',
      '  - { name: second, query_form: q_I, rerank: { endpoint: ours, return: 3 } }',
    ].join('\n');
    const stages = new Set<string>();
    const out = await client.call(
      'experiment',
      { source, out: join(dir, 'outcome') },
      { onEvent: ({ stage, total }) => stages.add(`${stage} ${total}`) },
    );
    // A second reading takes hours with a small machine: it tells how far it is.
    expect(stages).toContain('rerank 2');
    const config = JSON.parse(readFileSync(join(dir, 'outcome', 'second.run.config.json'), 'utf8'));
    expect(config).toMatchObject({ query_form: 'q_I', rerank: { model_id: `chat at ${server.host}`, return: 3, query_form: 'q_FI' } });
    expect(config.rerank.returned.q1.map(({ doc_id }: { doc_id: string }) => doc_id)).toEqual(
      ranked(join(dir, 'outcome', 'second.run'), 'q1').slice(0, 3),
    );
    const asked = chats().length;
    const again = await client.call('experiment', { source, out: join(dir, 'outcome') });
    expect(again.runs.map(({ reused }) => reused)).toEqual([true, true]);
    expect(again.runs.map(({ config_sha256 }) => config_sha256)).toEqual(out.runs.map(({ config_sha256 }) => config_sha256));
    expect(chats().length).toBe(asked);
    const changed = await client.call('experiment', { source: source.replace('return: 3', 'return: 2'), out: join(dir, 'outcome') });
    expect(changed.runs.map(({ reused }) => reused)).toEqual([true, false]);
    await expect(
      client.call('experiment', { source: source.replace('return: 3', 'returns: 3'), out: join(dir, 'outcome') }),
    ).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });
  });
});

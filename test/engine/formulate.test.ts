import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../electron/engine';
import { engineConfig } from '../../electron/hosts/engineConfig';
import { type Client, createClient } from '../../shared/rpc/client';
import { createMemoryPorts } from '../../shared/rpc/port';
import { chatAnswer, json, type RemoteServer, startRemoteServer } from './remoteServer';

/** Queries in other words, from text to ranking: the real store, the rules, and a chat model behind real HTTP. */
const KEY = 'sk-91xKq7ZtUe3GvB0sWd5';
const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');
const QUERIES = {
  q1: 'The bank dismissed its officer for misappropriation of funds. No hearing was given before the termination of his service.',
  q2: 'A cheque issued as security was dishonoured. The drawer claims that there was no legally enforceable debt.',
  q3: 'The first accused was convicted of murder on a dying declaration. There was no corroboration of the declaration.',
};
let dir: string;
let engine: Engine;
let client: Client;
let server: RemoteServer;

async function open(): Promise<void> {
  engine = await createEngine(engineConfig(process.cwd(), join(dir, 'workspace'), 'write', { PEPITA_KEY_OURS: KEY }));
  const [near, far] = createMemoryPorts();
  engine.serve(far);
  client = createClient(near);
}

/** A model that names issues after the first words of the facts; it stays silent where a query says so. */
const issuesFor = (user: string) =>
  JSON.stringify({ issues: [`Duty of ${user.slice(-30, -20).trim()}`, 'Natural justice in inquiries', 'Relief'] });

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'pepita-formulate-'));
  await open();
  server = await startRemoteServer();
  server.always((seen, response) => {
    if (seen.path !== '/v1/chat/completions') return false;
    json(response, 200, chatAnswer(seen.body, issuesFor(seen.body.messages[1].content)));
    return true;
  });
  const paths = ['en-sc-01', 'en-sc-02', 'en-sc-03', 'en-sc-04', 'en-sc-05'].map((id) => `resources/sample/decisions/${id}.txt`);
  writeFileSync(
    join(dir, 'queries.jsonl'),
    Object.entries(QUERIES)
      .map(([_id, text]) => JSON.stringify({ _id, text }))
      .join('\n'),
  );
  await client.call('import', { collection: 'c', paths: [...paths, join(dir, 'queries.jsonl')] });
  const { queries } = await client.call('queries', { collection: 'c' });
  expect(queries.map(({ query_id }) => query_id)).toEqual(['q1', 'q2', 'q3']);
});
afterAll(async () => {
  await engine.close();
  await server.close();
  rmSync(dir, { recursive: true, force: true });
});

const run = (over: object = {}) =>
  client.call('run', { collection: 'c', unit: 'document', ranker: 'bm25', out: join(dir, 'out.run'), ...over });
const configOf = () => JSON.parse(readFileSync(join(dir, 'out.run.config.json'), 'utf8'));

describe('formulations', () => {
  it('are missing at first: a run is refused with what to do, a search takes the rules and says so', async () => {
    await expect(run({ query_form: 'q_I' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      remedy: expect.stringContaining('pepita formulate --collection c'),
    });
    const found = await client.call('search', { collection: 'c', unit: 'document', ranker: 'bm25', query: QUERIES.q2, query_form: 'q_I' });
    expect(found.warnings.join()).toContain('picked by rules');
    expect(found.understood.asked).toMatchObject({ formulator: 'extractive', edited: false });
    expect(found.understood.asked!.texts[0]).toContain('legally enforceable debt');
    expect(found.results[0]!.doc_id).toBe('en-sc-02');
  });

  it('by rules need no model; they are made once, and again only when asked', async () => {
    const events: number[] = [];
    const out = await client.call('formulate', { collection: 'c' }, { onEvent: ({ done }) => void events.push(done) });
    expect(out).toMatchObject({ formulator: 'extractive', queries: 3, skipped: 0, failed: [], usage: null });
    expect(events.at(-1)).toBe(3);
    expect(await client.call('formulate', { collection: 'c' })).toMatchObject({ queries: 0, skipped: 3, key: out.key });
    expect(await client.call('formulate', { collection: 'c', again: true, queries: ['q1'] })).toMatchObject({ queries: 1, skipped: 0 });
    const { queries, key, made } = await client.call('formulations', { collection: 'c' });
    expect(key).toBe(out.key);
    expect(made).toMatchObject([{ key, formulator: 'extractive', texts: 3, edited: 0 }]);
    expect(queries[0]!.formulation).toMatchObject({
      text_sha256: sha256(QUERIES.q1),
      lang: 'en',
      model_id: '',
      stop_reason: 'end of text',
    });
    await expect(client.call('formulate', { collection: 'c', queries: ['q9'] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are what a run searches with; its configuration says with which words, and their hash', async () => {
    const { queries } = await client.call('formulations', { collection: 'c' });
    const q1 = queries[0]!.formulation!;
    const out = await run({ query_form: 'q_I' });
    expect(out.config).toMatchObject({ query_form: 'q_I', formulation: q1.key, pool: 0 });
    expect(configOf().query_texts.q1).toEqual({
      phrases: q1.phrases,
      facts: null,
      formulator: 'extractive',
      edited: false,
      sha256: sha256(q1.phrases.join(' | ')),
    });
    const { runs } = await client.call('runs', { collection: 'c' });
    expect(runs[0]!.config).toMatchObject({ query_texts: { q1: { sha256: sha256(q1.phrases.join(' | ')) } } });
    // As it is, nothing is said of other words.
    const plain = await run();
    expect(plain.config).toMatchObject({ query_form: 'as-is', formulation: '' });
    expect(configOf().query_texts).toBeUndefined();
  });

  it('q_F ranks as the query itself; q_FI and the union are made of both', async () => {
    const rankings: Record<string, string> = {};
    for (const query_form of ['as-is', 'q_F', 'q_FI', 'union'] as const) {
      await run({ query_form, name: 'r' });
      rankings[query_form] = readFileSync(join(dir, 'out.run'), 'utf8');
    }
    expect(rankings.q_F).toBe(rankings['as-is']);
    expect(rankings.q_FI).not.toBe(rankings.q_F);
    expect(configOf()).toMatchObject({ query_form: 'union', pool: 1000 });
    const found = await client.call('search', {
      collection: 'c',
      unit: 'document',
      ranker: 'bm25',
      query: QUERIES.q2,
      query_form: 'union',
    });
    expect(found.results[0]!.parts.map(({ name }) => name)).toEqual(['q_F', 'q_I', 'q_FI']);
    expect(found.understood.asked!.texts).toHaveLength(3);
  });

  it('edited by hand count, keep what was made beside them, and can be restored', async () => {
    const before = (await client.call('formulations', { collection: 'c' })).queries[1]!.formulation!;
    const which = { collection: 'c', text_sha256: before.text_sha256, key: before.key };
    const edited = await client.call('editFormulation', { ...which, phrases: ['dishonour | of a cheque', 'presumption of debt'] });
    expect(edited).toMatchObject({
      phrases: before.phrases,
      edited_phrases: ['dishonour / of a cheque', 'presumption of debt'],
      edited_facts: null,
    });
    await run({ query_form: 'q_I' });
    expect(configOf().query_texts.q2).toMatchObject({ edited: true, sha256: sha256('dishonour / of a cheque | presumption of debt') });
    await client.call('editFormulation', { ...which, facts: 'A cheque bounced.' });
    const found = await client.call('search', { collection: 'c', unit: 'document', ranker: 'bm25', query: QUERIES.q2, query_form: 'q_FI' });
    expect(found.understood.asked).toEqual({
      texts: ['A cheque bounced.\ndishonour / of a cheque | presumption of debt'],
      formulator: 'extractive',
      edited: true,
    });
    // Made again, what was edited stays.
    await client.call('formulate', { collection: 'c', again: true });
    expect((await client.call('formulations', { collection: 'c' })).made[0]).toMatchObject({ edited: 1 });
    const restored = await client.call('restoreFormulation', which);
    expect(restored).toMatchObject({ phrases: before.phrases, edited_phrases: null, edited_facts: null });
    await expect(client.call('editFormulation', { ...which, key: 'nothing' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('by a model elsewhere: nothing goes before it is on; what was answered is kept; a stop loses nothing', async () => {
    const from = server.seen.length;
    await client.call('addEndpoint', { name: 'ours', url: server.url, chat_model: 'chat', price_in: 1, price_out: 4 });
    await expect(client.call('formulate', { collection: 'c', endpoint: 'ours' })).rejects.toMatchObject({ code: 'ENDPOINT_OFF' });
    const estimate = await client.call('estimateRemote', { collection: 'c', endpoint: 'ours', what: 'formulate' });
    expect(estimate).toMatchObject({ host: server.host, units: 3, requests: 3, answer_tokens_most: 3 * 256 });
    expect(estimate.prompt_tokens).toBeGreaterThan(300);
    expect(server.seen.length).toBe(from);

    await client.call('enableEndpoint', { name: 'ours', host: server.host });
    const aborter = new AbortController();
    server.script(
      () => false,
      (_, response) => {
        aborter.abort();
        json(response, 500, { error: { message: 'busy' } });
        return true;
      },
    );
    await expect(
      client.call('formulate', { collection: 'c', endpoint: 'ours', queries: ['q1', 'q2', 'q3'] }, { signal: aborter.signal }),
    ).rejects.toMatchObject({ code: 'CANCELLED' });
    server.script();
    const out = await client.call('formulate', { collection: 'c', endpoint: 'ours' });
    expect(out).toMatchObject({ formulator: 'remote', failed: [], usage: { host: server.host } });
    expect(out.queries + out.skipped).toBe(3);
    const { queries, made } = await client.call('formulations', { collection: 'c' });
    expect(made.map(({ formulator }) => formulator)).toEqual(['remote', 'extractive']);
    const { formulation } = queries[0]!;
    expect(formulation).toMatchObject({ formulator: 'remote', model_id: `chat at ${server.host}`, status: 'done' });
    expect(JSON.parse(formulation!.raw).issues).toEqual(formulation!.phrases);
    expect(JSON.parse(formulation!.params)).toMatchObject({ host: server.host, served: expect.any(String) });
    expect(formulation!.prompt_sha256).toBe(sha256(readFileSync('resources/prompts/formulation.en.md', 'utf8')));
    // The rules' own are still there, and can be named.
    const rules = await run({ query_form: 'q_I', formulation: 'extractive' });
    expect(rules.config.formulation).not.toBe(out.key);
    expect((await client.call('estimateRemote', { collection: 'c', endpoint: 'ours', what: 'formulate' })).units).toBe(0);
  });

  it('that fail are told, kept with what was answered, and tried again', async () => {
    server.script(
      (seen, response) => {
        json(response, 200, chatAnswer(seen.body, 'I would rather not.'));
        return true;
      },
      (seen, response) => {
        json(response, 200, chatAnswer(seen.body, '{"issues":[]}'));
        return true;
      },
    );
    const failed = await client.call('formulate', { collection: 'c', endpoint: 'ours', text: 'A will was revoked by the testator.' });
    expect(failed.failed).toMatchObject([{ query_id: '', code: 'MODEL_FAILED' }]);
    const kept = await client.call('formulations', { collection: 'c', text: 'A will was revoked by the testator.' });
    expect(kept.queries[0]!.formulation).toMatchObject({
      status: 'failed',
      phrases: [],
      raw: expect.stringContaining('I would rather not.'),
    });
    expect(
      await client.call('formulate', { collection: 'c', endpoint: 'ours', text: 'A will was revoked by the testator.' }),
    ).toMatchObject({
      queries: 1,
      failed: [],
    });
  });

  it('outlive the engine', async () => {
    await engine.close();
    await open();
    const { made, key } = await client.call('formulations', { collection: 'c' });
    expect(made.find((kind) => kind.key === key)).toMatchObject({ formulator: 'remote' });
  });
});

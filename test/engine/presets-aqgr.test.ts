/** Question-guided retrieval as a preset: what needs a language model is named, or made by one behind real HTTP; a sample of it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../electron/engine';
import { engineConfig } from '../../electron/hosts/engineConfig';
import type { PresetOutput } from '../../shared/contract';
import { type Client, createClient } from '../../shared/rpc/client';
import { createMemoryPorts } from '../../shared/rpc/port';
import { tempFolder } from './encoderKit';
import { chatAnswer, json, type RemoteServer, startRemoteServer } from './remoteServer';

let engine: Engine;
let client: Client;
let server: RemoteServer;
const dir = tempFolder();
const data = join(dir, 'data');
const TOPICS = ['cheque', 'dismissal', 'murder', 'tenancy', 'customs', 'election'];
const FACTS = (topic: string) =>
  `The appellant complains of a matter of ${topic}. The High Court had refused the relief that was asked for.`;
/** Each topic has three cases; a query is about its topic, and the first two of its cases are relevant. */
const CASES = TOPICS.flatMap((topic, t) => [1, 2, 3].map((n) => ({ id: `C${t * 3 + n}`, topic, n })));

/** Issues after the topic of the facts; a second reading puts the last candidate first. */
function answer(user: string): string {
  const numbers = [...user.matchAll(/^\[(\d+)\] /gm)].map(([, n]) => n!);
  if (numbers.length > 0) return JSON.stringify({ ranking: numbers.reverse().map((id) => ({ id, reason: `case ${id}` })) });
  const topic = TOPICS.find((one) => user.includes(one))!;
  return JSON.stringify({ issues: [`Law of ${topic}`, `Relief in ${topic}`, `Review of ${topic}`] });
}
let mute: string | undefined;

beforeAll(async () => {
  const docs = join(data, 'aila2019', 'Object_casedocs');
  mkdirSync(docs, { recursive: true });
  for (const { id, topic, n } of CASES)
    writeFileSync(
      join(docs, `${id}.txt`),
      `The appeal concerns a ${topic} of the kind ${n}. The question is whether the ${topic} was lawful.\n\nIt was held that a ${topic} without notice is void. The appeal is allowed.\n`,
    );
  writeFileSync(join(data, 'aila2019', 'Query_doc.txt'), TOPICS.map((topic, t) => `AILA_Q${t + 1}||${FACTS(topic)}`).join('\n'));
  writeFileSync(
    join(data, 'aila2019', 'relevance_judgments_priorcases.txt'),
    TOPICS.flatMap((topic, t) => CASES.map((one) => `AILA_Q${t + 1} Q0 ${one.id} ${one.topic === topic && one.n < 3 ? 1 : 0}`)).join('\n'),
  );
  engine = await createEngine(engineConfig(process.cwd(), join(dir, 'workspace'), 'write'));
  const [near, far] = createMemoryPorts();
  engine.serve(far);
  client = createClient(near);
  server = await startRemoteServer();
  server.always((seen, response) => {
    if (seen.path !== '/v1/chat/completions') return false;
    const user = seen.body.messages[1].content as string;
    json(response, 200, chatAnswer(seen.body, mute !== undefined && user.includes(mute) ? '{"issues":[]}' : answer(user)));
    return true;
  });
  await client.call('addEndpoint', { name: 'ours', url: server.url, chat_model: 'chat' });
  await client.call('enableEndpoint', { name: 'ours', host: server.host });
});
afterAll(async () => {
  await engine.close();
  await server.close();
});

const run = (more: object = {}) => client.call('preset', { id: 'aqgr-aila', data, out: join(dir, 'out'), ...more });
/** What was sent to the model; a server is also asked how it counts tokens. */
const questions = () => server.seen.filter(({ path }) => path === '/v1/chat/completions').length;
const made = ({ rows }: PresetOutput) => rows.filter(({ ours }) => Object.keys(ours).length > 0).map(({ approach }) => approach);
const ranking = (folder: string, name: string, query: string) =>
  readFileSync(join(dir, folder, 'aila-cases', `${name.replaceAll(' ', '-')}.run`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([id]) => id === query)
    .map(([, , doc]) => doc!);

const BY_FACTS = ['BM25 whole judgments q_F', 'BM25 summaries q_F', 'Dense whole judgments q_F', 'Dense summaries q_F'].concat(
  'B5 whole judgments q_F',
  'B5 summaries q_F',
);

describe('aqgr-aila', () => {
  it('without a model: facts are ranked; what needs one is listed as not run, with the command, and nothing is sent', async () => {
    const out = await run();
    expect(made(out)).toEqual(BY_FACTS);
    expect(out.not_run).toHaveLength(1);
    expect(out.not_run[0]).toMatchObject({ dataset: 'AILA cases', why: 'needs a language model' });
    expect(out.not_run[0]!.runs).toHaveLength(12);
    expect(out.not_run[0]!.command).toBe(
      `pepita experiment preset aqgr-aila --data ${data} --out ${join(dir, 'out')} --extractor extractive --model FILE.gguf`,
    );
    const notRun = out.rows.filter(({ note }) => note === 'not run: needs a language model').map(({ approach }) => approach);
    expect(notRun.sort()).toEqual([...out.not_run[0]!.runs].sort());
    // The published figures stand there all the same.
    expect(out.rows.find(({ approach }) => approach === 'B5 summaries q_I - reranked q_I')?.published).toEqual({
      map: 0.3124,
      mrr: 0.3379,
    });
    expect(readFileSync(join(dir, 'out', 'table.md'), 'utf8')).toContain(out.not_run[0]!.command);
    expect(server.seen).toEqual([]);
  });

  it('beside the rules a model writes the issues and reads again; what is there stays', async () => {
    const out = await run({ extractor: 'extractive', endpoint: 'ours' });
    expect(out.not_run).toEqual([]);
    expect(made(out)).toHaveLength(18);
    expect(out.extractor).toBe('summaries by extractive, issues by remote ours, ranked again by ours');
    const outcome = JSON.parse(readFileSync(join(dir, 'out', 'aila-cases', 'outcome.json'), 'utf8'));
    const reused = outcome.runs.filter((one: { reused: boolean }) => one.reused).map(({ name }: { name: string }) => name);
    expect(reused).toEqual(BY_FACTS);
    // The first 18 of 18 are read, last first: the reranked order is the other one turned around.
    const first = ranking('out', 'B5 summaries q_I', 'AILA_Q2');
    expect(first.length).toBeGreaterThan(2);
    expect(ranking('out', 'B5 summaries q_I - reranked q_FI', 'AILA_Q2')).toEqual([...first].reverse());
    // A query's issues name its topic alone, which stands in its three cases and nowhere else.
    expect(ranking('out', 'BM25 summaries q_I', 'AILA_Q3').slice(0, 3).sort()).toEqual(['C7', 'C8', 'C9']);
    const sent = questions();
    await run({ extractor: 'extractive', endpoint: 'ours' });
    expect(questions()).toBe(sent);
  });

  it('a sample has collections and a folder of its own, and says what it is', async () => {
    const before = readFileSync(join(dir, 'out', 'table.md'), 'utf8');
    const out = await run({ sample: 2, runs: ['BM25 whole judgments q_F'] });
    expect(out.sample).toEqual({ queries: 2, seed: 7 });
    expect(out.datasets).toMatchObject([{ state: 'sample', queries: 2, documents: 18 }]);
    expect(out.datasets[0]!.note).toBe('sample, 2 of 6 judged queries and 18 of 18 documents: a trial, not comparable');
    expect(made(out)).toEqual(['BM25 whole judgments q_F']);
    expect(out.rows.at(-1)).toMatchObject({ dataset: 'AILA cases (sample)', difference: {} });
    expect(out.dir).toBe(join(dir, 'out', 'sample-2'));
    expect(readFileSync(join(out.dir, 'table.md'), 'utf8')).toContain('**A trial on a sample**');
    expect(readFileSync(join(dir, 'out', 'table.md'), 'utf8')).toBe(before);
    const { collections } = await client.call('collections', {});
    const counts = new Map(collections.map(({ id, queries, judgments }) => [id, [queries, judgments]]));
    expect(counts.get('paper-aila-cases')).toEqual([6, 108]);
    expect(counts.get('paper-aila-cases-sample-2')).toEqual([2, 36]);
    const other = await run({ sample: 2, seed: 8, runs: ['BM25 whole judgments q_F'] });
    expect(other.dir).toBe(join(dir, 'out', 'sample-2-seed-8'));
  });

  it('issues by rules are made where they are asked for; a query that is left without one leaves these rankings out, told', async () => {
    const rules = await run({ sample: 3, formulator: 'extractive' });
    expect(rules.extractor).toBe('summaries by extractive, issues by extractive');
    expect(rules.not_run.map(({ runs }) => runs.every((name) => name.includes('reranked')))).toEqual([true]);
    expect(made(rules)).toHaveLength(15);
    const { queries } = await client.call('queries', { collection: 'paper-aila-cases-sample-3' });
    mute = TOPICS.find((topic) => queries[1]!.text.includes(topic))!;
    const out = await run({ sample: 3, extractor: 'extractive', endpoint: 'ours' });
    mute = undefined;
    expect(out.not_run).toMatchObject([
      {
        why: `no issue was written for 1 of 3 queries, the first: ${queries[1]!.query_id}`,
        command: 'pepita formulations --collection paper-aila-cases-sample-3',
      },
    ]);
    expect(made(out)).toEqual(BY_FACTS);
    // Asked again, that query alone is.
    const sent = questions();
    expect(made(await run({ sample: 3, extractor: 'extractive', endpoint: 'ours', runs: ['BM25 summaries q_I'] }))).toHaveLength(1);
    expect(questions()).toBe(sent + 1);
  });
});

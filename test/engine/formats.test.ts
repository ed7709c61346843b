import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../electron/engine';
import { engineConfig } from '../../electron/hosts/engineConfig';
import { type Client, createClient } from '../../shared/rpc/client';
import { createMemoryPorts } from '../../shared/rpc/port';
import { tempFolder } from './encoderKit';

let engine: Engine;
let client: Client;
const dir = tempFolder();

beforeAll(async () => {
  engine = await createEngine(engineConfig(process.cwd(), join(dir, 'workspace'), 'write'));
  const [near, far] = createMemoryPorts();
  engine.serve(far);
  client = createClient(near);
});
afterAll(() => engine.close());

describe('Parquet in a workspace', () => {
  it('is imported, lists what does not join, and a second time changes nothing', async () => {
    const hub = { collection: 'hub', paths: ['test/fixtures/parquet/hub'] };
    const out = await client.call('import', hub);
    expect(out).toMatchObject({ format: 'parquet', added: 4, queries: 2, judgments: 3, unjoined: [] });
    expect(out.rejected.length).toBe(5);
    expect(await client.call('import', { ...hub, split: 'all' })).toMatchObject({ added: 0, unchanged: 4, judgments: 4 });
    writeFileSync(join(dir, 'more.txt'), 'q1 0 nowhere 1\nq9 0 d4 2\n');
    const more = await client.call('import', { collection: 'hub', paths: [join(dir, 'more.txt')] });
    expect(more.unjoined).toEqual([
      { kind: 'document', id: 'nowhere', judgments: 1 },
      { kind: 'query', id: 'q9', judgments: 1 },
    ]);
  });

  it('evaluate and compare list queries and documents that do not join', async () => {
    const run = (name: string, rows: string) => {
      writeFileSync(join(dir, name), rows);
      return join(dir, name);
    };
    const a = run('a.run', "q1 Q0 d4 1 2 a\nq1 Q0 nix 2 1 a\nq2 Q0 D'Ávila%202 1 2 a\nq2 Q0 nix 2 1 a\nq7 Q0 d4 1 1 a\n");
    const b = run('b.run', 'q1 Q0 d4 1 2 b\n');
    const unknown = [{ run: 'a', doc_id: 'nix', queries: 2 }];
    const out = await client.call('evaluate', { runs: [a], collection: 'hub' });
    expect(out).toMatchObject({ queries: 3, ignored: [{ run: 'a', query_id: 'q7' }], missing: [{ run: 'a', query_id: 'q9' }], unknown });
    expect((await client.call('compareRuns', { runs: [a, b], collection: 'hub' })).unknown).toEqual(unknown);
  });
});

describe('the JUÁ leaderboard', () => {
  const board = join(dir, 'leaderboard');
  const run = join(dir, 'ours.run');
  beforeAll(() => {
    writeFileSync(run, "q1 Q0 JURISPRUDENCIA-SELECIONADA-1 1 2 ours\nq1 Q0 nix 2 1 ours\nq2 Q0 d4 1 2 ours\nq2 Q0 D'Ávila%202 2 1 ours\n");
    writeFileSync(`${run}.config.json`, JSON.stringify({ unit: 'nugget', ranker: 'dense', encoder: 'e5' }));
  });

  it('is written: a folder for the model, a file for the task, what the run was made by', async () => {
    const input = { run, collection: 'hub', task: 'JurisTCURetrieval', model: 'pepita/nuggets', url: 'https://example.org', out: board };
    const out = await client.call('writeLeaderboard', input);
    expect(out).toMatchObject({ queries: 3, missing: [{ query_id: 'q9' }], unknown: [{ doc_id: 'nix', queries: 1 }] });
    expect(out.warnings[0]).toContain('no query has more than 2 documents');
    expect(out.files).toEqual(['JurisTCURetrieval.json', 'model_meta.json'].map((name) => join(board, 'pepita_nuggets', name)));
    const [entry, meta] = out.files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
    expect(entry).toMatchObject({ model: 'pepita/nuggets', task: 'JurisTCURetrieval', metrics: { precision: { 'P@1': 1 } } });
    expect(meta).toMatchObject({
      kind: 'retrieval',
      meta: { name: 'pepita/nuggets', url: 'https://example.org', model_type: ['dense-retrieval', 'retrieval'] },
    });
    expect(meta.meta.extra.pepita.unit).toBe('nugget');
  });

  it('is read: the best first, ours beside, what can’t be read is told', async () => {
    const figures = (value: number) => ({ task: 'JurisTCURetrieval', metrics: { ndcg: { 'NDCG@10': value }, mrr: { 'MRR@10': value } } });
    for (const [name, value] of [
      ['bm25', 0.9],
      ['weak', 0.1],
    ] as const) {
      mkdirSync(join(board, name));
      writeFileSync(join(board, name, 'JurisTCURetrieval.json'), JSON.stringify({ model: name, ...figures(value) }));
      writeFileSync(join(board, name, 'JurisTCURetrieval_results.json'), '{"q1":{"d":1}}');
    }
    writeFileSync(join(board, 'bm25', 'model_meta.json'), '{"kind":"retrieval","meta":{"name":"BM25 of theirs"}}');
    writeFileSync(join(board, 'weak', 'JuaRetrieval.json'), '<<<<<<< HEAD');
    const out = await client.call('readLeaderboard', { path: board, runs: [run], collection: 'hub', measures: ['ndcg@10', 'map@10'] });
    expect(out.rows.map(({ model, ours, kind }) => [model, ours, kind])).toEqual([
      ['BM25 of theirs', false, 'retrieval'],
      ['pepita/nuggets', false, 'retrieval'],
      ['ours', true, ''],
      ['weak', false, ''],
    ]);
    expect(out.rows[0]!.figures).toEqual({ 'ndcg@10': 0.9 });
    expect(out.rows[1]!.figures).toEqual(out.rows[2]!.figures);
    expect(out.rejected.map(({ reason }) => reason)).toEqual([expect.stringContaining(join('weak', 'JuaRetrieval.json: it is not JSON'))]);
    await expect(client.call('readLeaderboard', { path: board, task: 'X' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(client.call('readLeaderboard', { path: join(board, 'none') })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

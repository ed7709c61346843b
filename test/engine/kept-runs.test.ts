/** Runs that the workspace keeps: made once, ranked anew by other rules without searching, swept where a crash left half of one. */
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../electron/engine';
import { engineConfig } from '../../electron/hosts/engineConfig';
import type { Output } from '../../shared/contract';
import { type Client, createClient } from '../../shared/rpc/client';
import { createMemoryPorts } from '../../shared/rpc/port';
import { tempFolder } from './encoderKit';

let engine: Engine;
let client: Client;
const dir = tempFolder();
const open = async () => {
  engine = await createEngine(engineConfig(process.cwd(), join(dir, 'workspace'), 'write'));
  const [near, far] = createMemoryPorts();
  engine.serve(far);
  client = createClient(near);
};

const collection = 'c';
let parts: Output<'run'>;
const rescore = (more: Record<string, unknown> = {}, run_id = parts.run_id) => client.call('rescore', { collection, run_id, ...more });

beforeAll(async () => {
  await open();
  const decisions = ['pt-tj-01', 'pt-tj-02', 'pt-tj-03'].map((name) => `resources/sample/decisions/${name}.txt`);
  // A run file can hold no white space in an id, and spells it otherwise.
  const spaced = join(dir, 'com espaço.txt');
  copyFileSync('resources/sample/decisions/pt-tcu-01.txt', spaced);
  await client.call('import', {
    collection,
    paths: [...decisions, spaced, 'resources/sample/queries.pt.jsonl', 'resources/sample/qrels.pt.tsv'],
  });
  await client.call('index', { collection });
  parts = await client.call('run', {
    collection,
    ranker: 'hybrid',
    unit: 'passage',
    name: 'three parts',
    parts: [
      { unit: 'passage', ranker: 'dense', weight: 0.5 },
      { unit: 'document', ranker: 'dense', weight: 0.2 },
      { unit: 'document', ranker: 'bm25', weight: 0.3 },
    ],
  });
});
afterAll(() => engine.close());

describe('a kept run', () => {
  it('is listed with its whole configuration', async () => {
    const { runs } = await client.call('runs', { collection });
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({ id: parts.run_id, name: 'three parts', config: { ranker: 'hybrid', fusion: 'weighted', depth: 1000 } });
    expect(runs[0]!.config.parts.map(({ name, weight }) => [name, weight])).toEqual([
      ['dense passage', 0.5],
      ['dense document', 0.2],
      ['bm25 document', 0.3],
    ]);
  });

  it('by its own rules is what it was, query by query', async () => {
    const { before, after } = await rescore();
    expect(after).toEqual(before);
    expect(Object.keys(before!.per_query).length).toBeGreaterThan(5);
  });

  it.each([
    [
      'the mean of two passages',
      { parts: [{ aggregate: 'mean:2' }, {}, {}] },
      { parts: [0, 1, 2].map((i) => ({ aggregate: i === 0 ? 'mean:2' : 'max' })) },
    ],
    ['ranks alone', { fusion: 'rrf', rrf_k: 10 }, { fusion: 'rrf', rrf_k: 10 }],
    ['z-scores', { normalisation: 'z-score' }, { normalisation: 'z-score' }],
    ['other weights', { parts: [{ weight: 0 }, { weight: 0 }, { weight: 1 }] }, { parts: [0, 0, 1].map((weight) => ({ weight })) }],
  ])('by %s is what a search by these rules gives', async (_, change, fresh) => {
    const query = (await client.call('queries', { collection })).queries[0]!;
    const { ranking, config } = await rescore({ ...change, query_id: query.query_id });
    const base = [
      { unit: 'passage', ranker: 'dense', weight: 0.5 },
      { unit: 'document', ranker: 'dense', weight: 0.2 },
      { unit: 'document', ranker: 'bm25', weight: 0.3 },
    ] as const;
    const given = 'parts' in fresh ? fresh.parts : [];
    const found = await client.call('search', {
      collection,
      query: query.text,
      unit: 'passage',
      ranker: 'hybrid',
      ...(fresh as object),
      parts: base.map((part, i) => ({ ...part, ...given[i] })),
    });
    expect(ranking!.map(({ doc_id, score }) => [doc_id, score])).toEqual(found.results.map(({ doc_id, score }) => [doc_id, score]));
    expect(ranking![0]!.parts).toEqual(found.results[0]!.parts);
    expect(ranking![0]!.score).toBeCloseTo(
      ranking![0]!.parts.reduce((sum, { share, value }) => sum + share * value, 0),
      12,
    );
    expect(config).toMatchObject({ ...found.config, parts: found.config.parts });
  });

  it('tells places before and after, and grades', async () => {
    const query = (await client.call('queries', { collection })).queries[0]!;
    const { ranking } = await rescore({ query_id: query.query_id, top: 4 });
    expect(ranking!.map(({ rank, before }) => [rank, before])).toEqual([1, 2, 3, 4].map((rank) => [rank, rank]));
    expect(ranking!.map(({ doc_id }) => doc_id)).toContain('com espaço');
    const graded = readFileSync('resources/sample/qrels.pt.tsv', 'utf8');
    for (const { doc_id, grade } of ranking!) if (grade !== null) expect(graded).toContain(`${query.query_id}\t${doc_id}\t${grade}`);
  });

  it('refuses what it can’t be asked', async () => {
    await expect(rescore({ parts: [{ weight: 1 }] })).rejects.toMatchObject({ code: 'USAGE', message: expect.stringContaining('3 parts') });
    await expect(rescore({ parts: [{ aggregate: 'by-sentence' }, {}, {}] })).rejects.toMatchObject({ code: 'USAGE' });
    await expect(rescore({ parts: [{ weight: 0 }, { weight: 0 }, { weight: 0 }] })).rejects.toMatchObject({ code: 'USAGE' });
    await expect(rescore({}, 'none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(rescore({ query_id: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('kept without hits says that it must be made again', async () => {
    const bare = await client.call('run', { collection, unit: 'document', ranker: 'bm25', keep_hits: false });
    await expect(rescore({}, bare.run_id)).rejects.toMatchObject({ code: 'NOT_FOUND', remedy: expect.stringContaining('again') });
    expect(await client.call('removeRun', { collection, run_id: bare.run_id })).toEqual({ removed: true });
    expect((await client.call('runs', { collection })).runs.map(({ id }) => id)).toEqual([parts.run_id]);
  });

  it('by sentence is kept by sentence', async () => {
    const run = await client.call('run', { collection, unit: 'passage', aggregate: 'by-sentence' });
    const { before, after } = await rescore({}, run.run_id);
    expect(after).toEqual(before);
    await expect(rescore({ parts: [{ aggregate: 'max' }] }, run.run_id)).rejects.toMatchObject({
      message: expect.stringContaining('by the sentences'),
    });
  });

  it('is there after the engine came back; hits without their run are swept', async () => {
    const due = await rescore();
    await engine.close();
    const { connect } = await import('@lancedb/lancedb');
    const db = await connect(join(dir, 'workspace', 'tables'));
    const hits = await db.openTable('run_hits');
    const rows = await hits.countRows();
    const [row] = await hits.query().limit(1).toArray();
    await hits.add([{ ...row!.toJSON(), key: 'orphan', run_id: 'gone', units: Buffer.alloc(4), scores: Buffer.alloc(4) }]);
    expect(await hits.countRows()).toBe(rows + 1);
    db.close();
    await open();
    expect(await rescore()).toEqual(due);
    const again = await connect(join(dir, 'workspace', 'tables'));
    expect(await (await again.openTable('run_hits')).countRows("run_id = 'gone'")).toBe(0);
    again.close();
  });
});

/** Runs that the workspace keeps: made once, ranked anew by other rules without searching, swept where a crash left half of one. */
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../electron/engine';
import { engineConfig } from '../../electron/hosts/engineConfig';
import type { Job, Output } from '../../shared/contract';
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
const jobEnd = async (id: string): Promise<Job> => {
  const aborter = new AbortController();
  return new Promise((resolve) => {
    const onEvent = ({ jobs }: { jobs: Job[] }) => {
      const job = jobs.find((candidate) => candidate.id === id);
      if (!job || job.state === 'running') return;
      aborter.abort();
      resolve(job);
    };
    client.call('jobWatch', {}, { signal: aborter.signal, onEvent }).catch(() => {});
  });
};
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

  it('tells what each part and each unit makes of a score', async () => {
    const query = (await client.call('queries', { collection })).queries[0]!;
    const { ranking, config } = await rescore({ parts: [{ aggregate: 'log-sum' }, {}, {}], query_id: query.query_id });
    for (const { evidence, parts: scores, doc_id } of ranking!) {
      expect(evidence.map(({ part, aggregate }) => [part, aggregate])).toEqual(config.parts.map((part) => [part.name, part.aggregate]));
      for (const [i, { score, units, others, rest, matched }] of evidence.entries()) {
        if (score === null) expect([scores[i]!.score, matched]).toEqual([null, 0]);
        else {
          expect(score).toBeCloseTo(scores[i]!.score!, 9);
          expect(units.reduce((sum, { contribution }) => sum + contribution, others + rest)).toBeCloseTo(score, 9);
        }
      }
      // The words of a passage are those that stand in its decision.
      const { document } = await client.call('show', { collection, doc_id });
      expect(evidence[0]!.units.length).toBeGreaterThan(0);
      for (const { text } of evidence[0]!.units) expect(document.text).toContain(text);
    }
  });

  it('ranks one query alone where no measures are wanted, just as beside them', async () => {
    const { query_id } = (await client.call('queries', { collection })).queries[1]!;
    const whole = await rescore({ fusion: 'rrf', query_id });
    const alone = await rescore({ fusion: 'rrf', query_id, measured: false });
    expect(alone).toEqual({ ...whole, before: null, after: null });
  });

  it('is held against itself by other rules', async () => {
    const kept = [{ run_id: parts.run_id }, { run_id: parts.run_id, name: 'ranks alone', change: { fusion: 'rrf' as const } }];
    const out = await client.call('compareRuns', { collection, kept, baseline: 'three parts' });
    const { before, after } = await rescore({ fusion: 'rrf' });
    expect(out.runs.map(({ name, means }) => [name, means])).toEqual([
      ['three parts', before!.means],
      ['ranks alone', after!.means],
    ]);
    expect(out.pairs.map(({ run, against }) => [run, against])).toEqual(Array(3).fill(['ranks alone', 'three parts']));
    expect(Object.keys(out.per_query)).toEqual(Object.keys(before!.per_query));
    const twice = await client.call('compareRuns', { collection, kept: [kept[0]!, kept[0]!] });
    expect(twice.runs.map(({ name }) => name)).toEqual(['three parts', 'three parts (2)']);
    expect(twice.pairs.every(({ ties, difference }) => ties === out.queries && difference === 0)).toBe(true);
    expect((await client.call('compareRuns', { collection, kept: [kept[0]!] })).pairs).toEqual([]);
    await expect(client.call('compareRuns', { kept })).rejects.toMatchObject({ code: 'USAGE' });
    await expect(client.call('compareRuns', { collection, kept: [{ run_id: 'none' }] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
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
    // As it was made it is still seen, one query at a time; by other rules it is not.
    const queries = (await client.call('queries', { collection })).queries;
    const alone = { query_id: queries[0]!.query_id, measured: false };
    const whole = await client.call('run', { collection, unit: 'document', ranker: 'bm25' });
    const places = async (run_id: string) =>
      (await rescore(alone, run_id)).ranking!.map(({ doc_id, title, rank, grade }) => [doc_id, title, rank, grade]);
    expect(await places(bare.run_id)).toEqual(await places(whole.run_id));
    await expect(rescore({ ...alone, fusion: 'rrf' }, bare.run_id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await client.call('removeRun', { collection, run_id: whole.run_id });
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

  it('is made by a job, and says which documents came after it', async () => {
    const { id } = await client.call('jobStart', {
      command: 'run',
      input: { collection, unit: 'document', ranker: 'bm25', name: 'by a job' },
    });
    const job = await jobEnd(id);
    expect(job).toMatchObject({ state: 'done', collection, result: { queries: 10, path: '' } });
    const { run_id } = job.result as Output<'run'>;
    expect((await client.call('runs', { collection })).runs.find((run) => run.id === run_id)?.name).toBe('by a job');
    expect((await rescore({}, run_id)).warnings).toEqual([]);
    await client.call('import', { collection, paths: ['resources/sample/decisions/pt-tcu-02.txt'] });
    expect((await rescore({}, run_id)).warnings).toEqual([expect.stringContaining('1 documents came after')]);
    await client.call('removeRun', { collection, run_id });
    await expect(rescore({}, run_id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
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

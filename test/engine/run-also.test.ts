/** Several rankings in one go: each as a run of its own would be, and none is made where one can't be. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../electron/engine';
import { engineConfig } from '../../electron/hosts/engineConfig';
import { type Client, createClient } from '../../shared/rpc/client';
import { createMemoryPorts } from '../../shared/rpc/port';
import { tempFolder } from './encoderKit';

let engine: Engine;
let client: Client;
const dir = tempFolder();
const collection = 'c';
const file = (name: string) => join(dir, name);

beforeAll(async () => {
  engine = await createEngine(engineConfig(process.cwd(), file('workspace'), 'write'));
  const [near, far] = createMemoryPorts();
  engine.serve(far);
  client = createClient(near);
  const decisions = ['pt-tj-01', 'pt-tj-02', 'pt-tj-03', 'pt-tcu-01'].map((name) => `resources/sample/decisions/${name}.txt`);
  await client.call('import', { collection, paths: [...decisions, 'resources/sample/queries.pt.jsonl'] });
  await client.call('index', { collection });
});
afterAll(() => engine.close());

it('writes byte for byte what a run of its own does; what is not said is as in the first', async () => {
  const base = { collection, unit: 'passage', aggregate: 'mean:2', depth: 3 } as const;
  const alone = [
    await client.call('run', { ...base, out: file('alone-dense.run') }),
    await client.call('run', { ...base, ranker: 'bm25', out: file('alone-bm25.run') }),
    await client.call('run', {
      ...base,
      unit: 'document',
      ranker: 'hybrid',
      aggregate: 'max',
      out: file('alone-hybrid.run'),
      name: 'mixed',
    }),
  ];
  const done: number[] = [];
  const together = await client.call(
    'run',
    {
      ...base,
      out: file('dense.run'),
      also: [
        { ranker: 'bm25', out: file('bm25.run') },
        { unit: 'document', ranker: 'hybrid', aggregate: 'max', out: file('hybrid.run'), name: 'mixed' },
      ],
    },
    { onEvent: (event) => void done.push(event.done) },
  );
  for (const name of ['dense', 'bm25', 'hybrid']) {
    expect(readFileSync(file(`${name}.run`), 'utf8')).toBe(readFileSync(file(`alone-${name}.run`), 'utf8'));
    const config = (path: string) => ({ ...JSON.parse(readFileSync(`${path}.config.json`, 'utf8')), made_at: '' });
    expect(config(file(`${name}.run`))).toEqual(config(file(`alone-${name}.run`)));
  }
  const { also = [], ...first } = together;
  expect([first, ...also].map(({ config, documents_ranked }) => [config, documents_ranked])).toEqual(
    alone.map(({ config, documents_ranked }) => [config, documents_ranked]),
  );
  expect(done.at(-1)).toBe(3 * first.queries);
  const { runs } = await client.call('runs', { collection });
  expect(runs.map(({ id }) => id)).toEqual(expect.arrayContaining([first.run_id, ...also.map(({ run_id }) => run_id)]));
});

it('a run of one ranking tells of no others', async () => {
  expect(await client.call('run', { collection, unit: 'document', ranker: 'bm25' })).not.toHaveProperty('also');
});

it('parts are those of the first hybrid, and no business of another ranker', async () => {
  const parts = [
    { unit: 'document', ranker: 'bm25' },
    { unit: 'passage', ranker: 'dense' },
  ] as const;
  const { also } = await client.call('run', {
    collection,
    unit: 'document',
    ranker: 'hybrid',
    parts: [...parts],
    also: [{ ranker: 'dense' }],
  });
  expect(also![0]!.config.parts.map(({ name }) => name)).toEqual(['dense document']);
});

it('nothing is ranked where one of them can not be opened', async () => {
  const out = file('before-the-fault.run');
  const call = client.call('run', {
    collection,
    unit: 'document',
    ranker: 'bm25',
    out,
    also: [{ ranker: 'dense', encoder: 'e5-smal-pten' }],
  });
  await expect(call).rejects.toMatchObject({ code: 'MODEL_MISSING', remedy: expect.stringContaining('e5-small-pten') });
  expect(existsSync(out)).toBe(false);
});

it('two runs are not written to one file', async () => {
  const same = { out: file('same.run') };
  const call = client.call('run', { collection, unit: 'document', ranker: 'bm25', ...same, also: [{ ranker: 'dense', ...same }] });
  await expect(call).rejects.toMatchObject({ code: 'USAGE', message: expect.stringContaining('same.run') });
  expect(existsSync(same.out)).toBe(false);
});

it('a cancel between two rankings keeps those that are done, and begins no other', async () => {
  const many = Array.from({ length: 30 }, (_, i) => ({ ranker: 'bm25' as const, out: file(`words-${i}.run`) }));
  const aborter = new AbortController();
  const call = client.call('run', { collection, unit: 'document', out: file('first.run'), also: many }, { signal: aborter.signal });
  const begun = setInterval(() => existsSync(file('words-0.run')) && aborter.abort(), 1);
  await expect(call.finally(() => clearInterval(begun))).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(existsSync(file('first.run'))).toBe(true);
  expect(existsSync(file('words-29.run'))).toBe(false);
});

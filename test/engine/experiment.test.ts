/** An experiment over real decisions: the same bytes again, what is true is not made again, what was cancelled goes on. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../electron/engine';
import { engineConfig } from '../../electron/hosts/engineConfig';
import type { Job } from '../../shared/contract';
import { type Client, createClient } from '../../shared/rpc/client';
import { createMemoryPorts } from '../../shared/rpc/port';
import { tempFolder } from './encoderKit';

let engine: Engine;
let client: Client;
const dir = tempFolder();
const collection = 'c';
const SOURCE = `version: 1
name: Unidades lado a lado
collection: c
baseline: words
measures: [ndcg@10, mrr@10, bpref]
runs:
  - { name: words, unit: document, ranker: bm25 }
grid:
  unit: [passage, document]
  ranker: [dense, hybrid]
`;
const run = (more: { source?: string; out?: string } = {}) => client.call('experiment', { source: SOURCE, ...more });
const contents = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name !== 'outcome.json')
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );

beforeAll(async () => {
  engine = await createEngine(engineConfig(process.cwd(), join(dir, 'workspace'), 'write'));
  const [near, far] = createMemoryPorts();
  engine.serve(far);
  client = createClient(near);
  const decisions = ['pt-tj-01', 'pt-tj-02', 'pt-tj-03'].map((name) => `resources/sample/decisions/${name}.txt`);
  await client.call('import', { collection, paths: [...decisions, 'resources/sample/queries.pt.jsonl', 'resources/sample/qrels.pt.tsv'] });
  await client.call('index', { collection });
});
afterAll(() => engine.close());

describe('an experiment', () => {
  it('twice in two folders: the same runs, tables and report, byte for byte', async () => {
    const [a, b] = [join(dir, 'a'), join(dir, 'b')];
    const first = await run({ out: a });
    expect(first.runs.map(({ name, reused }) => [name, reused])).toEqual(
      ['words', 'passage dense', 'passage hybrid', 'document dense', 'document hybrid'].map((name) => [name, false]),
    );
    expect(first.data).toMatchObject({ documents: 3, nuggets: 0 });
    await run({ out: b });
    expect(contents(b)).toEqual(contents(a));
    const report = contents(a)['report.md']!;
    for (const { name, config_sha256, means } of first.runs) {
      expect(report).toContain(config_sha256.slice(0, 12));
      expect(report).toMatch(new RegExp(`\\| ${name} \\| ${means['ndcg@10']!.toFixed(4)}`));
    }
    expect(report).not.toContain(dir);
    // Its means are those of a run made and measured by themselves.
    const own = join(dir, 'own.run');
    await client.call('run', { collection, unit: 'passage', ranker: 'hybrid', out: own, name: 'own' });
    const { runs } = await client.call('evaluate', { runs: [own], collection, measures: ['ndcg@10', 'mrr@10', 'bpref'] });
    expect(first.runs[2]!.means).toEqual(runs[0]!.means);
  });

  it('what is still true is taken as it lies there; a cancelled one goes on where it was', async () => {
    const out = join(dir, 'c');
    const aborter = new AbortController();
    const cancelled = client.call('experiment', { source: SOURCE, out }, { signal: aborter.signal });
    const twoAreThere = setInterval(() => existsSync(join(out, 'passage-dense.run.config.json')) && aborter.abort(), 1);
    await expect(cancelled.finally(() => clearInterval(twoAreThere))).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(Object.keys(contents(out))).not.toContain('report.md');
    const resumed = await run({ out });
    expect(resumed.runs.filter(({ reused }) => reused).map(({ name }) => name)).toEqual(expect.arrayContaining(['words', 'passage dense']));
    expect(resumed.runs.at(-1)!.reused).toBe(false);
    expect(contents(out)).toEqual(contents(join(dir, 'a')));
    expect((await run({ out })).runs.every(({ reused }) => reused)).toBe(true);
    expect(
      (await run({ out, source: SOURCE.replace('collection: c', 'collection: c\ndepth: 2') })).runs.every(({ reused }) => !reused),
    ).toBe(true);
  });

  it('is kept in the workspace, and another content beside it', async () => {
    await run();
    const other = await run({ source: SOURCE.replace('bpref', 'p@3') });
    const { experiments } = await client.call('experiments', {});
    expect(experiments.map(({ name, runs }) => [name, runs])).toEqual([
      ['Unidades lado a lado', 5],
      ['Unidades lado a lado', 5],
    ]);
    const shown = await client.call('showExperiment', { id: experiments[0]!.id });
    expect(shown.source).toContain('p@3');
    expect(shown.outcome.runs.map(({ means }) => means)).toEqual(other.runs.map(({ means }) => means));
    expect(shown.page).toContain('# Unidades lado a lado');
    for (const id of ['none', '..', '../experiments'])
      await expect(client.call('showExperiment', { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is looked at before it is run: its runs, or every fault at its place', async () => {
    const check = (source: string) => client.call('checkExperiment', { source });
    expect(await check(SOURCE)).toEqual({
      faults: [],
      name: 'Unidades lado a lado',
      collection,
      runs: ['words', 'passage dense', 'passage hybrid', 'document dense', 'document hybrid'],
    });
    const { faults, runs } = await check(SOURCE.replace('bpref', 'bprof').replace('collection: c', 'collection: d'));
    expect(runs).toEqual([]);
    expect(faults).toEqual([
      { line: 5, column: 29, message: expect.stringContaining('"bprof" is no measure') },
      { line: 3, column: 13, message: expect.stringContaining('no collection "d"') },
    ]);
    expect((await check(SOURCE.replace('baseline: words', 'baseline: none'))).faults).toMatchObject([{ line: 4, column: 11 }]);
    expect((await check('version: 1\nname: [x\n')).faults[0]).toMatchObject({ line: expect.any(Number), message: expect.any(String) });
    expect((await check('')).faults).toHaveLength(1);
  });

  it('is run by a job; one that can’t be read is refused at once', async () => {
    await expect(client.call('jobStart', { command: 'experiment', input: { source: 'version: 2' } })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringContaining('line 1'),
    });
    const job = await client.call('jobStart', { command: 'experiment', input: { source: SOURCE } });
    expect(job).toMatchObject({ command: 'experiment', collection });
    const aborter = new AbortController();
    const ended = await new Promise<Job>((resolve) => {
      const onEvent = ({ jobs }: { jobs: Job[] }) => {
        const own = jobs.find(({ id }) => id === job.id);
        if (own && own.state !== 'running') resolve(own);
      };
      client.call('jobWatch', {}, { signal: aborter.signal, onEvent }).catch(() => {});
    });
    aborter.abort();
    expect(ended).toMatchObject({
      state: 'done',
      result: { name: 'Unidades lado a lado', warnings: [] },
    });
  });

  it('is made anew once the collection has changed', async () => {
    const out = join(dir, 'a');
    await client.call('import', { collection, paths: ['resources/sample/decisions/pt-tcu-01.txt', 'resources/sample/queries.en.jsonl'] });
    await client.call('index', { collection });
    const { runs, warnings } = await run({ out });
    expect(runs.every(({ reused }) => !reused)).toBe(true);
    expect(warnings).toEqual(['10 queries have no judgments and are not measured.']);
  });

  it('is removed with all but the file that made it, which makes it again; what is no outcome is not shown', async () => {
    const { dir: folder } = await run();
    const id = basename(folder);
    const file = join(folder, 'experiment.yaml');
    const kept = (await client.call('experiments', {})).experiments;
    expect(kept[0]).toMatchObject({ id, name: 'Unidades lado a lado', runs: 5, file });
    const broken = join(folder, '..', 'broken');
    mkdirSync(broken);
    writeFileSync(join(broken, 'outcome.json'), '{"name":');
    expect((await client.call('experiments', {})).experiments).toEqual(kept);
    await expect(client.call('removeExperiment', { id: 'broken' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(client.call('removeExperiment', { id: '../experiments' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await client.call('removeExperiment', { id })).toEqual(kept[0]);
    expect(readdirSync(folder)).toEqual(['experiment.yaml']);
    expect((await client.call('experiments', {})).experiments).toEqual(kept.slice(1));
    await expect(client.call('showExperiment', { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(client.call('removeExperiment', { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const again = await run({ source: readFileSync(file, 'utf8') });
    expect([again.dir, again.runs.map(({ reused }) => reused)]).toEqual([folder, Array(5).fill(false)]);
  });

  it('refuses before it begins', async () => {
    await expect(run({ source: SOURCE.replace('collection: c', 'collection: d') })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(run({ source: SOURCE.replace('bpref', 'bprof') })).rejects.toMatchObject({ code: 'USAGE' });
  });
});

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encoderFolder } from '../../engine/encoderKit';
import { CLI, copyOfSample, pepita, someDecisions } from '../host';

let dir: string;
let workspace: string;
const run = (...args: string[]) => pepita([...args, '--workspace', workspace]);
const sample = (...args: string[]) => run(...args, '--collection', 'sample');

beforeAll(() => {
  workspace = copyOfSample();
  dir = mkdtempSync(join(tmpdir(), 'pepita-cli-'));
});
afterAll(() => {
  rmSync(workspace, { recursive: true, force: true });
  rmSync(dir, { recursive: true, force: true });
});

/** Names that scripts depend on. */
describe('fields of --json', () => {
  it('import, twice: the second time nothing is new', () => {
    writeFileSync(join(dir, 'a.txt'), 'Uma decisão qualquer sobre a prescrição da pretensão executória do credor.');
    writeFileSync(join(dir, 'b.txt'), 'Uma decisão qualquer sobre a prescrição da pretensão executória do credor.');
    writeFileSync(join(dir, 'broken.txt'), Buffer.from([0x50, 0x4b, 3, 4, 0, 0]));
    const { json } = run('import', dir, '--collection', 'mine');
    expect(json).toMatchObject({
      ok: true,
      schema_version: 1,
      warnings: [],
      data: { collection: 'mine', added: 2, unchanged: 0, queries: 0, judgments: 0, unjoined: [] },
    });
    expect(json.data.duplicates).toEqual([{ doc_id: 'b', of: 'a', by: 'content', file: 'b.txt' }]);
    expect(json.data.rejected).toEqual([{ file: 'broken.txt', row: null, reason: expect.stringContaining('DOCX') }]);
    expect(run('import', dir, '--collection', 'mine').json.data).toMatchObject({ added: 0, unchanged: 2, duplicates: [] });
  });

  it('show: the text as it was read, its hash, and nuggets at their places', () => {
    const { data } = sample('show', 'pt-tcu-01').json;
    expect(Object.keys(data).sort()).toEqual(['doc_id', 'lang', 'nuggets', 'sha256', 'summaries', 'text', 'title']);
    expect(data.text).toBe(readFileSync('resources/sample/decisions/pt-tcu-01.txt', 'utf8'));
    expect(data.sha256).toBe(createHash('sha256').update(data.text, 'utf8').digest('hex'));
    expect(data.nuggets.length).toBeGreaterThan(5);
    for (const { id, text, extractor, status, spans } of data.nuggets) {
      expect([typeof id, extractor]).toEqual(['string', 'extractive']);
      expect(['exact', 'normalised', 'fuzzy', 'none']).toContain(status);
      for (const { start, end, kind, score } of spans) {
        expect([kind, score]).toEqual([status, 1]);
        if (kind === 'exact') expect(data.text.slice(start, end)).toBe(text);
      }
    }
  });

  it('extract: what is done is skipped', () => {
    const { data } = sample('extract').json;
    expect(Object.keys(data)).toEqual(expect.arrayContaining(['documents', 'skipped', 'nuggets', 'located', 'failed', 'seconds']));
    expect(data).toMatchObject({
      documents: 0,
      skipped: 24,
      nuggets: 0,
      located: { exact: 0, normalised: 0, fuzzy: 0, none: 0 },
      failed: [],
    });
  });

  it('index: vectors are used again', () => {
    const { data } = sample('index').json;
    expect(data).toMatchObject({
      encoder: { id: 'e5-small-pten', dimensions: 384, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      units: { document: 24 },
      embedded: 0,
    });
    expect(data.reused).toBe(data.units.document + data.units.passage + data.units.nugget);
  });

  it('search: ranked documents with their units; the same query gives the same answer', () => {
    const ask = () => sample('search', 'licitacao tecnica e preco', '--ranker', 'hybrid', '--top', '3').json.data;
    const data = ask();
    expect(data.results.map(({ rank }: { rank: number }) => rank)).toEqual([1, 2, 3]);
    expect(data.results[0]).toMatchObject({ doc_id: 'pt-tcu-01', title: expect.any(String), score: expect.any(Number) });
    expect(data.results[0].units[0]).toMatchObject({
      id: expect.any(String),
      text: expect.any(String),
      score: expect.any(Number),
      spans: expect.any(Array),
    });
    expect(data.config).toMatchObject({ collection: 'sample', unit: 'nugget', ranker: 'hybrid', k1: 0.9, b: 0.4 });
    expect(ask().results).toEqual(data.results);
  });

  it('import of Parquet: what is refused is named, and the split that is read', () => {
    const { json } = run('import', 'test/fixtures/parquet/hub', '--collection', 'hub');
    expect(json.data).toMatchObject({ format: 'parquet', added: 4, queries: 2, judgments: 3 });
    expect(json.data.rejected).toContainEqual({ file: 'default/test/0000.parquet', row: 4, reason: 'the grade 1.75 is no whole number' });
    expect(json.warnings?.[0]).toContain('judgments of the split "test" alone; left out: train');
    expect(run('import', 'test/fixtures/parquet/hub', '--collection', 'hub', '--split', 'all').json.data.judgments).toBe(4);
  });

  it('experiment presets and preset: a table beside its published figures', () => {
    const { presets } = run('experiment', 'presets').json.data;
    expect(presets.map(({ id }: { id: string }) => id)).toContain('jua-table-1');
    const out = join(dir, 'table');
    cpSync('test/fixtures/parquet/taxqa', join(dir, 'data', 'BR-TaxQA'), { recursive: true });
    const { data } = run('experiment', 'preset', 'jua-table-1', '--data', join(dir, 'data'), '--out', out, '--runs', 'BM25').json;
    expect(data.datasets.map(({ state }: { state: string }) => state)).toEqual(['missing', 'missing', 'missing', 'partial']);
    expect(data.rows.filter(({ approach }: { approach: string }) => approach === 'BM25').length).toBe(1);
    expect(readFileSync(join(out, 'table.md'), 'utf8')).toContain('partial pool, 2 of 715 documents');
    expect(run('experiment', 'preset', 'jua-table', '--data', dir, '--out', out).json.error).toMatchObject({
      code: 'NOT_FOUND',
      remedy: expect.stringContaining('jua-table-1'),
    });
  });

  it('leaderboard write and show', () => {
    const file = join(dir, 'board.run');
    sample('run', '--unit', 'document', '--ranker', 'bm25', '--out', file);
    const write = sample('leaderboard', 'write', '--run', file, '--task', 'JuaRetrieval', '--model', 'x/bm25', '--out', join(dir, 'board'));
    expect(write.json.data.files[0]).toBe(join(dir, 'board', 'x_bm25', 'JuaRetrieval.json'));
    const { rows } = sample('leaderboard', 'show', join(dir, 'board'), '--run', file).json.data;
    expect(rows.map(({ ours }: { ours: boolean }) => ours).sort()).toEqual([false, true]);
    expect(rows[0].figures).toEqual(rows[1].figures);
    expect(rows[0].figures['ndcg@10']).toBe(write.json.data.overall_score);
  });

  it('run and evaluate: a TREC run with its configuration, and its measures', () => {
    const out = join(dir, 'sample.run');
    expect(sample('run', '--out', out).json.data).toMatchObject({ queries: 20, documents_ranked: 480, seconds: expect.any(Number) });
    const lines = readFileSync(out, 'utf8').trim().split('\n');
    expect(lines).toHaveLength(480);
    expect(lines[0]).toMatch(/^\S+ Q0 \S+ 1 [\d.]+ nugget-dense-max-e5-small-pten$/);
    expect(JSON.parse(readFileSync(`${out}.config.json`, 'utf8'))).toMatchObject({
      unit: 'nugget',
      encoder: 'e5-small-pten',
      tie_rule: expect.stringContaining('32-bit'),
    });
    const { data } = run('evaluate', '--run', out, '--collection', 'sample', '--per-query', '--intervals').json;
    expect(Object.keys(data.runs[0].means)).toEqual(['ndcg@10', 'map@10', 'mrr@10']);
    expect(data.runs[0].means['ndcg@10']).toBeGreaterThan(0.8);
    expect(data).toMatchObject({ queries: 20, missing: [], ignored: [] });
    const [low, high] = data.runs[0].ci95['ndcg@10'];
    expect(low).toBeLessThan(data.runs[0].means['ndcg@10']);
    expect(high).toBeGreaterThan(data.runs[0].means['ndcg@10']);
    expect(Object.keys(data.runs[0].per_query)).toHaveLength(20);
  });

  it('run --also: other rankings of the same queries, each into its file; the fields of the first stay where they were', () => {
    const [dense, words, mean] = ['also-dense', 'also-words', 'also-mean'].map((name) => join(dir, `${name}.run`)) as [
      string,
      string,
      string,
    ];
    const flags = ['--also', `document:bm25=${words}`, '--also', `passage:dense:mean:3:e5-small-pten=${mean}`];
    const { data } = sample('run', '--unit', 'document', '--out', dense, ...flags).json;
    expect(data).toMatchObject({ queries: 20, documents_ranked: 480, path: dense, config: { unit: 'document', ranker: 'dense' } });
    expect(data.also.map(({ path }: { path: string }) => path)).toEqual([words, mean]);
    expect(data.also[1].config).toMatchObject({ unit: 'passage', ranker: 'dense', aggregate: 'mean:3', encoder: 'e5-small-pten' });
    for (const [path, rest] of [
      [words, ['--unit', 'document', '--ranker', 'bm25']],
      [mean, ['--unit', 'passage', '--aggregate', 'mean:3']],
    ] as const) {
      const alone = join(dir, 'also-alone.run');
      sample('run', ...rest, '--out', alone);
      expect(readFileSync(path, 'utf8')).toBe(readFileSync(alone, 'utf8'));
    }
    for (const wrong of ['bm25', 'document:bm25', 'document:bm26=x.run', 'document:dense:median=x.run'])
      expect(sample('run', '--out', dense, '--also', wrong)).toMatchObject({ status: 2, json: { error: { code: 'USAGE' } } });
    expect(sample('run', '--out', dense, '--also', `document:bm25=${dense}`)).toMatchObject({
      status: 2,
      json: { error: { code: 'USAGE' } },
    });
  });

  it('compare: runs against each other, as text, as JSON and as a table for a paper', () => {
    const [dense, words] = [join(dir, 'compare-dense.run'), join(dir, 'compare-words.run')];
    sample('run', '--unit', 'document', '--out', dense, '--name', 'dense');
    sample('run', '--unit', 'document', '--ranker', 'bm25', '--out', words, '--name', 'words');
    const compare = (...flags: string[]) => run('compare', '--run', words, dense, '--collection', 'sample', ...flags);
    const { data } = compare('--baseline', 'words', '--measures', 'ndcg@10,bpref').json;
    expect(data.pairs.map((pair: { measure: string; run: string }) => [pair.measure, pair.run])).toEqual([
      ['ndcg@10', 'dense'],
      ['bpref', 'dense'],
    ]);
    const [{ wins, ties, losses }] = data.pairs;
    expect(wins + ties + losses).toBe(20);
    expect(Object.keys(data.per_query)).toHaveLength(20);
    const without = ['compare', '--run', words, dense, '--collection', 'sample', '--workspace', workspace];
    const text = (...flags: string[]) => execFileSync(process.execPath, [CLI, ...without, '--quiet', ...flags], { encoding: 'utf8' });
    expect(text()).toContain('win/tie/loss');
    expect(text('--format', 'latex')).toContain('\\toprule');
    expect(run('compare', '--run', words, dense, '--collection', 'sample', '--baseline', 'none').json.error).toMatchObject({
      code: 'USAGE',
      remedy: expect.stringContaining('words, dense'),
    });
  });

  it('export: nuggets with offsets in the unit asked for', () => {
    const out = join(dir, 'nuggets.jsonl');
    const { data } = pepita([
      'export',
      'nuggets',
      '--collection',
      'sample',
      '--out',
      out,
      '--offsets',
      'utf8',
      '--workspace',
      workspace,
    ]).json;
    const rows = readFileSync(out, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(data).toEqual({ path: out, rows: rows.length });
    const exact = rows.find((row) => row.status === 'exact' && row.doc_id === 'pt-tcu-01');
    const bytes = Buffer.from(readFileSync('resources/sample/decisions/pt-tcu-01.txt'));
    expect(bytes.subarray(exact.spans[0].start, exact.spans[0].end).toString('utf8')).toBe(exact.text);
    expect(exact.offsets).toBe('utf8');
  });

  it('export: the ledger of extractions, a line a document', () => {
    const out = join(dir, 'extractions.jsonl');
    expect(sample('export', 'extractions', '--out', out).json.data.rows).toBe(24);
    const [first] = readFileSync(out, 'utf8').split('\n');
    expect(JSON.parse(first!)).toMatchObject({ status: 'done', extractor: 'extractive', key: expect.stringMatching(/^[0-9a-f]{10}$/) });
  });

  it('models and doctor', () => {
    const { data } = run('models').json;
    expect(data.encoders[0]).toMatchObject({
      id: 'e5-small-pten',
      path: expect.any(String),
      bytes: expect.any(Number),
      sha256: expect.any(String),
      licence: 'MIT',
      ready: true,
    });
    expect(Array.isArray(data.llms)).toBe(true);
    for (const check of run('doctor').json.data.checks)
      expect(check, check.name).toMatchObject({ ok: true, found: expect.any(String), remedy: '' });
  });
});

describe("an encoder of one's own", () => {
  it('is added, indexes and ranks; what was guessed is a warning; a second time needs --force', () => {
    const folder = encoderFolder({ dims: 8 });
    const add = (...flags: string[]) => run('models', 'add', folder, '--id', 'tiny', ...flags);
    const { json } = add('--pooling', 'cls', '--dimensions', '6', '--licence', 'MIT');
    expect(json).toMatchObject({ ok: true, data: { id: 'tiny', path: join(folder, 'manifest.json'), batch_rows: 32 } });
    expect(json.warnings?.join('\n')).toMatch(/max_tokens is a guess: 512.*--max-tokens/);
    expect(json.warnings?.join('\n')).not.toContain('pooling is a guess');
    expect(run('models').json.data.encoders.find(({ id }: { id: string }) => id === 'tiny')).toMatchObject({
      ready: true,
      encoder: { dimensions: 6, max_tokens: 512, pooling: 'cls', long_texts: 'truncate' },
    });
    const part = sample('index', '--encoder', 'tiny', '--units', 'document').json.data;
    expect(part.units).toMatchObject({ passage: 0, nugget: 0, summary: 0 });
    expect(part.units.document).toBeGreaterThan(0);
    expect(sample('search', 'licitação', '--encoder', 'tiny', '--unit', 'document').json.ok).toBe(true);
    expect(sample('search', 'licitação', '--encoder', 'tiny', '--unit', 'passage')).toMatchObject({ status: 4 });
    expect(sample('index', '--encoder', 'tiny').json.data.encoder).toMatchObject({ id: 'tiny', dimensions: 6 });
    expect(sample('search', 'licitação', '--encoder', 'tiny').json.data.config).toMatchObject({ encoder: 'tiny' });
    expect(add()).toMatchObject({ status: 2, json: { error: { code: 'USAGE', remedy: expect.stringContaining('--force') } } });
    expect(add('--force', '--max-tokens', '64').json.ok).toBe(true);
    expect(sample('search', 'licitação', '--encoder', 'tiny')).toMatchObject({
      status: 4,
      json: { error: { code: 'NOT_INDEXED', message: expect.stringContaining('has changed since') } },
    });
    expect(run('models', 'add', folder, '--pooling', 'median')).toMatchObject({ status: 2, json: { error: { code: 'USAGE' } } });
    expect(run('models', 'add', dir)).toMatchObject({ status: 3, json: { error: { code: 'BAD_INPUT' } } });
  });
});

describe('exit status and errors', () => {
  it.each([
    [2, 'USAGE', ['search', 'x', '--collection', 'sample', '--unti', 'nugget']],
    [2, 'USAGE', ['search', 'x', '--collection', 'sample', '--aggregate', 'mean:0']],
    [3, 'BAD_INPUT', ['import', 'test/fixtures/decisions', '--collection', 'c', '--format', 'beir']],
    [2, 'USAGE', ['index', '--collection', 'sample', '--units', 'nugget,page']],
    [4, 'NOT_FOUND', ['search', 'x', '--collection', 'sampel']],
    [4, 'NOT_FOUND', ['show', 'pt-tcu-1', '--collection', 'sample']],
    [4, 'NOT_INDEXED', ['search', 'x', '--collection', 'mine', '--unit', 'passage']],
    [6, 'MODEL_MISSING', ['index', '--collection', 'sample', '--encoder', 'e5-smal-pten']],
    [6, 'MODEL_MISSING', ['extract', '--collection', 'sample', '--model', 'no-such.gguf']],
  ])('%i %s: %j', (status, code, args) => {
    const result = run(...args);
    expect(result.json).toMatchObject({
      schema_version: 1,
      ok: false,
      error: { code, message: expect.any(String), remedy: expect.any(String) },
    });
    expect(result.status).toBe(status);
  });

  it('names what is nearest', () => {
    expect(run('search', 'x', '--collection', 'sampel').json.error.remedy).toContain('"sample"');
    expect(sample('show', 'pt-tcu-1').json.error.remedy).toContain('pt-tcu-01');
  });

  it('a file that is no GGUF is told by name (6)', () => {
    const fake = join(dir, 'half.gguf');
    writeFileSync(fake, 'GGUF but not really');
    const { status, json } = sample('extract', '--model', fake);
    expect([status, json.error.code]).toEqual([6, 'MODEL_FAILED']);
    expect(json.error.message).toContain('half.gguf');
  });

  it('a second writer is refused (5) while the workbench is open; reading goes on', async () => {
    const child = spawn(process.execPath, [CLI, 'serve', '--no-open', '--workspace', workspace], { stdio: ['ignore', 'pipe', 'ignore'] });
    const address = await new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data))));
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+\n$/);
    const refused = sample('extract');
    expect([refused.status, refused.json.error.code]).toEqual([5, 'WORKSPACE_TAKEN']);
    expect(sample('search', 'restos a pagar').json.ok).toBe(true);
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
    expect(sample('extract').status).toBe(0);
  });

  it('a workspace of a newer Pepita is refused (5)', () => {
    const newer = mkdtempSync(join(tmpdir(), 'pepita-newer-'));
    writeFileSync(join(newer, 'workspace.json'), JSON.stringify({ schema_version: 999 }));
    expect(pepita(['models', '--workspace', newer])).toMatchObject({ status: 5, json: { error: { code: 'WORKSPACE_TOO_NEW' } } });
  });

  it('Ctrl-C ends with 130, keeps what was done, and the next run goes on', async () => {
    const fresh = join(dir, 'interrupted');
    const own = (...args: string[]) => pepita([...args, '--collection', 'sample', '--workspace', fresh]);
    own('import', someDecisions(8));
    const child = await extracting(fresh, 0);
    child.kill('SIGINT');
    const status = await new Promise((resolve) => child.once('exit', resolve));
    expect(status).toBe(130);
    const { data } = own('extract').json;
    expect(data.documents + data.skipped).toBe(8);
    expect(data.skipped).toBeGreaterThan(0);
  });

  it('a pipe that closes early ends quietly', () => {
    const out = execFileSync(
      'sh',
      ['-c', `"${process.execPath}" "${CLI}" show pt-tcu-01 --collection sample --workspace "${workspace}" | head -1`],
      { encoding: 'utf8' },
    );
    expect(out).toContain('Acórdão 9001/2023');
  });

  it('--help names what a command takes, and its defaults', () => {
    const help = (command: string) => execFileSync(process.execPath, [CLI, command, '--help'], { encoding: 'utf8' });
    expect(help('search')).toContain('(default: 0.9)');
    expect(help('run')).toContain('(default: 1000)');
    expect(help('extract')).toContain('--workspace');
  });

  it('reading does not make a workspace where there is none', () => {
    const nowhere = join(dir, 'nowhere');
    expect(pepita(['search', 'x', '--collection', 'sample', '--workspace', nowhere]).status).toBe(4);
    expect(existsSync(nowhere)).toBe(false);
  });
});

describe('killed in the middle of an extraction, three times', () => {
  it('resumes each time; no finished document is done again, none is lost or doubled', async () => {
    const fresh = join(dir, 'killed');
    const own = (...args: string[]) => pepita([...args, '--collection', 'sample', '--workspace', fresh]);
    own('import', someDecisions(10));
    let done = 0;
    for (let kill = 0; kill < 3; kill++) {
      const child = await extracting(fresh, done);
      child.kill('SIGKILL');
      await new Promise((resolve) => child.once('exit', resolve));
      // What is in the ledger is not read again, and nothing is half in it.
      expect(own('extract', '--doc', 'en-sc-01').json.data).toMatchObject({ skipped: 1, failed: [] });
      const held = exported(fresh, 'extractions').length;
      expect(held).toBeGreaterThan(done);
      done = held;
    }
    const last = own('extract').json.data;
    expect([last.skipped, last.documents + last.skipped]).toEqual([done, 10]);
    const rows = exported(fresh, 'nuggets') as { id: string; doc_id: string }[];
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(new Set(rows.map(({ doc_id }) => doc_id)).size).toBe(10);
    // The same nuggets as where nobody killed.
    const read = new Set(rows.map(({ doc_id }) => doc_id));
    const calm = exported(workspace, 'nuggets') as typeof rows;
    expect(rows).toEqual(calm.filter(({ doc_id }) => read.has(doc_id)));
  });
});

function exported(at: string, what: 'nuggets' | 'extractions'): unknown[] {
  const out = join(dir, 'exported.jsonl');
  pepita(['export', what, '--collection', 'sample', '--out', out, '--workspace', at]);
  const lines = readFileSync(out, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

/** An extraction that has committed more documents than these. By what the store holds, not by the clock: a busy machine may have read nothing after some seconds. */
async function extracting(at: string, done: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [CLI, 'extract', '--collection', 'sample', '--workspace', at, '--quiet'], { stdio: 'ignore' });
  while (exported(at, 'extractions').length <= done) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(child.exitCode, 'it ended before it was interrupted').toBe(null);
  }
  return child;
}

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../electron/engine';
import { engineConfig } from '../../electron/hosts/engineConfig';
import { type Client, createClient } from '../../shared/rpc/client';
import { createMemoryPorts } from '../../shared/rpc/port';

/** Structured summaries from text to ranking, with the real store and the real encoder. */
let dir: string;
let engine: Engine;
let client: Client;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'pepita-summaries-'));
  engine = await createEngine(engineConfig(process.cwd(), join(dir, 'workspace'), 'write'));
  const [near, far] = createMemoryPorts();
  engine.serve(far);
  client = createClient(near);
  writeFileSync(join(dir, 'table.txt'), '1 2 3\n4 5 6\n');
  const paths = ['pt-tj-01', 'pt-tj-03', 'pt-stj-04', 'en-sc-02', 'en-sc-05'].map((id) => `resources/sample/decisions/${id}.txt`);
  await client.call('import', { collection: 'c', paths: [...paths, join(dir, 'table.txt')] });
});
afterAll(async () => {
  await engine.close();
  rmSync(dir, { recursive: true, force: true });
});

const search = (ranker: 'dense' | 'bm25' | 'hybrid', query = 'presumption of a cheque issued as security') =>
  client.call('search', { collection: 'c', query, unit: 'summary', ranker });

describe('structured summaries', () => {
  it('before there are any, a search says how they are made', async () => {
    await expect(search('bm25')).rejects.toMatchObject({ code: 'NOT_INDEXED', remedy: expect.stringContaining('extract --summaries') });
  });

  it('are made beside nuggets, one a document; what can not be read is told and stops nothing', async () => {
    const out = await client.call('extract', { collection: 'c', summaries: true });
    expect(out).toMatchObject({ documents: 5, nuggets: 0, summaries: 5, skipped: 0, extractor: 'extractive' });
    expect(out.failed).toEqual([{ doc_id: 'table', code: 'BAD_INPUT', message: expect.stringContaining('table') }]);
    expect(out.located.none + out.located.fuzzy).toBe(0);
    const { document, nuggets, summaries } = await client.call('show', { collection: 'c', doc_id: 'en-sc-02' });
    expect(nuggets).toEqual([]);
    expect(summaries).toHaveLength(1);
    expect(summaries[0]).toMatchObject({ profile_id: 'summary-v4', status: 'done', covered: document.text.length });
    expect(summaries[0]!.fields.map(({ name }) => name)).toEqual([
      'facts',
      'issues',
      'reasoning',
      'new_legal_principle',
      'important_subjects',
      'citation_principles',
    ]);
    expect((await client.call('collections', {})).collections[0]).toMatchObject({
      profile: 'jurisprudence',
      summaries: [{ extractor: 'extractive', profile: 'summary-v4', count: 5 }],
    });
    const { traces } = await client.call('traces', { collection: 'c', doc_id: 'en-sc-02' });
    expect(traces.map(({ profile_id }) => profile_id)).toEqual(['summary-v4']);
  });

  it('are not made twice; another form makes them again, and replaces them', async () => {
    expect(await client.call('extract', { collection: 'c', profile: 'summary-v4' })).toMatchObject({ documents: 0, skipped: 5 });
    expect(await client.call('extract', { collection: 'c', profile: 'summary-full', docs: ['en-sc-02'] })).toMatchObject({ documents: 1 });
    const { summaries } = await client.call('show', { collection: 'c', doc_id: 'en-sc-02' });
    expect(summaries.map(({ profile_id, fields }) => [profile_id, fields.length])).toEqual([['summary-full', 21]]);
    await client.call('extract', { collection: 'c', summaries: true });
    const again = await client.call('show', { collection: 'c', doc_id: 'en-sc-02' });
    expect(again.summaries.map(({ profile_id }) => profile_id)).toEqual(['summary-v4']);
  });

  it('rank by words, vectors and both; a result shows the fields that speak of the query, with their places', async () => {
    const { units, truncated_summaries } = await client.call('index', { collection: 'c' });
    expect(units).toMatchObject({ summary: 5, nugget: 0 });
    expect(truncated_summaries).toBeLessThanOrEqual(5);
    for (const ranker of ['bm25', 'dense', 'hybrid'] as const) {
      const { results, config } = await search(ranker);
      expect(config.unit).toBe('summary');
      expect(results[0]?.doc_id).toBe('en-sc-02');
    }
    const [first] = (await search('dense')).results;
    expect(first!.read!.used_chars).toBeGreaterThan(0);
    const [unit] = first!.units;
    const counts = unit!.fields!.map(({ words }) => words.length);
    expect(counts[0]).toBeGreaterThan(0);
    expect([...counts].sort((a, b) => b - a)).toEqual(counts);
    const { document } = await client.call('show', { collection: 'c', doc_id: 'en-sc-02' });
    expect(unit!.fields![0]!.text).toContain(document.text.slice(unit!.spans[0]!.start, unit!.spans[0]!.end).slice(0, 40));
  });

  it('the index is out of date once a summary is another', async () => {
    const state = async () => (await client.call('collections', {})).collections[0]!.indexed[0]!.state;
    expect(await state()).toBe('current');
    await client.call('extract', { collection: 'c', profile: 'summary-full', docs: ['pt-tj-01'] });
    expect(await state()).toBe('outdated');
  });

  it('can be exported, each item with its offsets', async () => {
    const out = join(dir, 'summaries.jsonl');
    const { rows } = await client.call('export', { kind: 'summaries', collection: 'c', out });
    const lines = readFileSync(out, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows).toBe(lines.length);
    const { document } = await client.call('show', { collection: 'c', doc_id: 'en-sc-05' });
    const { fields } = lines.find(({ doc_id }) => doc_id === 'en-sc-05');
    const [item] = fields.find((field: { name: string }) => field.name === 'facts').items;
    expect(document.text.slice(item.spans[0].start, item.spans[0].end).replace(/\s+/g, ' ')).toContain(item.text.slice(0, 30));
  });

  it('a profile of nuggets makes none, and a preview shows one without storing it', async () => {
    await expect(client.call('extract', { collection: 'c', summaries: true, profile: 'norms' })).rejects.toMatchObject({ code: 'USAGE' });
    const before = await client.call('show', { collection: 'c', doc_id: 'pt-tj-03' });
    const { made } = await client.call('previewProfile', { profile: 'summary-full', collection: 'c', doc_id: 'pt-tj-03' });
    expect(made).toMatchObject({ extractor: 'extractive', nuggets: [] });
    expect(made!.summary).toHaveLength(21);
    expect(await client.call('show', { collection: 'c', doc_id: 'pt-tj-03' })).toEqual(before);
  });
});

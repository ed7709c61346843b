import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../electron/engine';
import { engineConfig } from '../../electron/hosts/engineConfig';
import type { Job } from '../../shared/contract';
import { type Client, createClient } from '../../shared/rpc/client';
import { createMemoryPorts } from '../../shared/rpc/port';

/** The whole way on real decisions, with the real encoder and the real store. */
const SAMPLE = 'resources/sample/decisions';
let dir: string;
let engine: Engine;
let client: Client;

async function open(): Promise<void> {
  engine = await createEngine(engineConfig(process.cwd(), join(dir, 'workspace'), 'write'));
  const [near, far] = createMemoryPorts();
  engine.serve(far);
  client = createClient(near);
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'pepita-pipeline-'));
  await open();
  await client.call('import', {
    collection: 'c',
    paths: ['pt-tj-01', 'pt-tj-03', 'pt-stj-04', 'en-sc-02', 'en-sc-05'].map((id) => `${SAMPLE}/${id}.txt`),
  });
});
afterAll(async () => {
  await engine.close();
  rmSync(dir, { recursive: true, force: true });
});

describe('before there is anything to search in', () => {
  it('each ranking says what is missing and how to make it', async () => {
    const ask = (unit: 'nugget' | 'passage') => client.call('search', { collection: 'c', query: 'cheque', unit }).catch((e) => e);
    expect(await ask('nugget')).toMatchObject({ code: 'NOT_INDEXED', remedy: expect.stringContaining('extract') });
    expect(await ask('passage')).toMatchObject({ code: 'NOT_INDEXED', remedy: expect.stringContaining('index') });
    expect(
      (await client.call('search', { collection: 'c', query: 'cheque presumption', unit: 'document', ranker: 'bm25' })).results[0]?.doc_id,
    ).toBe('en-sc-02');
  });
});

describe('from decision to highlight', () => {
  it('extracts theses and coverage sentences, each at its exact place', async () => {
    const out = await client.call('extract', { collection: 'c' });
    expect(out).toMatchObject({ documents: 5, skipped: 0, extractor: 'extractive', failed: [], partial: [] });
    expect(out.located.none + out.located.fuzzy).toBe(0);
    const { document, nuggets, extractions } = await client.call('show', { collection: 'c', doc_id: 'en-sc-05' });
    expect(new Set(nuggets.map(({ tier }) => tier))).toEqual(new Set(['thesis', 'coverage']));
    for (const { text, spans } of nuggets) {
      const marked = spans.map(({ start, end }) => document.text.slice(start, end)).join(' ');
      expect(marked.replace(/\s+/g, ' ')).toBe(text);
    }
    expect(extractions[0]).toMatchObject({ status: 'done', covered: document.text.length });
  });

  it('every nugget leads to its trace', async () => {
    const [{ nuggets }, { traces }] = await Promise.all([
      client.call('show', { collection: 'c', doc_id: 'en-sc-02' }),
      client.call('traces', { collection: 'c', doc_id: 'en-sc-02' }),
    ]);
    const ids = new Set(traces.map(({ id }) => id));
    for (const { trace_id } of nuggets) expect(ids.has(trace_id)).toBe(true);
    expect(traces[0]).toMatchObject({
      extractor: 'extractive',
      profile_id: 'extractive-cues',
      model_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('indexes once, and again for nothing', async () => {
    const first = await client.call('index', { collection: 'c' });
    expect(first.embedded + first.reused).toBe(first.units.document + first.units.passage + first.units.nugget);
    expect((await client.call('index', { collection: 'c' })).embedded).toBe(0);
    expect((await client.call('collections', {})).collections[0]).toMatchObject({
      documents: 5,
      indexed: [{ encoder: 'e5-small-pten', current: true, state: 'current' }],
    });
  });

  it.each([
    ['nugget', 'dense', 'max'],
    ['nugget', 'dense', 'mean:3'],
    ['nugget', 'dense', 'by-sentence'],
    ['nugget', 'hybrid', 'by-sentence'],
    ['nugget', 'bm25', 'max'],
    ['passage', 'dense', 'max'],
    ['passage', 'bm25', 'max'],
    ['document', 'dense', 'max'],
    ['document', 'hybrid', 'max'],
  ] as const)('%s, %s, %s finds the decision, the same way twice', async (unit, ranker, aggregate) => {
    const ask = () =>
      client.call('search', {
        collection: 'c',
        query: 'presunção relativa de dissolução irregular e redirecionamento ao sócio-gerente',
        unit,
        ranker,
        aggregate,
        top: 5,
      });
    const { results, config } = await ask();
    expect(results[0]?.doc_id).toBe('pt-stj-04');
    expect(config).toMatchObject({ unit, ranker, aggregate });
    for (let i = 1; i < results.length; i++) expect(results[i]!.score).toBeLessThanOrEqual(results[i - 1]!.score);
    expect((await ask()).results).toEqual(results);
  });

  it('shows how much of a long text the encoder read', async () => {
    const { results } = await client.call('search', { collection: 'c', query: 'detention', unit: 'document' });
    for (const { read } of results) expect(read!.used_chars).toBeLessThanOrEqual(read!.chars);
    expect(results.some(({ read }) => read!.used_chars < read!.chars)).toBe(true);
  });

  it('a long query is read as sentences', async () => {
    const query =
      'O réu é reincidente e tentou furtar alimentos de pequeno valor de um mercado vigiado por câmeras. A defesa pede a absolvição pela insignificância da lesão causada ao estabelecimento comercial. Pede ainda o reconhecimento de crime impossível em razão da vigilância.';
    const { understood, results } = await client.call('search', { collection: 'c', query, aggregate: 'by-sentence' });
    expect(understood.sentences.length).toBeGreaterThan(1);
    expect(results[0]?.doc_id).toBe('pt-tj-03');
  });
});

describe('what may go wrong', () => {
  it('a text without sentences fails alone, and is told', async () => {
    const path = join(dir, 'table.txt');
    writeFileSync(path, '1 2 3\n4 5 6\n');
    await client.call('import', { collection: 'c', paths: [path] });
    const out = await client.call('extract', { collection: 'c' });
    expect(out).toMatchObject({ documents: 0, skipped: 5, failed: [{ doc_id: 'table', code: 'BAD_INPUT' }] });
    expect((await client.call('documents', { collection: 'c', find: 'table' })).documents[0]?.extraction).toMatchObject({
      status: 'failed',
    });
  });

  it('a vector index that is out of date says so', async () => {
    expect((await client.call('collections', {})).collections[0]?.indexed).toEqual([
      { encoder: 'e5-small-pten', current: false, state: 'outdated' },
    ]);
  });

  it('a text of 200,000 characters is read to its end', async () => {
    // Every sentence is another: lines that come again and again are taken for page headers.
    const letters = (n: number): string => (n < 26 ? '' : letters(Math.floor(n / 26) - 1)) + String.fromCharCode(97 + (n % 26));
    const body = Array.from(
      { length: 2200 },
      (_, i) =>
        `O prazo de que trata a cláusula ${letters(i)} deve ser contado da data do recebimento da comunicação ${letters(7 * i)} pela devedora.`,
    );
    const text = `${body.join('\n')}\nÉ firme a jurisprudência no sentido de que é nula a cláusula que inverte o ônus da prova quando redigida em prejuízo do consumidor.`;
    expect(text.length).toBeGreaterThan(200_000);
    const path = join(dir, 'long.txt');
    writeFileSync(path, text);
    await client.call('import', { collection: 'long', paths: [path] });
    expect(await client.call('extract', { collection: 'long' })).toMatchObject({ documents: 1, failed: [] });
    const { nuggets, extractions } = await client.call('show', { collection: 'long', doc_id: 'long' });
    expect(extractions[0]?.covered).toBe(text.length);
    expect(nuggets.length).toBe(120);
    // The holding at the very end is found, at its place.
    expect(Math.max(...nuggets.flatMap(({ spans }) => spans.map(({ end }) => end)))).toBe(text.length);
  });
});

describe('jobs', () => {
  it('run one after another, are kept, and an interrupted one is taken up by the next engine', async () => {
    const jobs = () =>
      new Promise<Job[]>((resolve) => {
        const aborter = new AbortController();
        const onEvent = ({ jobs: list }: { jobs: Job[] }) => {
          resolve(list);
          aborter.abort();
        };
        client.call('jobWatch', {}, { signal: aborter.signal, onEvent }).catch(() => {});
      });
    const input = { collection: 'd', paths: [`${SAMPLE}/pt-tj-04.txt`, `${SAMPLE}/en-sc-03.txt`, `${SAMPLE}/en-sc-10.txt`] };
    await client.call('jobStart', { command: 'import', input });
    await client.call('jobStart', { command: 'extract', input: { collection: 'd' } });
    while ((await jobs())[0]?.state !== 'done') await new Promise((resolve) => setTimeout(resolve, 50));
    await engine.close();
    await open();
    while ((await jobs()).at(-1)?.state === 'running') await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await jobs()).map(({ command, state }) => [command, state])).toEqual([
      ['import', 'done'],
      ['extract', 'done'],
    ]);
    expect((await client.call('collections', {})).collections.find(({ id }) => id === 'd')).toMatchObject({
      documents: 3,
      extracted_documents: 3,
    });
  });

  it('a job with a wrong input is refused at once', async () => {
    expect(await client.call('jobStart', { command: 'extract', input: {} }).catch((e) => e)).toMatchObject({ code: 'USAGE' });
  });
});

/** A paper's table over small data sets of a test's own making: what is at hand is done, what is not is named, and it goes on. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
const data = join(dir, 'data');
const TEXTS = [
  'É vedada a concessão da vantagem, que não se incorpora aos proventos da aposentadoria do servidor.',
  'A multa aplicada ao gestor prescreve em cinco anos, contados da data em que o fato se tornou conhecido.',
  'Na licitação do tipo técnica e preço, os critérios de julgamento devem constar do edital, sob pena de nulidade.',
];

beforeAll(async () => {
  engine = await createEngine(engineConfig(process.cwd(), join(dir, 'workspace'), 'write'));
  const [near, far] = createMemoryPorts();
  engine.serve(far);
  client = createClient(near);
  const juris = join(data, 'JurisTCU');
  mkdirSync(juris, { recursive: true });
  writeFileSync(join(juris, 'doc.csv'), `DOC_ID,ENUNCIADO\n${TEXTS.map((text, i) => `${i + 1},"${text}"`).join('\n')}\n`);
  writeFileSync(join(juris, 'query.csv'), 'ID,TEXT\n1,técnica e preço\n2,prescrição da multa\n3,sem julgamento\n');
  writeFileSync(join(juris, 'qrel.csv'), 'QUERY_ID,DOC_ID,SCORE\n1,3,3\n1,1,0\n2,2,2\n2,99,1\n2,1,0.5\n');
  cpSync('test/fixtures/parquet/taxqa', join(data, 'br-taxqa'), { recursive: true });
});
afterAll(() => engine.close());

const run = (more: object = {}) => client.call('preset', { id: 'jua-table-1', data, out: join(dir, 'out'), ...more });

describe('jua-table-1', () => {
  it('does what is at hand, names what is not, and says that the pools are partial', async () => {
    const out = await run();
    expect(out.datasets.map(({ id, state, documents, queries }) => [id, state, documents, queries])).toEqual([
      ['jua-juris', 'missing', 0, 0],
      ['juris-tcu', 'partial', 3, 2],
      ['normas-tcu', 'missing', 0, 0],
      ['br-taxqa', 'partial', 2, 1],
    ]);
    expect(out.datasets[0]!.note).toContain(join(data, 'jua'));
    expect(out.warnings).toEqual([
      'JurisTCU: 1 rows were refused, the first: qrel.csv, row 6: the grade "0.5" is no whole number',
      'JurisTCU: 1 judged ids are not there, the first: document 99',
      'BR-TaxQA: 2 documents could not be read: pepita failures --collection paper-br-taxqa',
      'BR-TaxQA: 1 judged queries have no answer in one run or more; there they count 0.',
    ]);
    expect(out.not_run).toEqual([
      {
        dataset: 'BR-TaxQA',
        runs: ['Legal nuggets'],
        why: 'there is no nugget',
        command: 'pepita failures --collection paper-br-taxqa',
      },
    ]);
    expect(out.extractor).toBe('nuggets by extractive');
    const row = (dataset: string, approach: string) => out.rows.find((one) => one.dataset === dataset && one.approach === approach)!;
    for (const approach of ['Full document', 'Legal nuggets', 'BM25']) {
      expect(Object.keys(row('JurisTCU (partial pool)', approach).ours)).toEqual(['ndcg@10', 'map@10', 'mrr@10']);
      expect(row('JurisTCU (partial pool)', approach).difference).toEqual({});
    }
    expect(row('JurisTCU', 'Full document')).toMatchObject({ encoder: '', ours: {}, published: { 'ndcg@10': 0.20898 } });
    expect(row('JurisTCU (partial pool)', 'Full document')).toMatchObject({ encoder: 'e5-small-pten', published: {} });
    // No word of the question is in an answer: a run that finds nothing counts 0, and is no fault.
    expect(row('BR-TaxQA (partial pool)', 'BM25').ours).toEqual({ 'ndcg@10': 0, 'map@10': 0, 'mrr@10': 0 });
    // Each query's words stand in one document alone: it is first. Query 2 has two relevant ones, of which one is not there.
    expect(row('JurisTCU (partial pool)', 'BM25').ours).toEqual({
      'ndcg@10': Number(((1 + 2 / (2 + 1 / Math.log2(3))) / 2).toFixed(5)),
      'map@10': 0.75,
      'mrr@10': 1,
    });
    const page = readFileSync(join(dir, 'out', 'table.md'), 'utf8');
    expect(page).toContain('partial pool, 3 of 16,045 documents: not comparable');
    expect(page).toContain('not at hand: put it into');
    expect(JSON.parse(readFileSync(join(dir, 'out', 'preset.json'), 'utf8')).rows).toEqual(out.rows);
    expect(readFileSync(join(dir, 'out', 'juris-tcu', 'report.md'), 'utf8')).toContain('| Legal nuggets |');
    // The third query has no judgments: it is not asked.
    expect(readFileSync(join(dir, 'out', 'juris-tcu', 'BM25.run'), 'utf8')).not.toMatch(/^3 /m);
  });

  it('again: nothing is made anew, and the table is the same', async () => {
    const before = readFileSync(join(dir, 'out', 'table.md'), 'utf8');
    const made = JSON.parse(readFileSync(join(dir, 'out', 'juris-tcu', 'outcome.json'), 'utf8'));
    await run();
    expect(readFileSync(join(dir, 'out', 'table.md'), 'utf8')).toBe(before);
    const again = JSON.parse(readFileSync(join(dir, 'out', 'juris-tcu', 'outcome.json'), 'utf8'));
    expect(made.runs.every(({ reused }: { reused: boolean }) => !reused)).toBe(true);
    expect(again.runs.every(({ reused }: { reused: boolean }) => reused)).toBe(true);
  });

  it('only some rankings of some data sets: no vector is made for words alone', async () => {
    const out = await run({ out: join(dir, 'words'), datasets: ['juris-tcu'], runs: ['BM25'] });
    expect(out.datasets.map(({ id }) => id)).toEqual(['juris-tcu']);
    expect(out.extractor).toBe('');
    expect(out.rows.filter(({ ours }) => Object.keys(ours).length > 0).map(({ approach }) => approach)).toEqual(['BM25']);
  });

  it('a cancel keeps what is done, and what is wrong is refused before anything is made', async () => {
    const aborter = new AbortController();
    const work = client.call(
      'preset',
      { id: 'jua-table-1', data, out: join(dir, 'cut') },
      { signal: aborter.signal, onEvent: () => aborter.abort() },
    );
    await expect(work).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect(run({ id: 'jua-table-9' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(run({ datasets: ['x'] })).rejects.toMatchObject({ code: 'USAGE' });
    await expect(run({ encoders: ['gpt=x'] })).rejects.toMatchObject({ code: 'USAGE' });
    await expect(run({ data: join(dir, 'nowhere') })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are listed with their files and models', async () => {
    const { presets } = await client.call('presets', {});
    expect(presets.map(({ id }) => id)).toEqual(['aqgr-aila', 'jua-table-1', 'jua-table-2']);
    expect(presets[1]!.datasets.map(({ folder }) => folder)).toEqual(['jua', 'juris-tcu', 'normas-tcu', 'br-taxqa']);
  });
});

describe('index of some units', () => {
  it('makes their vectors alone, and the collection does not count as indexed', async () => {
    const { collections } = await client.call('collections', {});
    expect(collections.find(({ id }) => id === 'paper-juris-tcu')?.indexed).toEqual([]);
    const out = await client.call('index', { collection: 'paper-juris-tcu' });
    expect(out.units.passage).toBeGreaterThan(0);
    const after = await client.call('collections', {});
    expect(after.collections.find(({ id }) => id === 'paper-juris-tcu')?.indexed).toMatchObject([{ current: true }]);
  });
});

/** Relevance that is judged here, over real kept runs: pool, holes, qrels, measures; and queues by what a query retrieves. */
import { readFileSync, writeFileSync } from 'node:fs';
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
const texts = {
  'dec 1': 'A prescrição intercorrente corre em cinco anos.',
  'dec 2': 'A prescrição da pretensão punitiva é de cinco anos.',
  'dec 3': 'Licitação de técnica e preço para obra.',
  'dec 4': 'O preço da obra na licitação foi excessivo.',
};
let runs: string[];

beforeAll(async () => {
  engine = await createEngine(engineConfig(process.cwd(), join(dir, 'workspace'), 'write'));
  const [near, far] = createMemoryPorts();
  engine.serve(far);
  client = createClient(near);
  for (const [id, text] of Object.entries(texts)) writeFileSync(join(dir, `${id}.txt`), text);
  const queries = [
    { _id: 'q 1', text: 'prescrição intercorrente' },
    { _id: 'q2', text: 'licitação técnica e preço' },
  ];
  writeFileSync(join(dir, 'queries.jsonl'), queries.map((query) => JSON.stringify(query)).join('\n'));
  await client.call('import', {
    collection,
    paths: [...Object.keys(texts).map((id) => join(dir, `${id}.txt`)), join(dir, 'queries.jsonl')],
    lang: 'pt',
  });
  const nuggets = Object.entries(texts).map(([doc_id, text]) => JSON.stringify({ doc_id, text, quote: text }));
  writeFileSync(join(dir, 'n.jsonl'), nuggets.join('\n'));
  await client.call('import', { collection, paths: [join(dir, 'n.jsonl')], format: 'nuggets', system: 'eu' });
  const made = [];
  for (const unit of ['document', 'nugget'] as const)
    made.push(await client.call('run', { collection, ranker: 'bm25', unit, name: unit, queries: 'all' }));
  runs = made.map(({ run_id }) => run_id);
});
afterAll(() => engine.close());

const who = { collection, annotator: 'Ana' };
const pool = (more: object = {}) => client.call('judgingPool', { ...who, runs, depth: 2, ...more });

it('pools the first documents of each run once, tells how far one is, and hides the runs in blind work', async () => {
  const out = await pool();
  expect(out.items.map(({ query_id, document }) => `${query_id} ${document.doc_id}`).sort()).toEqual([
    'q 1 dec 1',
    'q 1 dec 2',
    'q2 dec 3',
    'q2 dec 4',
  ]);
  expect(out.items.every(({ found }) => found.length === 2)).toBe(true);
  expect((await pool({ blind: true })).items.every(({ found, settled }) => found.length === 0 && settled === null)).toBe(true);
  expect(out.queries).toEqual([
    { query_id: 'q 1', text: 'prescrição intercorrente', pool: 2, judged: 0 },
    { query_id: 'q2', text: 'licitação técnica e preço', pool: 2, judged: 0 },
  ]);
});

it('judgments count in holes, qrels and measures; nothing is overwritten', async () => {
  const holes = async () =>
    (await client.call('judgingHoles', { collection, runs, depth: 2 })).runs.map(({ name, documents, unjudged }) => [
      name,
      documents,
      unjudged,
    ]);
  expect(await holes()).toEqual([
    ['document', 4, 4],
    ['nugget', 4, 4],
  ]);
  const judge = (query_id: string, doc_id: string, grade: number | null, more: object = {}) =>
    client.call('judgeRelevance', { ...who, query_id, doc_id, grade, ...more });
  await judge('q 1', 'dec 1', 3);
  await judge('q 1', 'dec 2', 1);
  await judge('q2', 'dec 3', 2);
  expect((await judge('q2', 'dec 3', 2)).event_id).toBe('');
  expect(await pool()).toMatchObject({ total: 4, judged: 3, items: [{ query_id: 'q2', document: { doc_id: 'dec 4' } }] });
  expect(await holes()).toEqual([
    ['document', 4, 1],
    ['nugget', 4, 1],
  ]);

  expect(await judge('q 1', 'dec 2', 0, { annotator: 'Rui' })).toMatchObject({ grade: 0, settled: { grade: 0, how: 'disputed' } });
  expect(await judge('q 1', 'dec 2', 2, { annotator: 'Eva', role: 'adjudicator' })).toMatchObject({
    settled: { grade: 2, how: 'adjudicated' },
  });
  expect((await client.call('undoRelevance', who)).moved).toMatchObject({ query_id: 'q2', doc_id: 'dec 3', grade: null });
  expect((await client.call('undoRelevance', { ...who, redo: true })).moved).toMatchObject({ grade: 2 });

  const out = join(dir, 'qrels.txt');
  await client.call('export', { kind: 'qrels', collection, out });
  const rows = readFileSync(out, 'utf8')
    .trim()
    .split('\n')
    .map((row) => row.split(' '));
  expect(rows.map((row) => row.at(-1))).toEqual(['3', '2', '2']);
  expect(
    (await client.call('queries', { collection })).judgments.map(({ query_id, doc_id, grade }) => `${query_id}: ${doc_id} ${grade}`),
  ).toEqual(['q 1: dec 1 3', 'q 1: dec 2 2', 'q2: dec 3 2']);
  // Both of q 1 first and in the order of their grades, the one of q2 first: nDCG is 1.
  const measured = await client.call('rescore', { collection, run_id: runs[0]!, measures: ['ndcg@10'] });
  expect(measured.before!.means['ndcg@10']).toBe(1);
  await expect(judge('q 3', 'dec 1', 1)).rejects.toMatchObject({ code: 'NOT_FOUND', remedy: expect.stringContaining('q 1') });
  await expect(judge('q2', 'dec 9', 1)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('a queue of what a query retrieves, from a kept run and for words that are searched now', async () => {
  const queue = (spec: object) =>
    client
      .call('annotationQueue', { ...who, queue: { kind: 'query', ...spec } })
      .then(({ items }) => items.map(({ nugget }) => nugget.doc_id));
  expect((await queue({ run_id: runs[1], query_id: 'q 1' })).slice(0, 2)).toEqual(['dec 1', 'dec 2']);
  expect(await queue({ run_id: runs[1], query_id: 'q2', size: 1 })).toEqual(['dec 3']);
  await expect(queue({ run_id: runs[0], query_id: 'q2' })).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringContaining('no nuggets'),
  });
  await expect(queue({})).rejects.toMatchObject({ code: 'USAGE' });
  const strata = await client.call('annotationQueue', { ...who, queue: { kind: 'stratified', by: 'score', run_id: runs[1]!, strata: 2 } });
  expect([strata.total, strata.strata.reduce((sum, { total }) => sum + total, 0)]).toEqual([4, 4]);
});

it('one pair of the pool is found wherever it lies, and nothing where the pool does not hold it', async () => {
  const { items, total } = await pool({ open: false });
  const last = items.at(-1)!;
  const found = await pool({ pair: { query_id: last.query_id, doc_id: last.document.doc_id } });
  expect([found.total, found.items.map(({ position }) => position)]).toEqual([total, [last.position]]);
  expect((await pool({ pair: { query_id: 'q2', doc_id: 'dec 1' } })).items).toEqual([]);
});

it('goes to another workspace as a file and comes back: each judgment once, what differs told, the later word counting', async () => {
  const other = await createEngine(engineConfig(process.cwd(), join(dir, 'other'), 'write'));
  const [near, far] = createMemoryPorts();
  other.serve(far);
  const there = createClient(near);
  const paths = [...Object.keys(texts).map((id) => join(dir, `${id}.txt`)), join(dir, 'queries.jsonl')];
  await there.call('import', { collection: 'd', paths, lang: 'pt' });
  const graded = async (from: Client, of: string) =>
    (await from.call('queries', { collection: of })).judgments.map(({ query_id, doc_id, grade }) => `${query_id}: ${doc_id} ${grade}`);
  const grade = (to: Client, of: string, doc_id: string, n: number) =>
    to.call('judgeRelevance', { annotator: 'Dora', collection: of, query_id: 'q2', doc_id, grade: n });
  await grade(client, collection, 'dec 4', 1);

  const out = join(dir, 'relevance.jsonl');
  const { rows } = await client.call('exportRelevance', { collection, path: out });
  expect(readFileSync(out, 'utf8').trim().split('\n')).toHaveLength(rows);
  const first = await there.call('importRelevance', { collection: 'd', path: out });
  expect(first).toEqual({ collection: 'd', added: rows, unchanged: 0, conflicts: [], refused: [], realigned: [] });
  expect(await there.call('importRelevance', { collection: 'd', path: out })).toMatchObject({ added: 0, unchanged: rows, conflicts: [] });
  expect(await graded(there, 'd')).toEqual(await graded(client, collection));

  // Both go on: here 2, then there 3, of the same pair by the same person. There, one pair more that nobody contradicts.
  await grade(client, collection, 'dec 4', 2);
  await grade(there, 'd', 'dec 4', 3);
  await grade(there, 'd', 'dec 1', 0);
  const back = join(dir, 'back.jsonl');
  await there.call('exportRelevance', { collection: 'd', path: back });
  writeFileSync(
    back,
    `${readFileSync(back, 'utf8')}{"v":1}\n${JSON.stringify({ ...JSON.parse(readFileSync(out, 'utf8').split('\n')[0]!), id: 'x', doc_id: 'dec 9' })}\n`,
  );
  const merged = await client.call('importRelevance', { collection, path: back });
  expect(merged).toMatchObject({ added: 2, unchanged: rows });
  expect(merged.conflicts).toEqual([{ item: 'q2 dec 4', annotator: 'Dora', label: 'grade', here: '2', there: '3', kept: '3' }]);
  expect(merged.refused.map(({ reason }) => reason)).toEqual([expect.stringContaining('id'), expect.stringContaining('"dec 9"')]);
  await client.call('exportRelevance', { collection, path: out });
  // Merged the other way around, the same counts.
  expect(await there.call('importRelevance', { collection: 'd', path: out })).toMatchObject({ added: 1, conflicts: [], refused: [] });
  expect(await graded(there, 'd')).toEqual(await graded(client, collection));
  await expect(client.call('importRelevance', { collection, path: join(dir, 'none.jsonl') })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await other.close();
});

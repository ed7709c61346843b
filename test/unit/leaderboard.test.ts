import { describe, expect, it } from 'vitest';
import { evaluateRun, type Qrels } from '../../electron/engine/compare/evaluate';
import { folderOf, LEADERBOARD_MEASURES, leaderboardEntry, parseLeaderboard } from '../../electron/engine/compare/leaderboard';
import type { Run } from '../../shared/domain';

const ranked = (ids: readonly string[], score = (i: number) => -i) => ids.map((doc_id, i) => ({ doc_id, score: score(i) }));
const numbers = (n: number) => Array.from({ length: n }, (_, i) => `r${String(i).padStart(2, '0')}`);

// The golden fixture of the metrics' definitions: nDCG and MAP over the 3 answered queries, MRR over the 4 judged ones.
const qrels: Qrels = new Map([
  ['q1', new Map(Object.entries({ d1: 3, d2: 1, d3: 2, d9: 1, d4: 0 }))],
  ['q2', new Map(numbers(12).map((id) => [id, 1]))],
  ['q3', new Map(Object.entries({ a: 0, b: 1, c: 0 }))],
  ['q4', new Map([['z', 1]])],
]);
const run: Run = {
  name: 'golden',
  rankings: new Map([
    ['q1', ranked(['d5', 'd3', 'd4', 'd1', 'd2'])],
    ['q2', ranked(numbers(10))],
    ['q3', ranked(['b', 'a', 'c'], () => 1)],
    ['qX', ranked(['d1'])],
  ]),
};
const of = { model: 'openai/text-embedding-3-small', task: 'JurisTCURetrieval', at: '2026-03-04T16:45:02.948Z' };
const entry = leaderboardEntry(evaluateRun(run, qrels, LEADERBOARD_MEASURES, { convention: 'jua' }), of);

describe('the leaderboard’s form', () => {
  it('has the blocks, names and cuts of the JUÁ repository', () => {
    expect(Object.keys(entry)).toEqual(['model', 'task', 'metrics', 'overall_score', 'generated_at']);
    expect(Object.fromEntries(Object.entries(entry.metrics).map(([block, values]) => [block, Object.keys(values)]))).toEqual(
      Object.fromEntries(
        [
          ['ndcg', 'NDCG'],
          ['map', 'MAP'],
          ['recall', 'Recall'],
          ['precision', 'P'],
          ['mrr', 'MRR'],
        ].map(([block, name]) => [block, [1, 3, 5, 10, 100, 1000].map((cut) => `${name}@${cut}`)]),
      ),
    );
  });

  it('has figures of the jua convention, to five decimals', () => {
    const round = (x: number) => Number(x.toFixed(5));
    const log2 = (n: number) => Math.log2(n);
    const q1 = (2 / log2(3) + 3 / log2(5) + 1 / log2(6)) / (3 + 2 / log2(3) + 1 / log2(4) + 1 / log2(5));
    expect(entry.metrics.ndcg!['NDCG@10']).toBe(round((q1 + 1 + 1 / log2(3)) / 3));
    expect(entry.metrics.map!['MAP@10']).toBe(round(((1 / 2 + 2 / 4 + 3 / 5) / 4 + 10 / 12 + 1 / 2) / 3));
    expect(entry.metrics.mrr!['MRR@10']).toBe(round((1 / 2 + 1 + 1) / 4));
    expect(entry.metrics.recall!['Recall@10']).toBe(round((3 / 4 + 10 / 12 + 1) / 3));
    expect(entry.metrics.precision!['P@1']).toBe(round(1 / 3));
    expect(entry.overall_score).toBe(entry.metrics.ndcg!['NDCG@10']);
  });

  it('is read as it was written, under our names', () => {
    const read = parseLeaderboard(JSON.stringify(entry, null, 2), 'x.json');
    expect(read).toMatchObject({ model: of.model, task: of.task, at: of.at });
    expect(Object.keys(read.figures).length).toBe(30);
    expect(read.figures['ndcg@10']).toBe(entry.overall_score);
    expect(read.figures['r@100']).toBe(entry.metrics.recall!['Recall@100']);
  });

  it.each([
    ['no JSON', '{"model"', 'it is not JSON'],
    ['a list', '[]', 'it has no task or no metrics'],
    ['nothing', 'null', 'it has no task or no metrics'],
    ['other metrics', '{"task":"T","metrics":{"f1":{"F1@10":1}}}', 'none of its metrics is known'],
    ['a figure that is none', '{"task":"T","metrics":{"ndcg":{"NDCG@10":"0.1"}}}', 'NDCG@10 is "0.1"'],
    ['a percentage', '{"task":"T","metrics":{"map":{"MAP@10":36.2}}}', 'MAP@10 is 36.2'],
  ])('%s is refused by name', (_, text, reason) => expect(() => parseLeaderboard(text, 'x.json')).toThrow(`x.json: ${reason}`));

  it('a model’s folder is one folder', () => {
    expect(folderOf('openai/text-embedding-3-small')).toBe('openai_text-embedding-3-small');
    expect(folderOf('../x\\y')).toBe('__x_y');
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { evaluateRun, type Qrels } from '../../electron/engine/compare/evaluate';
import { parseMeasure } from '../../electron/engine/compare/parseMeasure';
import { parseQrels } from '../../electron/engine/compare/trecQrels';
import { parseTrecRun } from '../../electron/engine/compare/trecRun';
import type { Run } from '../../shared/domain';

/** Our name → trec_eval's. */
const NAMES: Record<string, string> = {
  'ndcg@5': 'ndcg_cut_5',
  'ndcg@10': 'ndcg_cut_10',
  ndcg: 'ndcg',
  'map@5': 'map_cut_5',
  'map@10': 'map_cut_10',
  map: 'map',
  mrr: 'recip_rank',
  'p@5': 'P_5',
  'p@10': 'P_10',
  'r@5': 'recall_5',
  'r@10': 'recall_10',
  bpref: 'bpref',
};
const measures = Object.keys(NAMES).map(parseMeasure);

interface Case {
  qrels: Record<string, Record<string, number>>;
  run: Record<string, Record<string, number>>;
  expected: Record<string, Record<string, number>>;
}
// Made by trec_eval-random.py with pytrec_eval-terrier 0.5.11.
const { cases } = JSON.parse(readFileSync('test/fixtures/trec_eval-random.json', 'utf8')) as { cases: Case[] };
const toRun = (run: Case['run']): Run => ({
  name: 'random',
  rankings: new Map(Object.entries(run).map(([q, docs]) => [q, Object.entries(docs).map(([doc_id, score]) => ({ doc_id, score }))])),
});
const toQrels = (qrels: Case['qrels']): Qrels => new Map(Object.entries(qrels).map(([q, docs]) => [q, new Map(Object.entries(docs))]));

describe('against trec_eval', () => {
  it('200 random runs with ties: every measure of every query to 1e-6', () => {
    expect(cases).toHaveLength(200);
    let compared = 0;
    for (const { qrels, run, expected } of cases) {
      const { perQuery } = evaluateRun(toRun(run), toQrels(qrels), measures, { convention: 'trec_eval', denominator: 'answered' });
      expect([...perQuery.keys()].sort()).toEqual(Object.keys(expected).sort());
      for (const [query, values] of perQuery) {
        for (const [ours, theirs] of Object.entries(NAMES)) {
          expect(Math.abs(values[ours]! - expected[query]![theirs]!), `${ours} of ${query} in ${JSON.stringify(run[query])}`).toBeLessThan(
            1e-6,
          );
          compared++;
        }
      }
    }
    expect(compared).toBeGreaterThan(3000);
  });

  it('mrr@10 is the reciprocal rank where the first relevant document is among ten', () => {
    const docs = Array.from({ length: 12 }, (_, i) => ({ doc_id: `d${i}`, score: -i }));
    const at = (rank: number) =>
      evaluateRun(
        { name: 'r', rankings: new Map([['q', docs]]) },
        new Map([['q', new Map([[`d${rank - 1}`, 1]])]]),
        ['mrr@10', 'mrr'].map(parseMeasure),
        {
          convention: 'trec_eval',
        },
      ).means;
    expect(at(10)).toEqual({ 'mrr@10': 1 / 10, mrr: 1 / 10 });
    expect(at(11)).toEqual({ 'mrr@10': 0, mrr: 1 / 11 });
  });

  it('the mean counts unanswered queries 0, or leaves them out, and says by what it divided', () => {
    const qrels: Qrels = new Map([
      ['q1', new Map([['a', 1]])],
      ['q2', new Map([['a', 1]])],
    ]);
    const run: Run = { name: 'r', rankings: new Map([['q1', [{ doc_id: 'a', score: 1 }]]]) };
    const judged = evaluateRun(run, qrels, [parseMeasure('ndcg@10')], { convention: 'trec_eval' });
    const answered = evaluateRun(run, qrels, [parseMeasure('ndcg@10')], { convention: 'trec_eval', denominator: 'answered' });
    expect([judged.means['ndcg@10'], judged.denominators['ndcg@10']]).toEqual([1 / 2, 2]);
    expect([answered.means['ndcg@10'], answered.denominators['ndcg@10']]).toEqual([1, 1]);
  });

  it('a constant scorer gains nothing from the order in which its results were written', () => {
    const run = (ids: string[]): Run => ({ name: 'c', rankings: new Map([['q', ids.map((doc_id) => ({ doc_id, score: 0.5 }))]]) });
    const qrels: Qrels = new Map([['q', new Map([['a', 1]])]]);
    const rr = (ids: string[]) => evaluateRun(run(ids), qrels, [parseMeasure('mrr')], { convention: 'trec_eval' }).means.mrr;
    // Ids descending: c, b, a.
    expect([rr(['a', 'b', 'c']), rr(['c', 'a', 'b'])]).toEqual([1 / 3, 1 / 3]);
  });

  it('jua rounds means to five decimals, and compares MRR scores as they were written', () => {
    const qrels: Qrels = new Map(['q1', 'q2', 'q3'].map((id) => [id, new Map([['a', 1]])]));
    const close = [
      { doc_id: 'b', score: 0.999999999 },
      { doc_id: 'a', score: 1 },
    ];
    const run: Run = { name: 'r', rankings: new Map([['q1', close]]) };
    const { means, perQuery } = evaluateRun(run, qrels, ['mrr@10', 'map@10'].map(parseMeasure), { convention: 'jua' });
    // Doubles put a first; as 32-bit floats they tie and b, the greater id, is first.
    expect(perQuery.get('q1')).toEqual({ 'mrr@10': 1, 'map@10': 1 / 2 });
    expect(means).toEqual({ 'mrr@10': 0.33333, 'map@10': 0.5 });
  });
});

const AILA = '../shared/data/aila2020';
describe.skipIf(!existsSync(AILA))(`a real run (skipped where ${AILA} is absent)`, () => {
  const text = existsSync(AILA) ? readFileSync(`${AILA}/sample_trec_top_file.txt`, 'utf8') : '';
  const qrels = existsSync(AILA) ? parseQrels(readFileSync(`${AILA}/relevance_judgements_train.txt`, 'utf8'), 'train') : new Map();

  it('AILA 2020: test queries and training judgments do not join, and this is told', () => {
    const result = evaluateRun(parseTrecRun(text, 'sample'), qrels, measures, { convention: 'trec_eval' });
    expect(result.name).toBe('fs_hit_1_task1b_01');
    expect([result.queries, result.missing.length, result.ignored.length]).toEqual([50, 50, 10]);
    expect(result.ignored[0]).toBe('AILA_TQ1');
    expect(result.means['ndcg@10']).toBe(0);
  });

  it('with its queries renamed to the judged ones, its 1,134 rows and their ties give what trec_eval gives', () => {
    const run = parseTrecRun(text.replaceAll('AILA_TQ', 'AILA_Q'), 'renamed');
    const { means } = evaluateRun(run, qrels, measures, { convention: 'trec_eval', denominator: 'answered' });
    // pytrec_eval-terrier 0.5.11 on the same two files, means of 10 queries.
    const expected: Record<string, number> = {
      'ndcg@5': 0.06366824387328317,
      'ndcg@10': 0.07757386182436074,
      ndcg: 0.19310147971585628,
      'map@5': 0.0375,
      'map@10': 0.041666666666666664,
      map: 0.06284297259174798,
      mrr: 0.11368922596316211,
      'p@5': 0.06,
      'p@10': 0.04,
      'r@5': 0.075,
      'r@10': 0.1,
    };
    for (const [name, value] of Object.entries(expected)) expect(means[name], name).toBeCloseTo(value, 6);
  });
});

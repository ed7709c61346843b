import { describe, expect, it } from 'vitest';
import { evaluateRun } from '../../electron/engine/compare/evaluate';
import { parseMeasure } from '../../electron/engine/compare/parseMeasure';
import { parseQrels } from '../../electron/engine/compare/trecQrels';
import { formatTrecRun, parseTrecRun } from '../../electron/engine/compare/trecRun';

const measures = ['ndcg@10', 'map@10', 'mrr'].map(parseMeasure);
// The golden fixture, its values measured with trec_eval 10 (shared by the metrics' definitions).
const qrels = parseQrels(
  [
    'q1 0 d1 3',
    'q1 0 d2 1',
    'q1 0 d3 2',
    'q1 0 d9 1',
    'q1 0 d4 0',
    ...Array.from({ length: 12 }, (_, i) => `q2 0 r${String(i).padStart(2, '0')} 1`),
    'q3 0 a 0',
    'q3 0 b 1',
    'q3 0 c 0',
    'q4 0 z 1',
  ].join('\n'),
  'golden.qrels',
);
const run = parseTrecRun(
  [
    ...['d5', 'd3', 'd4', 'd1', 'd2'].map((doc, i) => `q1 Q0 ${doc} ${i + 1} ${9 - i} t`),
    ...Array.from({ length: 10 }, (_, i) => `q2 Q0 r${String(i).padStart(2, '0')} ${i + 1} ${20 - i} t`),
    ...['b', 'a', 'c'].map((doc, i) => `q3 Q0 ${doc} ${i + 1} 1.0 t`),
    'qX Q0 d1 1 1 t',
  ].join('\n'),
  'golden.run',
);

describe('the golden fixture', () => {
  const result = evaluateRun(run, qrels, measures, { convention: 'trec_eval' });
  it.each([
    ['q1', 0.5663, 0.4, 0.5],
    ['q2', 1, 0.8333, 1],
    ['q3', 0.6309, 0.5, 0.5],
    ['q4', 0, 0, 0],
  ])('%s', (id, ndcg, map, rr) => {
    const values = result.perQuery.get(id)!;
    expect(values['ndcg@10']).toBeCloseTo(ndcg, 4);
    expect(values['map@10']).toBeCloseTo(map, 4);
    expect(values['mrr']).toBeCloseTo(rr, 4);
  });
  it('means over the judged queries, missing and ignored ones listed', () => {
    expect(result.means['ndcg@10']).toBeCloseTo(0.5493, 4);
    expect(result.means['map@10']).toBeCloseTo(0.4333, 4);
    expect(result.means['mrr']).toBeCloseTo(0.5, 4);
    expect(result.missing).toEqual(['q4']);
    expect(result.ignored).toEqual(['qX']);
  });
  it('the jua convention keeps insertion order among ties for MRR and averages over answered queries', () => {
    const jua = evaluateRun(run, qrels, ['ndcg@10', 'map@10', 'mrr@10'].map(parseMeasure), { convention: 'jua' });
    expect(jua.perQuery.get('q3')!['mrr@10']).toBe(1);
    expect(jua.means['map@10']).toBeCloseTo((0.4 + 10 / 12 + 0.5) / 3, 5);
    expect(jua.means['mrr@10']).toBeCloseTo((0.5 + 1 + 1 + 0) / 4, 5);
  });
});

describe('run and judgment files', () => {
  it('a run reads back as it was written', () => {
    const again = parseTrecRun(formatTrecRun(run), 'again');
    expect(formatTrecRun(again)).toBe(formatTrecRun(run));
  });
  it.each([
    ['q1 Q0 d1 1 0,5 t', /row 1.*0,5/],
    ['q1 Q0 d1 1 NaN t', /row 1.*NaN/],
    ['q1 Q0 d1 1 t', /row 1.*5 fields/],
    ['q1 Q0 d1 1 2 t\nq1 Q0 d1 2 1 t', /row 2.*d1.*row 1/],
  ])('a bad row is refused with file, row and reason: %s', (text, message) => {
    expect(() => parseTrecRun(text, 'bad.run')).toThrow(message);
    expect(() => parseTrecRun(text, 'bad.run')).toThrow('bad.run');
  });
  it('BEIR and JUÁ judgments are read; a grade of 0 stays 0', () => {
    expect(parseQrels('query-id\tcorpus-id\tscore\nq\td\t2\nq\te\t0\n', 'f').get('q')).toEqual(
      new Map([
        ['d', 2],
        ['e', 0],
      ]),
    );
    expect(parseQrels('{"query-id":"q","corpus-id":"d","score":0.0}\n', 'f').get('q')!.get('d')).toBe(0);
    expect(() => parseQrels('q 0 d 0.5', 'f')).toThrow('0.5');
  });
  it('an unknown measure is refused with the known ones', () => expect(() => parseMeasure('f1@10')).toThrow('f1@10'));
});

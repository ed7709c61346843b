/** Every measure against reference tools, for each query and in the mean. Expected values: measures.json, made by measures.py. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { evaluateRun, type Qrels } from '../../electron/engine/compare/evaluate';
import { parseMeasure } from '../../electron/engine/compare/parseMeasure';
import { kendallTau, rankBiasedOverlap } from '../../electron/engine/compare/rankCorrelation';
import { parseQrels } from '../../electron/engine/compare/trecQrels';
import { parseTrecRun } from '../../electron/engine/compare/trecRun';
import type { Run } from '../../shared/domain';
import { compareRanked } from '../../shared/ties';

interface Expected {
  /** Query → figures in the order of `names`. */
  values: Record<string, number[]>;
  beir: Record<string, number>;
}
const reference = JSON.parse(readFileSync('test/fixtures/measures.json', 'utf8')) as {
  names: string[];
  ranx: number;
  random: Expected[];
  aila2020: Expected & { alike: Record<string, Record<string, [number | null, number]>> };
};
const { cases } = JSON.parse(readFileSync('test/fixtures/trec_eval-random.json', 'utf8')) as {
  cases: { qrels: Record<string, Record<string, number>>; run: Record<string, Record<string, number>> }[];
};
const measures = reference.names.map(parseMeasure);
const toQrels = (qrels: Record<string, Record<string, number>>): Qrels =>
  new Map(Object.entries(qrels).map(([q, docs]) => [q, new Map(Object.entries(docs))]));
const toRun = (run: Record<string, Record<string, number>>): Run => ({
  name: 'r',
  rankings: new Map(Object.entries(run).map(([q, docs]) => [q, Object.entries(docs).map(([doc_id, score]) => ({ doc_id, score }))])),
});
const near = (ours: number | undefined, theirs: number, what: string) =>
  expect(Math.abs((ours ?? Number.NaN) - theirs), `${what}: ${ours} against ${theirs}`).toBeLessThan(1e-6);

/** Each query's figures, the means over the answered and over all judged queries, and BEIR's. @returns figures compared */
function check(qrels: Qrels, run: Run, { values, beir }: Expected): number {
  let compared = 0;
  const answered = evaluateRun(run, qrels, measures, { convention: 'trec_eval', denominator: 'answered' });
  const judged = evaluateRun(run, qrels, measures, { convention: 'trec_eval' });
  expect([...answered.perQuery.keys()].sort()).toEqual(Object.keys(values).sort());
  const rows = Object.entries(values);
  for (const [i, { name }] of measures.entries()) {
    for (const [query, figures] of rows) {
      near(answered.perQuery.get(query)?.[name], figures[i]!, `${name} of ${query}`);
      near(judged.perQuery.get(query)?.[name], figures[i]!, `${name} of ${query}, -c`);
      compared++;
    }
    const sum = rows.reduce((total, [, figures]) => total + figures[i]!, 0);
    near(answered.means[name], rows.length > 0 ? sum / rows.length : 0, `mean ${name}`);
    near(judged.means[name], sum / qrels.size, `mean ${name}, -c`);
  }
  const names = Object.keys(beir);
  const { means } = evaluateRun(run, qrels, names.map(parseMeasure), { convention: 'jua' });
  // Both are rounded to five decimals: where the sixth is on the edge they may differ by one unit of the fifth.
  for (const name of names) expect(Math.abs(means[name]! - beir[name]!), `BEIR's ${name}`).toBeLessThan(1.01e-5);
  return compared + names.length;
}

describe('200 random runs with ties', () => {
  it('P, R, nDCG and AP at nine cuts, RR, bpref, RBP; means of both conventions', () => {
    expect(measures.length).toBe(45);
    // So many queries without a negative grade: ranx agreed on each when the values were made.
    expect(reference.ranx).toBe(148);
    expect(reference.random.length).toBe(cases.length);
    let compared = 0;
    for (const [i, { qrels, run }] of cases.entries()) compared += check(toQrels(qrels), toRun(run), reference.random[i]!);
    expect(compared).toBeGreaterThan(20_000);
  });

  it('BEIR’s figures are ours to the last decimal nearly always', () => {
    let same = 0;
    let all = 0;
    for (const [i, { qrels, run }] of cases.entries()) {
      const { beir } = reference.random[i]!;
      const names = Object.keys(beir);
      const { means } = evaluateRun(toRun(run), toQrels(qrels), names.map(parseMeasure), { convention: 'jua' });
      for (const name of names) {
        all++;
        if (means[name] === beir[name]) same++;
      }
    }
    expect(same / all).toBeGreaterThan(0.999);
  });
});

const AILA = '../shared/data/aila2020';
if (!existsSync(AILA)) console.log(`skipped: ${AILA} is not there`);
describe.skipIf(!existsSync(AILA))('AILA 2020’s real run, its queries renamed to the judged ones', () => {
  const read = (name: string) => readFileSync(`${AILA}/${name}`, 'utf8');
  const load = () => ({
    run: parseTrecRun(read('sample_trec_top_file.txt').replaceAll('AILA_TQ', 'AILA_Q'), 'renamed'),
    qrels: parseQrels(read('relevance_judgements_train.txt'), 'train'),
  });

  it('every measure of every query, and the means of both conventions', () => {
    const { run, qrels } = load();
    expect(check(qrels, run, reference.aila2020)).toBeGreaterThan(450);
  });

  it('Kendall’s τ and rank-biased overlap at any cut, against the order of its documents’ ids', () => {
    const { run } = load();
    const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
    let compared = 0;
    for (const [query, cuts] of Object.entries(reference.aila2020.alike)) {
      const a = [...run.rankings.get(query)!].sort(compareRanked).map(({ doc_id }) => doc_id);
      const b = [...a].sort(bytes);
      for (const [cut, [tau, rbo]] of Object.entries(cuts)) {
        const k = Number(cut);
        const found = kendallTau(a.slice(0, k), b.slice(0, k));
        if (tau === null) expect(found).toBeNull();
        else near(found?.tau, tau, `τ of ${query} at ${k}`);
        near(rankBiasedOverlap(a, b, 0.9, k), rbo, `RBO of ${query} at ${k}`);
        compared++;
      }
    }
    expect(compared).toBe(50);
  });
});

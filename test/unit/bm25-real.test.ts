import { describe, expect, it } from 'vitest';
import { evaluateRun } from '../../electron/engine/compare/evaluate';
import { parseMeasure } from '../../electron/engine/compare/parseMeasure';
import { toQrels } from '../../electron/engine/compare/trecQrels';
import { buildBm25 } from './bm25Kit';
import { read, realData } from './importKit';

/** nDCG@10 of BM25 over full documents, all judged queries counted. */
async function ndcg(dir: string, params: { k1: number; b: number }): Promise<number> {
  const { documents, queries, judgments } = await read(dir);
  const index = buildBm25(documents.map(({ doc_id, lang, text }) => ({ id: doc_id, lang, text })));
  const rankings = new Map(
    queries.map(({ query_id, text }) => {
      const { units, scores } = index.hits(text, { ...params, candidates: 1000 });
      return [query_id, [...units].map((row, i) => ({ doc_id: index.unitIds[row]!, score: scores[i]! }))] as const;
    }),
  );
  return evaluateRun({ name: 'bm25', rankings }, toQrels(judgments.map((j) => ({ ...j, collection: 'c' }))), [parseMeasure('ndcg@10')], {
    convention: 'trec_eval',
  }).means['ndcg@10']!;
}

// The floors are what an independent BM25 in Python reached on the same data, less .005 for its other splitting of words.
describe('BM25 on real data (skipped where it is absent)', () => {
  it.each([
    ['lener-br-ementa', { k1: 1.2, b: 0.75 }, 0.958],
    ['juristcu-partial', { k1: 0.9, b: 0.4 }, 0.597],
  ])('%s with %o: nDCG@10 about %f', async (name, params, reference) => {
    const dir = realData(name);
    if (!dir) return;
    expect(await ndcg(dir, params)).toBeGreaterThan(reference - 0.005);
  });
});

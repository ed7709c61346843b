/** Approximate search over real LanceDB indexes of made-up vectors around topics, held against the exact search. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mulberry32 } from '../../electron/engine/compare/random';
import { openDotScorer } from '../../electron/engine/embed/dot';
import { once } from '../../electron/engine/once';
import type { Encoder, Store } from '../../electron/engine/ports';
import type { EngineContext } from '../../electron/engine/use/context';
import { dropApproximate, listApproximate } from '../../electron/engine/use/listApproximate';
import { makeApproximate } from '../../electron/engine/use/makeApproximate';
import { createRanker } from '../../electron/engine/use/rank';
import { createSearchSpaces } from '../../electron/engine/use/searchSpaces';
import { nuggetText, vectorKey } from '../../electron/engine/use/units';
import { contract } from '../../shared/contract';
import type { Progress } from '../../shared/domain';
import { document, extraction, nuggetsOf, open, tempFolder, trace } from './storeKit';

const DIMS = 16;
const DOCUMENTS = 20;
const A_DOCUMENT = 250;
const ROWS = DOCUMENTS * A_DOCUMENT;
const space = { encoder_id: 'made-up', sha256: 'c'.repeat(64), dimensions: DIMS };
const input = { collection: 'c', encoder: 'made-up', unit: 'nugget' } as const;
const making = (more: object = {}) => contract.approximate.input.parse({ ...input, ...more });

const random = mulberry32(3);
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const centres = Array.from({ length: 40 }, () => Array.from({ length: DIMS }, normal));
function nearTopic(): Float32Array {
  const centre = centres[Math.floor(random() * centres.length)]!;
  const values = centre.map((x) => x + 0.7 * normal());
  const norm = Math.hypot(...values);
  return Float32Array.from(values, (x) => x / norm);
}
const vectors = Array.from({ length: ROWS }, nearTopic);
/** The text of a query → its vector. */
const asked = new Map(Array.from({ length: 30 }, (_, i) => [`query ${i}`, nearTopic()]));

const encoder: Encoder = {
  info: { id: 'made-up', name: '', dimensions: DIMS, max_tokens: 8, sha256: '', identity: space.sha256, licence: '', fitted_to: null },
  async embed(texts) {
    const all = new Float32Array(texts.length * DIMS);
    for (const [i, text] of texts.entries()) all.set(asked.get(text)!, i * DIMS);
    return { vectors: all, tokens: new Int32Array(texts.length), used_chars: new Int32Array(texts.length) };
  },
  async dispose() {},
};

async function addDecision(store: Store, d: number, own: readonly Float32Array[]): Promise<void> {
  const id = `d${String(d).padStart(4, '0')}`;
  await store.putDocuments([document(id)]);
  const nuggets = nuggetsOf(
    id,
    'k',
    own.map((_, i) => `Tese ${d} ${i}.`),
  );
  await store.commitExtraction(extraction(id, 'k', own.length), nuggets, [trace(id, 'k')]);
  await store.putVectors(
    space,
    nuggets.map((nugget, i) => ({ text_sha256: vectorKey('passage', nuggetText(nugget)), vector: own[i]!, tokens: 3, used_chars: 3 })),
  );
}

async function workspace(approximateFrom = 1000): Promise<EngineContext> {
  const store = await open(tempFolder());
  await store.addCollection('c');
  for (let d = 0; d < DOCUMENTS; d++) await addDecision(store, d, vectors.slice(d * A_DOCUMENT, (d + 1) * A_DOCUMENT));
  await store.putFact(`index/c/made-up/${space.sha256}`, { signature: '', units: { nugget: ROWS } });
  return {
    config: { version: 'test' },
    store,
    clock: { now: () => new Date(0) },
    encoder: async () => encoder,
    dot: once(() => openDotScorer(join('models', 'dot', 'model.onnx'), { threads: 1 })),
    spaces: createSearchSpaces(store),
    approximateFrom,
  } as unknown as EngineContext;
}

const ranked = async (context: EngineContext, query: string, more: object = {}) => {
  const ranker = await createRanker(context, contract.search.input.parse({ ...input, query, candidates: 500, ...more }));
  const { documents, hits } = await ranker.rank([query]);
  return { documents: documents.slice(), config: ranker.config, warnings: ranker.warnings, list: hits[0]!.lists[0]!, map: hits[0]!.map };
};

it('an index is made where the user says so, its recall is what the two rankings give, and a run says that it was approximate', async () => {
  const context = await workspace();
  await context.store.putQueries([...asked.keys()].map((text, i) => ({ collection: 'c', query_id: `q${i}`, text, source: '' })));
  expect((await listApproximate(context, 'c')).indexes).toMatchObject([
    { unit: 'nugget', state: 'none', offered: true, rows: ROWS, index: null },
  ]);
  // Never on by itself.
  expect((await ranked(context, 'query 0')).config.parts[0]!.approximate).toBeUndefined();
  const refused = await ranked(context, 'query 0', { approximate: true });
  expect(refused.warnings.join()).toMatch(/Searched exactly: there is no approximate index.*pepita approximate/);

  const heard: Progress[] = [];
  const made = await makeApproximate(context, making({ candidates: 500, probes: 8, sample: 20 }), { emit: (event) => heard.push(event) });
  expect(new Set(heard.map(({ stage }) => stage))).toEqual(new Set(['approximate', 'search']));
  expect(made).toMatchObject({ state: 'current', index: { kind: 'IVF_RQ', rows: ROWS, partitions: 71, probes: 8 } });
  expect(made.index!.bytes).toBeGreaterThan(ROWS * DIMS * 4);
  const recall = made.index!.recall!;
  expect(recall).toMatchObject({
    queries: 20,
    of: 30,
    asked: 'collection',
    seed: 1,
    candidates: 500,
    measured_at: new Date(0).toISOString(),
  });

  // The same reckoned anew from the rankings of all thirty, over the twenty that the seed drew.
  await makeApproximate(context, making({ candidates: 500, sample: 30 }), { emit: () => {} });
  const whole = (await listApproximate(context, 'c')).indexes[0]!.index!.recall!;
  const sums = { at_10: 0, at_100: 0, at_n: 0, documents: 0, same: 0 };
  for (const query of asked.keys()) {
    const [exact, near] = [await ranked(context, query), await ranked(context, query, { approximate: true })];
    expect(exact.config.parts[0]!.approximate).toBeUndefined();
    expect(near.config.parts[0]!.approximate).toMatchObject({ kind: 'IVF_RQ', probes: 8, recall: whole });
    const share = <T>(due: readonly T[], found: readonly T[]) => due.filter((one) => found.includes(one)).length / due.length;
    const [due, found] = [[...exact.list.units], [...near.list.units]];
    // By definition, with the reference search in plain arithmetic.
    const q = asked.get(query)!;
    const dots = vectors.map((vector, row) => ({ row, dot: vector.reduce((sum, x, i) => sum + x * q[i]!, 0) }));
    dots.sort((a, b) => b.dot - a.dot);
    expect(new Set(due.slice(0, 10))).toEqual(new Set(dots.slice(0, 10).map(({ row }) => row)));
    sums.at_10 += share(due.slice(0, 10), found.slice(0, 10)) / 30;
    sums.at_100 += share(due.slice(0, 100), found.slice(0, 100)) / 30;
    sums.at_n += share(due, found) / 30;
    const ids = (documents: readonly { doc_id: string }[], k: number) => documents.slice(0, k).map(({ doc_id }) => doc_id);
    sums.documents += share(ids(exact.documents, 10), ids(near.documents, 10)) / 30;
    sums.same += (ids(exact.documents, 10).join() === ids(near.documents, 10).join() ? 1 : 0) / 30;
    // What both find has the same score to the bit, and stands in the order of the tie rule.
    const scores = new Map(due.map((row, i) => [row, exact.list.scores[i]!]));
    for (const [i, row] of found.entries()) if (scores.has(row)) expect(near.list.scores[i]).toBe(scores.get(row));
    expect([...near.list.scores]).toEqual([...near.list.scores].sort((a, b) => b - a));
    expect(new Set(found).size).toBe(500);
  }
  expect(whole.units.at_10).toBeCloseTo(sums.at_10, 12);
  expect(whole.units.at_100).toBeCloseTo(sums.at_100, 12);
  expect(whole.units.at_n).toBeCloseTo(sums.at_n, 12);
  expect(whole.documents.at_10).toBeCloseTo(sums.documents, 12);
  expect(whole.same_top_10).toBeCloseTo(sums.same, 12);
  // Eight of 71 groups do not hold everything, and hold most of what is near.
  expect(whole.units.at_n).toBeLessThan(1);
  expect(whole.units.at_10).toBeGreaterThan(0.6);

  // A group that is not looked through is missed.
  const recallWith = async (probes: number) =>
    (await makeApproximate(context, making({ candidates: 20, probes }), { emit: () => {} })).index!.recall!.units.at_n;
  expect(await recallWith(1)).toBeLessThan(await recallWith(20));

  // Looked through wholly, it is the exact ranking.
  const wide = await makeApproximate(context, making({ candidates: ROWS, probes: 71 }), { emit: () => {} });
  expect(wide.index!.recall).toMatchObject({ units: { at_10: 1, at_100: 1, at_n: 1 }, documents: { at_10: 1, at_100: 1 }, same_top_10: 1 });
});

it('an index that is older than the units is said to be so, and the search is exact; sentences and single extractors are searched exactly', async () => {
  const context = await workspace();
  await makeApproximate(context, making(), { emit: () => {} });
  const unmeasured = await ranked(context, 'query 1', { approximate: true });
  // Without queries there is nothing to measure it on, until the user says what they searched.
  expect(unmeasured.config.parts[0]!.approximate!.recall).toBeNull();
  const measured = await makeApproximate(context, making({ texts: ['query 1', 'query 2'] }), { emit: () => {} });
  expect(measured.index!.recall).toMatchObject({ queries: 2, of: 2, asked: 'searched' });
  expect((await ranked(context, 'query 1', { approximate: true, extractor: 'extractive' })).warnings.join()).toMatch(/every extractor/);

  // Something else that is committed is no reason to make it anew.
  await context.store.optimize();
  context.spaces.forget('c');
  expect((await ranked(context, 'query 1', { approximate: true })).warnings).toEqual([]);
  await addDecision(context.store, DOCUMENTS, [asked.get('query 1')!]);
  context.spaces.forget('c');
  expect((await listApproximate(context, 'c')).indexes[0]!.state).toBe('stale');
  const later = await ranked(context, 'query 1', { approximate: true });
  expect(later.warnings.join()).toMatch(/changed since the approximate index was made/);
  expect(later.config.parts[0]!.approximate).toBeUndefined();
  expect(later.documents[0]!.doc_id).toBe('d0020');
  const again = await makeApproximate(context, making(), { emit: () => {} });
  expect(again).toMatchObject({ state: 'current', rows: ROWS + 1 });
  expect((await ranked(context, 'query 1', { approximate: true })).documents[0]!.doc_id).toBe('d0020');
  expect(await dropApproximate(context, input)).toEqual({ removed: true });
  expect((await listApproximate(context, 'c')).indexes).toMatchObject([{ state: 'none' }]);
});

it('is refused for a small collection, and a stop leaves what was there', async () => {
  const context = await workspace(200_000);
  await expect(makeApproximate(context, making(), { emit: () => {} })).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringContaining('offered from 200,000'),
  });
  const large = { ...context, approximateFrom: 1000 };
  const aborter = new AbortController();
  const stopped = makeApproximate(large, making(), { signal: aborter.signal, emit: ({ done }) => done > 0 && aborter.abort() });
  await expect(stopped).rejects.toMatchObject({ code: 'CANCELLED' });
  expect((await listApproximate(large, 'c')).indexes).toMatchObject([{ state: 'none' }]);
  expect(await makeApproximate(large, making(), { emit: () => {} })).toMatchObject({ state: 'current' });
});

/** Approximate search beside the exact one over made-up vectors around topics: time to make the index, disk, recall and speed. */
import { join } from 'node:path';
import { root } from '../../ready.mjs';
import { bundleEngine } from '../bundle.mjs';
import { bigCollection, clustered, DIMS } from './bigCollection.mjs';
import { bundleSearch } from './inside.mjs';

const SIZES = [200_000, 1_000_000];
const QUERIES = 50;

/** Wants `npm run bench -- approximate`; the collections are those of the exact search. */
export async function benchApproximate(sizes = SIZES) {
  const engine = await import(await bundleSearch());
  const made = await import(await bundleEngine('approximate.mjs', SOURCE));
  console.log(
    '| nuggets | N | index made in | on disk | recall of units @10 | @100 | @N | of documents @10 | the same first ten | exact | approximate | ratio |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
  );
  for (const rows of sizes) {
    const dir = await bigCollection(engine, join(root, '.cache', 'bench', `big-${rows}`), rows);
    const store = await engine.openStore(dir, { mode: 'write' });
    const context = contextOf(engine, store);
    for (const candidates of [10_000, 1000]) {
      const { index } = await made.makeApproximate(context, { ...INPUT, candidates, again: candidates === 10_000 }, { emit: () => {} });
      const { recall } = index;
      const units = recall.units;
      console.log(
        `| ${[rows.toLocaleString('en'), candidates.toLocaleString('en'), `${index.seconds.toFixed(0)} s`, `${(index.bytes / 1e6).toFixed(0)} MB`, ...[units.at_10, units.at_100, units.at_n, recall.documents.at_10, recall.same_top_10].map((share) => share.toFixed(3)), `${recall.exact_ms.toFixed(0)} ms`, `${recall.approximate_ms.toFixed(0)} ms`, `${recall.speed.toFixed(2)}×`].join(' | ')} |`,
      );
    }
    await store.close();
  }
}

const INPUT = {
  collection: 'big',
  encoder: 'made-up',
  unit: 'nugget',
  queries: 'searched',
  texts: Array.from({ length: QUERIES }, (_, i) => String(i)),
  sample: QUERIES,
  seed: 1,
};

function contextOf(engine, store) {
  const space = engine.spaceOf(DIMS);
  const queries = queryVectors();
  const info = {
    id: space.encoder_id,
    name: '',
    dimensions: DIMS,
    max_tokens: 8,
    sha256: '',
    identity: space.sha256,
    licence: '',
    fitted_to: null,
  };
  const encoder = {
    info,
    embed: async (texts) => {
      const vectors = new Float32Array(texts.length * DIMS);
      for (const [i, text] of texts.entries()) vectors.set(queries[Number(text)], i * DIMS);
      return { vectors };
    },
  };
  let scorer;
  return {
    store,
    clock: { now: () => new Date() },
    encoder: async () => encoder,
    dot: () => {
      scorer ??= engine.openDotScorer(join(root, 'models', 'dot', 'model.onnx'), {});
      return scorer;
    },
    spaces: engine.createSearchSpaces(store),
    approximateFrom: 0,
  };
}

/** Around the collection's own topics, as far from its vectors as these are from the topic. */
function queryVectors() {
  const near = clustered(1, 500);
  const away = clustered(7, 1);
  return Array.from({ length: QUERIES }, () => {
    const query = near(new Float32Array(DIMS)).slice();
    const noise = away(new Float32Array(DIMS));
    for (let d = 0; d < DIMS; d++) query[d] += 0.7 * noise[d];
    const norm = Math.hypot(...query);
    return query.map((x) => x / norm);
  });
}

const SOURCE = `export { makeApproximate } from './electron/engine/use/makeApproximate';`;

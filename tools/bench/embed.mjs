/** Texts a second of the default encoder, beside the Python runtime over the same file and the C engine of its weights. */
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from '../ready.mjs';
import { inTurns, median, ratio } from './compare.mjs';
import { ensurePython, startPeer } from './python.mjs';

const ROUNDS = 5;
const MODEL = join(root, 'models', 'e5-small-pten');
const LOADS = [
  ['sentences of about 200 characters', 200, 160],
  ['passages of about 1,100 characters', 1100, 40],
];

export async function benchEmbed() {
  const { openEncoder } = await bundle('electron/engine/embed/encoder.ts');
  const encoder = await openEncoder(MODEL);
  const threads = availableParallelism();
  const peer = ensurePython() ? startPeer('embed_peer.py', [MODEL, String(threads)]) : undefined;
  console.log(
    '| texts | Pepita, texts/s | Python onnxruntime, same file | C engine, 4 bit | ratio to onnxruntime | ratio to the C engine |',
  );
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const [label, chars, count] of LOADS) {
    const texts = cut(chars, count);
    const ways = {
      ours: async () => {
        const started = performance.now();
        await encoder.embed(texts, 'passage');
        return (performance.now() - started) / 1000;
      },
    };
    for (const name of peer ? ['onnx', 'onnx-32', 'c'] : []) ways[name] = async () => (await peer.ask({ peer: name, texts })).seconds;
    const seconds = await inTurns(ways, ROUNDS);
    const perSecond = (name) => (texts.length / median(seconds[name])).toFixed(1);
    if (!peer) console.log(`| ${label} | ${perSecond('ours')} | – | – | – | – |`);
    else {
      // The Python side at its better: one text a run, or batches of 32.
      const better = median(seconds.onnx) < median(seconds['onnx-32']) ? 'onnx' : 'onnx-32';
      const how = better === 'onnx' ? 'one at a time' : 'batches of 32';
      console.log(
        `| ${label} | ${perSecond('ours')} | ${perSecond(better)} (${how}) | ${perSecond('c')} | ${ratio(seconds.ours, seconds[better]).toFixed(2)}× | ${ratio(seconds.ours, seconds.c).toFixed(2)}× |`,
      );
    }
  }
  peer?.stop();
  await encoder.dispose();
}

/** The engine's own source, bundled for this run. */
async function bundle(entry) {
  const outfile = join(root, '.cache', 'bench', 'encoder.mjs');
  await build({ entryPoints: [join(root, entry)], outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
  return import(pathToFileURL(outfile).href);
}

/** Stretches of the sample's decisions, cut at spaces. */
function cut(chars, count) {
  const folder = join(root, 'resources', 'sample', 'decisions');
  const all = readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replace(/\s+/g, ' '))
    .join(' ');
  const step = Math.floor(all.length / count);
  return Array.from({ length: count }, (_, i) => {
    const from = all.indexOf(' ', i * step) + 1;
    return all.slice(from, all.lastIndexOf(' ', from + chars));
  });
}

/**
 * Texts a second of the default encoder, beside the Python runtime over the same file and the C engine
 * of its weights; and of an encoder fitted to the sample collection, beside the default one.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from '../ready.mjs';
import { bundleEngine } from './bundle.mjs';
import { inTurns, median, ratio } from './compare.mjs';
import { ensurePython, startPeer } from './python.mjs';
import { cut } from './sampleTexts.mjs';

const ROUNDS = 5;
const MODEL = join(root, 'models', 'e5-small-pten');
/** The fitted encoder needs more texts to be timed at all. */
const FITTED_TEXTS = 4000;
const LOADS = [
  ['sentences of about 200 characters', 200, 160],
  ['passages of about 1,100 characters', 1100, 40],
];
const HEAD = [
  'texts',
  'Pepita, texts/s',
  'Python onnxruntime, same file',
  'C engine, 4 bit',
  'ratio to onnxruntime',
  'ratio to the C engine',
  'fitted, texts/s',
  'ratio of fitted to default',
];

export async function benchEmbed() {
  const { openEncoder, openBagEncoder } = await bundle(['encoder', 'bagEncoder']);
  const ours = await openEncoder(MODEL);
  const fitted = await openBagEncoder(fitOnSample());
  const peer = ensurePython() ? startPeer('embed_peer.py', [MODEL, String(availableParallelism())]) : undefined;
  console.log(`| ${HEAD.join(' | ')} |\n|${' --- |'.repeat(HEAD.length)}`);
  for (const [label, chars, count] of LOADS)
    console.log(`| ${(await row(label, cut(chars, count), cut(chars, FITTED_TEXTS))).join(' | ')} |`);
  peer?.stop();
  await ours.dispose();
  await fitted.dispose();

  async function row(label, texts, many) {
    const ways = { ours: timed(() => ours.embed(texts, 'passage')), fitted: timed(() => fitted.embed(many, 'passage')) };
    for (const name of peer ? ['onnx', 'onnx-32', 'c'] : []) ways[name] = async () => (await peer.ask({ peer: name, texts })).seconds;
    const seconds = await inTurns(ways, ROUNDS);
    const perSecond = (name, of = texts) => (of.length / median(seconds[name])).toFixed(1);
    const times = (x, digits = 2) => `${x.toFixed(digits)}×`;
    // The Python side at its better: one text a run, or batches of 32.
    const better = peer && median(seconds.onnx) < median(seconds['onnx-32']) ? 'onnx' : 'onnx-32';
    const how = better === 'onnx' ? 'one at a time' : 'batches of 32';
    const peers = peer
      ? [
          `${perSecond(better)} (${how})`,
          perSecond('c'),
          times(ratio(seconds.ours, seconds[better])),
          times(ratio(seconds.ours, seconds.c)),
        ]
      : ['–', '–', '–', '–'];
    const faster = (ratio(seconds.fitted, seconds.ours) * many.length) / texts.length;
    return [label, perSecond('ours'), ...peers, perSecond('fitted', many), times(faster, 0)];
  }
}

const timed = (run) => async () => {
  const started = performance.now();
  await run();
  return (performance.now() - started) / 1000;
};

/** The engine's own source, and beside it what its worker threads start from. */
async function bundle(names) {
  await bundleEngine('session.mjs', readFileSync(join(root, 'electron/engine/embed/session.mjs'), 'utf8'), 'electron/engine/embed');
  return import(await bundleEngine('encoders.mjs', names.map((name) => `export * from './electron/engine/embed/${name}';`).join('\n')));
}

/** @returns the folder of an encoder that was fitted to the sample collection */
function fitOnSample() {
  const workspace = join(root, '.cache', 'bench', 'workspace');
  const always = ['--collection', 'sample', '--workspace', workspace, '--quiet'];
  const pepita = (...args) =>
    execFileSync(process.execPath, [join(root, 'dist', 'cli.mjs'), ...args, ...always], { stdio: ['ignore', 'ignore', 'inherit'] });
  pepita('import', 'sample:');
  pepita('index', '--encoder', 'fitted');
  return join(workspace, 'models', 'fitted-sample');
}

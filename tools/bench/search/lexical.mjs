/** BM25 over passages beside `bm25s` (Lucene's formula, Snowball stems, NumPy), one thread each: index and query. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../ready.mjs';
import { inTurns, median, ratio } from '../compare.mjs';
import { startPeer } from '../python.mjs';
import { cut } from '../sampleTexts.mjs';
import { bundleSearch } from './inside.mjs';

const PASSAGES = 40_000;
const CHARS = 1100;
const QUERIES = 200;
const CANDIDATES = 1000;
const ROUNDS = 3;
const CASES = join(root, '..', 'shared', 'data', 'aila2019', 'Object_casedocs');

export async function benchLexical(python) {
  const { Bm25Builder } = await import(await bundleSearch());
  const [name, passages] = texts();
  const queries = evenly(passages, QUERIES).map((text) => text.slice(0, text.indexOf(' ', 100)));
  const file = join(root, '.cache', 'bench', 'lexical.json');
  writeFileSync(file, JSON.stringify({ passages, queries }));
  const peer = python ? startPeer('lexical_peer.py', [file, String(CANDIDATES)]) : undefined;
  let index;
  const build = () => {
    const builder = new Bm25Builder();
    for (const [i, text] of passages.entries()) builder.add({ id: `p${String(i).padStart(7, '0')}`, lang: 'en', text });
    index = builder.finish();
  };
  const ask = () => {
    for (const query of queries) index.hits(query, { candidates: CANDIDATES });
  };
  const ways = (ours, work) => ({ ours: timed(ours), ...(peer ? { theirs: async () => (await peer.ask({ work })).seconds } : {}) });
  const indexing = await inTurns(ways(build, 'index'), ROUNDS);
  const asking = await inTurns(ways(ask, 'ask'), ROUNDS);
  peer?.stop();
  console.log(
    `\n${passages.length.toLocaleString('en')} passages of about ${CHARS} characters (${name}), ${QUERIES} queries of about 100 characters\n`,
  );
  console.log('| BM25 | Pepita | bm25s | ratio |\n| --- | --- | --- | --- |');
  row('index, passages a second', passages.length, indexing);
  row('queries a second, 1,000 hits each', queries.length, asking);
}

function row(what, count, { ours, theirs }) {
  const rate = (seconds) => (seconds ? Math.round(count / median(seconds)).toLocaleString('en') : '–');
  console.log(`| ${what} | ${rate(ours)} | ${rate(theirs)} | ${theirs ? `${ratio(ours, theirs).toFixed(2)}×` : '–'} |`);
}

const timed = (run) => async () => {
  const started = performance.now();
  run();
  return (performance.now() - started) / 1000;
};

const evenly = (all, count) => Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)]);

/** Passages of AILA's cases where they are at hand, else of the sample's decisions. */
function texts() {
  if (!existsSync(CASES)) return ['sample', cut(CHARS, PASSAGES)];
  const passages = [];
  for (const name of readdirSync(CASES).sort()) {
    const text = readFileSync(join(CASES, name), 'utf8').replace(/\s+/g, ' ');
    for (let at = 0; at < text.length && passages.length < PASSAGES; at += CHARS) passages.push(text.slice(at, at + CHARS));
  }
  return ['AILA 2019 cases', passages];
}

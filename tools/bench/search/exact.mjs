/** The 10,000 best nuggets of a query → ranked documents, exactly, beside FAISS's flat index over the same vectors. */
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { root } from '../../ready.mjs';
import { inTurns, median, ratio } from '../compare.mjs';
import { pythonCommand, runPeer } from '../python.mjs';
import { bigCollection, clustered, DIMS, documentsFile } from './bigCollection.mjs';
import { bundleSearch } from './inside.mjs';

const SIZES = [200_000, 1_000_000];
const QUERIES = 20;
const COLD_ROUNDS = 3;
const THREADS = availableParallelism();

export async function benchExact(python, sizes = SIZES) {
  const bundle = await bundleSearch();
  console.log(
    `| nuggets | what | Pepita | FAISS, flat | ratio | memory, Pepita | memory, FAISS |\n| --- | --- | --- | --- | --- | --- | --- |`,
  );
  for (const rows of sizes) await measure(bundle, rows, python);
}

async function measure(bundle, rows, python) {
  const engine = await import(bundle);
  const dir = await bigCollection(engine, join(root, '.cache', 'bench', `big-${rows}`), rows);
  await layOut(engine, dir);
  const queries = join(dir, 'queries.f32');
  writeFileSync(queries, queryVectors());
  documentsFile(dir, rows);
  if (python && !existsSync(join(dir, 'index.faiss'))) runPeer('search_peer.py', [dir, 'make', String(THREADS)]);
  const searcher = fileURLToPath(new URL('searcher.mjs', import.meta.url));
  const ours = (how) => [process.execPath, [searcher, bundle, dir, queries, String(THREADS), join(root, 'models'), how]];
  const theirs = () => [pythonCommand, [join(root, 'tools', 'bench', 'search_peer.py'), dir, queries, String(THREADS)]];
  const starts = { ours: () => firstAnswer(...ours('read')), ...(python ? { theirs: () => firstAnswer(...theirs()) } : {}) };
  const cold = await inTurns(starts, COLD_ROUNDS);
  print(rows, 'first answer, from the start of the process', cold);

  const sides = { ours: start(...ours('read')), ...(python ? { theirs: start(...theirs()) } : {}) };
  const warm = {};
  let memory = {};
  let agree = 0;
  for (let query = 0; query < QUERIES; query++) {
    const answers = {};
    for (const [name, side] of Object.entries(sides)) {
      answers[name] = await side.ask({ query });
      if (query === 0) warm[name] = [];
      else warm[name].push(answers[name].seconds);
    }
    memory = Object.fromEntries(Object.entries(answers).map(([name, { bytes }]) => [name, bytes]));
    if (python && String(answers.ours.first) === String(answers.theirs.first)) agree++;
  }
  for (const side of Object.values(sides)) side.stop();
  print(rows, `a query (the ten best are the same in ${agree} of ${QUERIES})`, warm, memory);
  // At a million it takes minutes, and is known to: once is enough, at the smaller size.
  if (rows === SIZES[0]) print(rows, 'first answer where nothing was laid out', { ours: [await firstAnswer(...ours('gather'))] });
}

function print(rows, what, seconds, memory = {}) {
  const time = (name) => (seconds[name] ? `${(median(seconds[name]) * 1000).toFixed(0)} ms` : '–');
  const size = (name) => (memory[name] ? `${(memory[name] / 1e9).toFixed(2)} GB` : '');
  const times = seconds.theirs ? `${ratio(seconds.ours, seconds.theirs).toFixed(2)}×` : '–';
  console.log(
    `| ${rows.toLocaleString('en')} | ${what} | ${time('ours')} | ${time('theirs')} | ${times} | ${size('ours')} | ${size('theirs')} |`,
  );
}

async function layOut(engine, dir) {
  const store = await engine.openStore(dir, { mode: 'write' });
  await engine.createSearchSpaces(store).vectors('big', 'nugget', 'any', engine.spaceOf(DIMS));
  await store.close();
}

function queryVectors() {
  const draw = clustered(2, 500);
  const all = new Float32Array(QUERIES * DIMS);
  for (let i = 0; i < QUERIES; i++) draw(all.subarray(i * DIMS, (i + 1) * DIMS));
  return Buffer.from(all.buffer);
}

function start(command, args) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(request) {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`${command} ended with no answer.`);
      return JSON.parse(value);
    },
    stop: () => child.stdin.end(),
  };
}

/** Seconds from the start of a process to its first answer. */
async function firstAnswer(command, args) {
  const started = performance.now();
  const side = start(command, args);
  await side.ask({ query: 0 });
  side.stop();
  return (performance.now() - started) / 1000;
}

/** 150 queries by BM25 and by the default encoder, from the start of a process to run files on disk, beside the same in Python. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from '../../ready.mjs';
import { inTurns, median, ratio } from '../compare.mjs';
import { runPeer } from '../python.mjs';
import { cut } from '../sampleTexts.mjs';
import { bundleSearch } from './inside.mjs';

const DOCUMENTS = 3000;
const QUERIES = 150;
const DEPTH = 1000;
const ROUNDS = 5;
const MODEL = join(root, 'models', 'e5-small-pten');

export async function benchWholeRun(python) {
  const dir = join(root, '.cache', 'bench', 'whole-run');
  await prepare(dir);
  const out = join(dir, 'out');
  mkdirSync(out, { recursive: true });
  const ours = () =>
    timed(() =>
      pepita(
        dir,
        'run',
        '--unit',
        'document',
        '--ranker',
        'dense',
        '--queries',
        'all',
        '--depth',
        String(DEPTH),
        '--out',
        join(out, 'dense.run'),
        '--also',
        `document:bm25=${join(out, 'bm25.run')}`,
      ),
    );
  const theirs = () => timed(() => runPeer('run_peer.py', [dir, MODEL, String(DEPTH), String(availableParallelism())]));
  const seconds = await inTurns({ ours, ...(python ? { theirs } : {}) }, ROUNDS);
  console.log(
    `\n| ${QUERIES} queries, ${DOCUMENTS.toLocaleString('en')} documents, two rankers, depth ${DEPTH.toLocaleString('en')} | seconds | ratio |\n| --- | --- | --- |`,
  );
  console.log(`| Pepita, one command | ${median(seconds.ours).toFixed(1)} | |`);
  if (seconds.theirs)
    console.log(
      `| Python: bm25s; onnxruntime and FAISS, one process | ${median(seconds.theirs).toFixed(1)} | ${ratio(seconds.ours, seconds.theirs).toFixed(2)}× |`,
    );
}

/** Imported and indexed once; the vectors lie beside it for the peer. */
async function prepare(dir) {
  if (existsSync(join(dir, 'made'))) return;
  rmSync(dir, { recursive: true, force: true });
  const corpus = join(dir, 'corpus');
  mkdirSync(join(corpus, 'qrels'), { recursive: true });
  const lines = (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const id = (i) => `d${String(i).padStart(5, '0')}`;
  const texts = cut(1100, DOCUMENTS);
  writeFileSync(join(corpus, 'corpus.jsonl'), lines(texts.map((text, i) => ({ _id: id(i), title: '', text }))));
  writeFileSync(join(corpus, 'queries.jsonl'), lines(cut(200, QUERIES).map((text, i) => ({ _id: `q${i}`, text }))));
  writeFileSync(
    join(corpus, 'qrels', 'test.tsv'),
    `query-id\tcorpus-id\tscore\n${Array.from({ length: QUERIES }, (_, i) => `q${i}\t${id(i * 20)}\t1\n`).join('')}`,
  );
  pepita(dir, 'import', corpus);
  pepita(dir, 'index');
  const { vectorKey, openStore } = await import(await bundleSearch());
  const store = await openStore(join(dir, 'workspace'), { mode: 'read' });
  const [space] = await store.vectorSpaces();
  const { matrix } = await store.vectors(
    space,
    texts.map((text) => vectorKey('passage', text)),
  );
  await store.close();
  writeFileSync(join(dir, 'vectors.f32'), Buffer.from(matrix.buffer));
  writeFileSync(join(dir, 'made'), '');
}

const pepita = (dir, ...args) =>
  execFileSync(
    process.execPath,
    [join(root, 'dist', 'cli.mjs'), ...args, '--collection', 'bench', '--workspace', join(dir, 'workspace'), '--quiet'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );

async function timed(run) {
  const started = performance.now();
  run();
  return (performance.now() - started) / 1000;
}

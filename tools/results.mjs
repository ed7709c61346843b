/**
 * Makes the tables of docs/results.md again: `node tools/results.mjs [lener] [aila100] [juristcu]`.
 * Needs the collections in ../shared/data; works in .cache/results and prints Markdown.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { ensureReady, root } from './ready.mjs';

const DATA = join(root, '..', 'shared', 'data');
const WORK = join(root, '.cache', 'results');
const WORKSPACE = join(WORK, 'workspace');
const RANKINGS = [
  ['BM25, full document', 'document', 'bm25', 'max'],
  ['BM25, passages', 'passage', 'bm25', 'max'],
  ['full document (first 512 tokens)', 'document', 'dense', 'max'],
  ['passages', 'passage', 'dense', 'max'],
  ['nuggets, first evidence', 'nugget', 'dense', 'max'],
  ['nuggets, mean of 3', 'nugget', 'dense', 'mean:3'],
  ['nuggets, by query sentence', 'nugget', 'dense', 'by-sentence'],
  ['passages + BM25, half and half', 'passage', 'hybrid', 'max'],
  ['nuggets + BM25, first evidence', 'nugget', 'hybrid', 'max'],
  ['nuggets + BM25, by query sentence', 'nugget', 'hybrid', 'by-sentence'],
];

ensureReady();
if (!existsSync(DATA)) {
  console.error('The collections are not here (../shared/data): nothing to measure.');
  process.exit(0);
}
mkdirSync(WORK, { recursive: true });
const sources = { lener: join(DATA, 'lener-br-ementa'), aila100: hundredCases(), juristcu: join(DATA, 'juristcu-partial') };
const chosen = process.argv.slice(2).filter((name) => name in sources);
console.log(`Machine: ${cpus().length} × ${cpus()[0].model}, Node ${process.versions.node}\n`);
for (const name of chosen.length > 0 ? chosen : Object.keys(sources)) measure(name, sources[name]);

function pepita(...args) {
  const out = execFileSync(process.execPath, [join(root, 'dist', 'cli.mjs'), ...args, '--workspace', WORKSPACE, '--json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 28,
  });
  return JSON.parse(out).data;
}

function measure(name, source) {
  pepita('import', source, '--collection', name);
  const made = pepita('extract', '--collection', name);
  const extraction = join(WORK, `${name}.extraction.json`);
  // A second run has nothing to extract: the first one's figures stay.
  if (made.documents > 0) writeFileSync(extraction, JSON.stringify(made));
  const index = pepita('index', '--collection', name);
  const { documents, nuggets, located, seconds, extractor } = JSON.parse(readFileSync(extraction, 'utf8'));
  const found = located.exact + located.normalised + located.fuzzy;
  const decimals = (x, n) => x.toFixed(n);
  console.log(`## ${name}: ${index.units.document} documents, ${index.units.passage} passages, ${index.units.nugget} nuggets\n`);
  console.log(
    `Nuggets by: ${extractor} · ${decimals(nuggets / documents, 1)} a document · ${decimals(seconds / documents, 2)} s a document · evidence located ${decimals((100 * found) / nuggets, 1)} % (exact ${located.exact}, normalised ${located.normalised}, fuzzy ${located.fuzzy}, not located ${located.none})\n`,
  );
  console.log('| ranking | encoder | nDCG@10 | MAP@10 | MRR@10 |\n| --- | --- | --- | --- | --- |');
  for (const [label, unit, ranker, aggregate] of RANKINGS) {
    const out = join(WORK, `${name}-${unit}-${ranker}-${aggregate.replace(':', '')}.run`);
    const run = pepita('run', '--collection', name, '--unit', unit, '--ranker', ranker, '--aggregate', aggregate, '--out', out, '--quiet');
    const { means } = pepita('evaluate', '--run', out, '--collection', name).runs[0];
    const shown = ['ndcg@10', 'map@10', 'mrr@10'].map((measure) => decimals(means[measure], 4).replace(/^0/, ''));
    console.log(`| ${label} | ${run.config.encoder || '–'} | ${shown.join(' | ')} |`);
  }
  console.log('');
}

/** The first 100 of AILA 2019's cases that some query has judged relevant, by number, with the queries that have one of them. */
function hundredCases() {
  const folder = join(WORK, 'aila100');
  const aila = join(DATA, 'aila2019');
  if (existsSync(join(folder, 'Query_doc.txt'))) return folder;
  mkdirSync(join(folder, 'Object_casedocs'), { recursive: true });
  const qrels = readFileSync(join(aila, 'relevance_judgments_priorcases.txt'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const relevant = qrels.filter(([, , , grade]) => Number(grade) > 0);
  const cases = [...new Set(relevant.map(([, , doc]) => doc))].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1))).slice(0, 100);
  for (const id of cases) cpSync(join(aila, 'Object_casedocs', `${id}.txt`), join(folder, 'Object_casedocs', `${id}.txt`));
  const judged = relevant.filter(([, , doc]) => cases.includes(doc));
  const queries = new Set(judged.map(([query]) => query));
  writeFileSync(join(folder, 'relevance_judgments_priorcases.txt'), judged.map((fields) => `${fields.join(' ')}\n`).join(''));
  const texts = readFileSync(join(aila, 'Query_doc.txt'), 'utf8')
    .split('\n')
    .filter((line) => queries.has(line.split('||')[0]));
  writeFileSync(join(folder, 'Query_doc.txt'), `${texts.join('\n')}\n`);
  return folder;
}

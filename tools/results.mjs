/**
 * Makes the tables of docs/results.md again: `node tools/results.mjs [lener] [aila100] [juristcu] …`.
 * Needs the collections in ../shared/data; works in .cache/results and prints Markdown.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chosenWork } from './chosen.mjs';
import { ensureReady } from './ready.mjs';
import { measureClaims } from './results/claims.mjs';
import { COLLECTIONS } from './results/collections.mjs';
import { measureKills } from './results/kill.mjs';
import { measureQueryForms } from './results/queryForms.mjs';
import { measureCollection } from './results/table.mjs';
import { DATA, MODELS, pepita, WORK } from './results/work.mjs';

const WORKSPACE = join(WORK, 'workspace');
const SMALL_MODEL = join(MODELS, 'SmolLM2-135M-Instruct.Q4_1.gguf');
/** English encoders that Maven packages carry, and what they expect before a text; measured where `npm run test:live` has fetched them. */
const OTHERS = [
  ['all-minilm-l6-v2-q', []],
  ['e5-small-v2-q', ['--query-prefix', 'query: ', '--passage-prefix', 'passage: ']],
].filter(([id]) => existsSync(join(MODELS, id, 'model.onnx')));
const ENCODERS = ['e5-small-pten', 'fitted', ...OTHERS.map(([id]) => id)];

const TABLES = {
  lener: () => table('lener'),
  aila100: () => table('aila100'),
  juristcu: () => table('juristcu', { sources: querySources() }),
  'aila-statutes': () => table('aila-statutes'),
  /** 64,000 passages take the default encoder an hour: no others, and no nuggets. */
  'aila-cases': () => table('aila-cases', { encoders: ['fitted', 'e5-small-pten'], extract: null }),
  /** After aila100, whose extraction it is compared with. */
  kill: () => measureKills(WORKSPACE),
  /** Six short decisions of each language, by the rules and by a real, if very small, language model. */
  six: () => few('six', {}),
  'six-cases': () => few('six-cases', {}),
  'query-forms': () => measureQueryForms(WORKSPACE, 'aila100', COLLECTIONS.aila100()),
  /** After lener, juristcu, aila100 and aila-statutes, whose nuggets and vectors it uses. */
  claims: () => measureClaims(WORKSPACE),
  gguf: () => bySmallModel('six'),
  'gguf-cases': () => bySmallModel('six-cases'),
};

const table = (name, options) => measureCollection(WORKSPACE, name, COLLECTIONS[name](), { encoders: ENCODERS, ...options });

const few = (name, options, workspace = WORKSPACE) => measureCollection(workspace, name, COLLECTIONS[name](), options);

function bySmallModel(name) {
  if (existsSync(SMALL_MODEL)) few(name, { extract: ['--model', SMALL_MODEL] }, join(WORK, 'gguf'));
  else console.log(`${name}: no model. Fetch it with: npm run test:live\n`);
}

/** JurisTCU's query id → where the query comes from. */
function querySources() {
  const rows = readFileSync(join(DATA, 'juristcu-partial', 'query.csv'), 'utf8')
    .trim()
    .split(/\r?\n/)
    .slice(1);
  return new Map(rows.map((row) => [row.split(',')[0], row.slice(row.lastIndexOf(',') + 1)]));
}

ensureReady();
if (!existsSync(DATA)) {
  console.error('The collections are not here (../shared/data): nothing to measure.');
  process.exit(0);
}
mkdirSync(WORK, { recursive: true });
const chosen = chosenWork(TABLES, 'table');
for (const [id, flags] of OTHERS) {
  if (!existsSync(join(MODELS, id, 'manifest.json'))) pepita(WORKSPACE, 'models', 'add', join(MODELS, id), ...flags);
}
for (const work of chosen) await work();

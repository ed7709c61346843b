/** The public collections that are measured on: as they are, or a stated part of them in a folder of its own. */
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATA, WORK } from './work.mjs';

const AILA = join(DATA, 'aila2019');
const LENER = join(DATA, 'lener-br-ementa');

export const COLLECTIONS = {
  lener: () => LENER,
  juristcu: () => join(DATA, 'juristcu-partial'),
  'aila-statutes': () => join(AILA, 'Object_statutes'),
  'aila-cases': () => AILA,
  aila100: hundredCases,
  six: sixDecisions,
  'six-cases': () => judgedCases('six-cases', shortest(6)),
};

const lines = (path) => readFileSync(path, 'utf8').trim().split('\n');

/** The first 100 of AILA 2019's cases that some query has judged relevant, by number. */
export function hundredCases() {
  return judgedCases('aila100', (cases) => cases.slice(0, 100));
}

/** What a small language model reads in minutes. */
const shortest = (count) => (cases) =>
  cases
    .map((id) => [id, statSync(join(AILA, 'Object_casedocs', `${id}.txt`)).size])
    .sort(([, a], [, b]) => a - b)
    .slice(0, count)
    .map(([id]) => id);

/** A part of AILA 2019's cases that some query has judged relevant, in its layout, with the queries that have one of them. */
function judgedCases(name, choose) {
  const folder = join(WORK, name);
  if (existsSync(join(folder, 'Query_doc.txt'))) return folder;
  mkdirSync(join(folder, 'Object_casedocs'), { recursive: true });
  const relevant = lines(join(AILA, 'relevance_judgments_priorcases.txt'))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , grade]) => Number(grade) > 0);
  const cases = choose([...new Set(relevant.map(([, , doc]) => doc))].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1))));
  for (const id of cases) cpSync(join(AILA, 'Object_casedocs', `${id}.txt`), join(folder, 'Object_casedocs', `${id}.txt`));
  const judged = relevant.filter(([, , doc]) => cases.includes(doc));
  const queries = new Set(judged.map(([query]) => query));
  writeFileSync(join(folder, 'relevance_judgments_priorcases.txt'), judged.map((fields) => `${fields.join(' ')}\n`).join(''));
  const texts = readFileSync(join(AILA, 'Query_doc.txt'), 'utf8')
    .split('\n')
    .filter((line) => queries.has(line.split('||')[0]));
  writeFileSync(join(folder, 'Query_doc.txt'), `${texts.join('\n')}\n`);
  return folder;
}

/** The six shortest decisions of LeNER-Br that have a query: what a small language model reads in minutes. */
function sixDecisions() {
  const folder = join(WORK, 'six');
  if (existsSync(join(folder, 'qrels'))) return folder;
  mkdirSync(join(folder, 'qrels'), { recursive: true });
  const read = (name) => lines(join(LENER, name)).map((line) => [JSON.parse(line), line]);
  const queries = read('queries.jsonl');
  const [head, ...judgments] = lines(join(LENER, 'qrels', 'test.tsv'));
  const answered = new Set(judgments.map((line) => line.split('\t')[1]));
  const chosen = read('corpus.jsonl')
    .filter(([document]) => answered.has(document._id))
    .sort(([a], [b]) => a.text.length - b.text.length)
    .slice(0, 6);
  const ids = new Set(chosen.map(([document]) => document._id));
  const kept = judgments.filter((line) => ids.has(line.split('\t')[1]));
  const asked = new Set(kept.map((line) => line.split('\t')[0]));
  const write = (name, rows) => writeFileSync(join(folder, name), `${rows.join('\n')}\n`);
  write(
    'corpus.jsonl',
    chosen.map(([, line]) => line),
  );
  write(
    'queries.jsonl',
    queries.filter(([query]) => asked.has(query._id)).map(([, line]) => line),
  );
  write(join('qrels', 'test.tsv'), [head, ...kept]);
  return folder;
}

/** Queries in other words: each form under each ranking, as one experiment, so that differences are tested over the same queries. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { figure, pepita, WORK } from './work.mjs';

const FORMS = ['q_F', 'q_I', 'q_FI', 'union'];
const RANKINGS = [
  ['BM25, passages', '{ unit: passage, ranker: bm25 }'],
  ['BM25, summaries', '{ unit: summary, ranker: bm25 }'],
  ['dense, passages', '{ unit: passage, ranker: dense }'],
  ['dense, summaries', '{ unit: summary, ranker: dense }'],
  [
    'B5 (.7 BM25, .3 dense), summaries',
    '{ unit: summary, ranker: hybrid, parts: [{ unit: summary, ranker: bm25, weight: 0.7 }, { unit: summary, ranker: dense, weight: 0.3 }] }',
  ],
];
const MEASURES = ['ndcg@10', 'map', 'mrr@10', 'r@20'];

/** @param source folder of the collection; summaries, formulations and vectors that are there are used again */
export function measureQueryForms(workspace, name, source) {
  pepita(workspace, 'import', source, '--collection', name);
  pepita(workspace, 'extract', '--summaries', '--collection', name);
  pepita(workspace, 'index', '--collection', name);
  const { formulator } = pepita(workspace, 'formulate', '--collection', name);
  const runs = RANKINGS.flatMap(([label, ranking]) =>
    FORMS.map((form) => `  - { name: '${nameOf(label, form)}', query_form: ${form}, ${ranking.slice(2)}`),
  );
  const file = join(WORK, `${name}-query-forms.yaml`);
  writeFileSync(
    file,
    ['version: 1', `name: query forms of ${name}`, `collection: ${name}`, `measures: [${MEASURES.join(', ')}]`, 'runs:', ...runs, ''].join(
      '\n',
    ),
  );
  const out = join(WORK, `${name}-query-forms`);
  pepita(workspace, 'experiment', 'run', file, '--out', out);
  const { comparison } = JSON.parse(readFileSync(join(out, 'outcome.json'), 'utf8'));
  console.log(`## ${name}: queries in other words (${formulator} formulations, ${comparison.queries} queries)\n`);
  console.log(`| ranking | form | nDCG@10 (95 %) | MAP (95 %) | MRR@10 | recall@20 | p against q_F, MAP |\n|${' --- |'.repeat(7)}`);
  for (const [label] of RANKINGS) {
    for (const form of FORMS) {
      const { means, ci95 } = comparison.runs.find((run) => run.name === nameOf(label, form));
      const withRange = (measure) => `${figure(means[measure])} (${ci95[measure].map((end) => figure(end, 3)).join('–')})`;
      const cells = [withRange('ndcg@10'), withRange('map'), figure(means['mrr@10']), figure(means['r@20'])];
      console.log(`| ${[label, form, ...cells, form === 'q_F' ? '–' : pValue(comparison, label, form)].join(' | ')} |`);
    }
  }
  console.log('');
}

const nameOf = (label, form) => `${label.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} ${form}`;

/** Of the randomisation test, not corrected: what is claimed must be corrected by who claims it. */
function pValue({ pairs }, label, form) {
  const [a, b] = [nameOf(label, form), nameOf(label, 'q_F')];
  const pair = pairs.find((one) => one.measure === 'map' && [one.run, one.against].sort().join() === [a, b].sort().join());
  return pair ? figure(pair.randomisation.p, 3) : '–';
}

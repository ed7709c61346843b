/** One collection's table: every ranking with its measures and the 95 % bootstrap interval of nDCG@10. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { figure, pepita, WORK } from './work.mjs';

const MEASURES = ['ndcg@10', 'map@10', 'mrr@10'];

/** Rankings without an encoder, then those that are made with each encoder: label, unit, ranker, aggregate, more flags. */
const WORDS = [
  ['BM25, full document', 'document', 'bm25', 'max'],
  ['BM25, passages', 'passage', 'bm25', 'max'],
];
const VECTORS = [
  ['full document', 'document', 'dense', 'max'],
  ['passages', 'passage', 'dense', 'max'],
  ['nuggets, first evidence', 'nugget', 'dense', 'max'],
  ['nuggets, mean of 3', 'nugget', 'dense', 'mean:3'],
  ['nuggets, by query sentence', 'nugget', 'dense', 'by-sentence'],
  ['full document + BM25, half and half', 'document', 'hybrid', 'max'],
  ['passages + BM25, half and half', 'passage', 'hybrid', 'max'],
  ['nuggets + BM25, first evidence', 'nugget', 'hybrid', 'max'],
  ['nuggets + BM25, by query sentence', 'nugget', 'hybrid', 'by-sentence'],
];

/**
 * Imports, extracts, indexes with each encoder, makes every run and evaluates it; prints Markdown.
 * @param options.extract flags of `pepita extract`; null where no nuggets are to be made
 * @param options.sources query id → the source it is reported under as well
 */
export function measureCollection(workspace, name, source, { encoders = ['e5-small-pten'], extract = [], sources } = {}) {
  pepita(workspace, 'import', source, '--collection', name);
  const made = extract ? extraction(workspace, name, extract) : undefined;
  const indexes = encoders.map((encoder) => pepita(workspace, 'index', '--collection', name, '--encoder', encoder));
  const { document, passage, nugget } = indexes[0].units;
  console.log(`## ${name}: ${document} documents, ${passage} passages, ${nugget} nuggets\n`);
  if (made) console.log(`${made}\n`);
  const groups = sources ? [...new Set(sources.values())] : [];
  console.log(`| ranking | encoder | nDCG@10 (95 %) | MAP@10 | MRR@10 |${groups.map((group) => ` nDCG@10, ${group} |`).join('')}`);
  console.log(`| --- | --- | --- | --- | --- |${' --- |'.repeat(groups.length)}`);
  // A model too small to make any nugget leaves nothing to rank by them.
  const units = nugget > 0 ? VECTORS : VECTORS.filter(([, unit]) => unit !== 'nugget');
  const rows = [...WORDS.map((row) => [row, undefined]), ...encoders.flatMap((encoder) => units.map((row) => [row, encoder]))];
  for (const [[label, unit, ranker, aggregate], encoder] of rows) {
    const out = join(WORK, `${name}-${unit}-${ranker}-${aggregate.replace(':', '')}-${encoder ?? ''}.run`);
    const ask = ['--collection', name, '--unit', unit, '--ranker', ranker, '--aggregate', aggregate, '--out', out, '--quiet'];
    pepita(workspace, 'run', ...ask, ...(encoder ? ['--encoder', encoder] : []));
    const [run] = pepita(workspace, 'evaluate', '--run', out, '--collection', name, '--intervals', '--per-query').runs;
    const [low, high] = run.ci95['ndcg@10'];
    const [ndcg, ...others] = MEASURES.map((measure) => figure(run.means[measure]));
    const bySource = groups.map((group) => meanOf(run.per_query, (id) => sources.get(id) === group));
    const cells = [label, encoder ?? '–', `${ndcg} (${figure(low, 3)}–${figure(high, 3)})`, ...others, ...bySource];
    console.log(`| ${cells.join(' | ')} |`);
  }
  console.log('');
}

function meanOf(perQuery, chosen) {
  const values = Object.entries(perQuery)
    .filter(([id]) => chosen(id))
    .map(([, row]) => row['ndcg@10']);
  return figure(values.reduce((a, b) => a + b, 0) / values.length);
}

/** Extracts, and says what came of it; a second call has nothing to do, and the first one's figures stay. */
function extraction(workspace, name, flags) {
  const kept = join(workspace, `${name}.extraction.json`);
  const made = pepita(workspace, 'extract', '--collection', name, ...flags);
  if (made.documents > 0 || !existsSync(kept)) writeFileSync(kept, JSON.stringify(made));
  const { documents, nuggets, located, seconds, extractor } = JSON.parse(readFileSync(kept, 'utf8'));
  const found = located.exact + located.normalised + located.fuzzy;
  const kinds = `exact ${located.exact}, normalised ${located.normalised}, fuzzy ${located.fuzzy}, not located ${located.none}`;
  const each = (n, digits) => (n / documents).toFixed(digits);
  const share = nuggets > 0 ? ((100 * found) / nuggets).toFixed(1) : '–';
  return `Nuggets by: ${extractor} · ${each(nuggets, 1)} a document · ${each(seconds, 2)} s a document · evidence located ${share} % (${kinds})`;
}

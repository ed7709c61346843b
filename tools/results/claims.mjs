/** What the two papers say, asked of the collections at hand: each claim is a difference of two runs over the same queries. */
import { bundleEngine } from '../bench/bundle.mjs';
import { COLLECTIONS } from './collections.mjs';
import { figure, pepita, runOf } from './work.mjs';

const DEFAULT = ['--encoder', 'e5-small-pten'];
const FITTED = ['--encoder', 'fitted'];
const B5 = ['--ranker', 'hybrid', '--bm25-weight', '0.7'];
const whole = (encoder) => ['--unit', 'document', ...encoder];
const nuggets = (encoder) => ['--unit', 'nugget', ...encoder];
const bm25 = (unit) => ['--unit', unit, '--ranker', 'bm25'];
const summaries = (ranker, form) => ['--unit', 'summary', ...ranker, '--query-form', form];
/** A part names its own encoder. */
const everyKind = ([, encoder]) =>
  ['--ranker', 'hybrid'].concat(
    [`nugget:dense:0.25:max:${encoder}`, `document:dense:0.25:max:${encoder}`, 'document:bm25:0.5'].flatMap((part) => ['--part', part]),
  );
const BM25 = ['--ranker', 'bm25'];

/** A comparison: collection, what is said of the encoder, the run that the claim prefers, the other, measures. */
const FIRST = ['ndcg@10', 'map@10', 'mrr@10'];
const SECOND = ['map', 'ndcg@10', 'r@20'];
const GENRES = [
  ['lener', DEFAULT, 'default'],
  ['lener', FITTED, 'fitted'],
  ['juristcu', DEFAULT, 'default'],
  ['juristcu', FITTED, 'fitted'],
];
const OTHER_GENRES = [
  ['aila-statutes', DEFAULT, 'default'],
  ['aila-statutes', FITTED, 'fitted'],
  ['aila100', DEFAULT, 'default'],
  ['aila100', FITTED, 'fitted'],
];
const each = (sets, a, b) => sets.map(([collection, encoder, label]) => ({ collection, label, run: a(encoder), against: b(encoder) }));
const onCases = (label, run, against) => ({ collection: 'aila100', label, run, against });

const CLAIMS = {
  'legal nuggets (first paper)': {
    measures: FIRST,
    claims: [
      ['Nuggets rank better than full documents where queries are theses', each(GENRES, nuggets, whole)],
      ['and are no better where genre or query are others (statutes; facts of a case)', each(OTHER_GENRES, nuggets, whole)],
      [
        'Nuggets, full documents and words together rank better than nuggets alone (future work there)',
        each([...GENRES, ...OTHER_GENRES], everyKind, nuggets),
      ],
      ['and better than words alone', each([...GENRES, ...OTHER_GENRES], everyKind, () => bm25('document'))],
    ],
  },
  'question-guided retrieval (second paper)': {
    measures: SECOND,
    claims: [
      [
        'Over summaries, issues rank better than facts',
        [
          onCases('BM25', summaries(BM25, 'q_I'), summaries(BM25, 'q_F')),
          onCases('default', summaries(DEFAULT, 'q_I'), summaries(DEFAULT, 'q_F')),
          onCases('B5, default', summaries([...B5, ...DEFAULT], 'q_I'), summaries([...B5, ...DEFAULT], 'q_F')),
        ],
      ],
      [
        'Over full texts, facts rank better than issues',
        [
          onCases('BM25', [...bm25('document'), '--query-form', 'q_F'], [...bm25('document'), '--query-form', 'q_I']),
          onCases('default', [...whole(DEFAULT), '--query-form', 'q_F'], [...whole(DEFAULT), '--query-form', 'q_I']),
        ],
      ],
      [
        'With issues, summaries rank better than full texts',
        [
          onCases('BM25', summaries(BM25, 'q_I'), [...bm25('document'), '--query-form', 'q_I']),
          onCases('default', summaries(DEFAULT, 'q_I'), [...whole(DEFAULT), '--query-form', 'q_I']),
        ],
      ],
      [
        'The union of the forms finds more than the issues alone, but ranks it lower',
        [
          onCases('BM25', summaries(BM25, 'union'), summaries(BM25, 'q_I')),
          onCases('B5, default', summaries([...B5, ...DEFAULT], 'union'), summaries([...B5, ...DEFAULT], 'q_I')),
        ],
      ],
      [
        'B5 over summaries ranks better than either of its parts',
        [
          onCases('against BM25', summaries([...B5, ...DEFAULT], 'q_I'), summaries(BM25, 'q_I')),
          onCases('against default', summaries([...B5, ...DEFAULT], 'q_I'), summaries(DEFAULT, 'q_I')),
        ],
      ],
    ],
  },
};

/** After the tables of the collections: nuggets and vectors that are there are used again. */
export async function measureClaims(workspace) {
  const { holm } = await import(await bundleEngine('holm.mjs', "export { holm } from './electron/engine/compare/significance/holm'"));
  prepare(workspace);
  for (const [paper, { measures, claims }] of Object.entries(CLAIMS)) {
    const compared = claims.flatMap(([claim, comparisons]) =>
      comparisons.map((one) => ({ claim, ...one, pairs: pairsOf(workspace, one, measures) })),
    );
    const corrected = new Map(measures.map((measure) => [measure, holm(compared.map(({ pairs }) => pairs.get(measure).randomisation.p))]));
    console.log(`### ${paper}\n\n| claim | collection | ranking | ${measures.join(' | ')} |\n|${' --- |'.repeat(3 + measures.length)}`);
    let said;
    for (const [i, { claim, collection, label, pairs }] of compared.entries()) {
      const cells = measures.map((measure) => difference(pairs.get(measure), corrected.get(measure)[i]));
      console.log(`| ${[claim === said ? '' : claim, collection, label, ...cells].join(' | ')} |`);
      said = claim;
    }
    console.log('');
  }
}

function prepare(workspace) {
  for (const name of ['lener', 'juristcu', 'aila-statutes', 'aila100']) {
    pepita(workspace, 'import', COLLECTIONS[name](), '--collection', name);
    pepita(workspace, 'extract', '--collection', name);
    if (name === 'aila100') pepita(workspace, 'extract', '--summaries', '--collection', name);
    const units = name === 'aila100' ? 'document,nugget,summary' : 'document,nugget';
    for (const encoder of [DEFAULT, FITTED]) pepita(workspace, 'index', '--collection', name, '--units', units, ...encoder);
  }
  pepita(workspace, 'formulate', '--collection', 'aila100');
}

/** Measure → the pair of runs: difference, interval, p of the randomisation test. */
function pairsOf(workspace, { collection, run, against }, measures) {
  const files = [run, against].map((flags) => runOf(workspace, collection, flags));
  const of = ['--collection', collection, '--measures', measures.join(',')];
  const { pairs } = pepita(workspace, 'compare', '--run', ...files.map(({ file }) => file), '--baseline', files[1].name, ...of);
  return new Map(pairs.map((pair) => [pair.measure, pair]));
}

/** `+.0123 (−.010 to .035)`, bold where it is told apart from nothing after Holm's correction. */
function difference({ difference: mean, ci95 }, p) {
  const text = `${mean >= 0 ? '+' : ''}${figure(mean)} (${ci95.map((end) => figure(end, 3)).join(' to ')})`.replaceAll('-', '−');
  return p < 0.05 ? `**${text}**` : text;
}

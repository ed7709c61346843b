/** evaluate, compare: what rankings are worth, alone and against each other. */
import { type Command, Option } from 'commander';
import { meansTable, pairsTable, type Test } from '../../../shared/comparisonTable';
import type { CompareRunsOutput, Convention, Output } from '../../../shared/contract';
import { toCsv, toLatex, toMarkdown } from '../../../shared/table';
import { table } from './output';
import { type CommonFlags, runMethod } from './session';

interface JudgedFlags extends CommonFlags {
  readonly run: string[];
  readonly qrels?: string;
  readonly collection?: string;
  readonly measures: string;
  readonly convention: Convention;
}

const withJudgments = (command: Command): Command =>
  command
    .requiredOption('--run <file...>', 'TREC run files')
    .option('--qrels <file>', 'TREC or BEIR qrels')
    .option('--collection <id>', 'or the judgments of this collection')
    .option('--measures <list>', 'comma-separated: ndcg@K, map@K, mrr@K, p@K, recall@K, bpref, rbp:P@K', 'ndcg@10,map@10,mrr@10')
    .addOption(new Option('--convention <name>', 'which definitions').choices(['trec_eval', 'jua']).default('trec_eval'));

const judgedInput = (flags: JudgedFlags) => ({
  runs: flags.run,
  qrels: flags.qrels,
  collection: flags.collection,
  measures: flags.measures.split(',').map((m) => m.trim()),
  convention: flags.convention,
});

const FORMATS = ['text', 'markdown', 'latex', 'csv', 'csv-pt-BR'] as const;
interface CompareFlags extends JudgedFlags {
  readonly baseline?: string;
  readonly test: Test;
  readonly format: (typeof FORMATS)[number];
  readonly table: 'means' | 'pairs';
}

export function addMeasureCommands(program: Command, common: (command: Command) => Command): void {
  withJudgments(common(program.command('evaluate')))
    .description('Measure runs against judgments.')
    .option('--per-query', 'also each query’s values', false)
    .option('--intervals', 'also the 95 % bootstrap interval of each mean (10,000 samples, seed 1)', false)
    .action((flags: JudgedFlags & { perQuery: boolean; intervals: boolean }) =>
      runMethod(
        'evaluate',
        flags,
        {
          ...judgedInput(flags),
          per_query: flags.perQuery,
          intervals: flags.intervals,
        },
        { text: evaluateText },
      ),
    );

  withJudgments(common(program.command('compare')))
    .description('Hold runs against each other: differences, wins and losses, significance, likeness.')
    .option('--baseline <name>', 'the run that all others are held against (default: each pair)')
    .addOption(
      new Option('--test <name>', 'whose p-values mark the means').choices(['randomisation', 't', 'wilcoxon']).default('randomisation'),
    )
    .addOption(new Option('--table <which>', 'for the formats below').choices(['means', 'pairs']).default('means'))
    .addOption(new Option('--format <name>', 'how a table is written').choices([...FORMATS]).default('text'))
    .action((flags: CompareFlags) =>
      runMethod('compareRuns', flags, { ...judgedInput(flags), baseline: flags.baseline }, { text: (out) => compareText(out, flags) }),
    );
}

function compareText(out: CompareRunsOutput, { test, format, table: which }: CompareFlags): string {
  const chosen = which === 'means' ? meansTable(out, test) : pairsTable(out);
  if (format === 'markdown') return toMarkdown(chosen).trimEnd();
  if (format === 'latex') return toLatex(chosen).trimEnd();
  if (format !== 'text') return toCsv(chosen, { locale: format === 'csv' ? 'en' : 'pt-BR' }).trimEnd();
  const means = meansTable(out, test);
  const signed = (x: number) => `${x < 0 ? '' : '+'}${x.toFixed(4)}`;
  const p = (x: number | null) => (x === null ? '–' : x < 0.0001 ? '<.0001' : x.toFixed(4));
  const pairs = out.pairs.map((pair) => [
    pair.measure,
    `${pair.run} − ${pair.against}`,
    `${signed(pair.difference)} (${pair.ci95.map(signed).join(' to ')})`,
    `${pair.wins}/${pair.ties}/${pair.losses}`,
    p(pair.t.corrected),
    p(pair.wilcoxon.corrected),
    p(pair.randomisation.corrected),
  ]);
  const likeness = out.likeness.map(({ run, against, tau, rbo }) => [
    `${run} − ${against}`,
    tau?.toFixed(3) ?? '–',
    rbo?.toFixed(3) ?? '–',
  ]);
  return [
    table(
      [...means.head],
      means.rows.map((row) => row.map(String)),
    ),
    `${out.queries} judged queries (${out.convention}); † better, ‡ worse than ${out.baseline ?? out.runs[0]?.name} at p < .05 (${test} test, Holm)`,
    '',
    table(['measure', 'runs', 'difference (95 %)', 'win/tie/loss', 'p t', 'p Wilcoxon', 'p randomisation'], pairs),
    'p after Holm’s correction over the pairs of a measure; randomisation: 100,000 draws, seed 1',
    '',
    table(['runs', 'Kendall τ', 'RBO .9'], likeness),
    ...unjoinedLines(out),
  ].join('\n');
}

/** Ids that do not join, so that none is dropped in silence. */
export function unjoinedLines({ missing, ignored, unknown }: Pick<CompareRunsOutput, 'missing' | 'ignored' | 'unknown'>): string[] {
  const queries = (list: typeof missing) => list.map(({ query_id, run }) => `${query_id} (${run})`).join(', ');
  const shown = unknown.slice(0, 20).map(({ doc_id, run, queries }) => `${doc_id} (${run}, ${queries} queries)`);
  const more = unknown.length > 20 ? [`and ${unknown.length - 20} more; all are in --json`] : [];
  return [
    ...(missing.length > 0 ? [`not answered: ${queries(missing)}`] : []),
    ...(ignored.length > 0 ? [`without judgments, left out: ${queries(ignored)}`] : []),
    ...(unknown.length > 0 ? [`ranked but not in the collection: ${[...shown, ...more].join(', ')}`] : []),
  ];
}

function evaluateText(out: Output<'evaluate'>): string {
  const measures = Object.keys(out.runs[0]?.means ?? {});
  const shown = (run: Output<'evaluate'>['runs'][number], m: string) => {
    const mean = (run.means[m] ?? 0).toFixed(4);
    const interval = run.ci95?.[m];
    return interval ? `${mean} (${interval.map((end) => end.toFixed(4)).join('–')})` : mean;
  };
  const rows = out.runs.map((run) => [run.name, ...measures.map((m) => shown(run, m))]);
  const perQuery = out.runs.flatMap((run) =>
    Object.entries(run.per_query ?? {}).map(([query, values]) => [run.name, query, ...measures.map((m) => (values[m] ?? 0).toFixed(4))]),
  );
  return [
    table(['run', ...measures], rows),
    `${out.queries} judged queries (${out.convention}); a query without an answer counts 0`,
    ...unjoinedLines(out),
    ...(perQuery.length > 0 ? ['', table(['run', 'query', ...measures], perQuery)] : []),
  ].join('\n');
}

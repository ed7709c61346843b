/** rerank: the head of a run read anew by a language model, with a reason for each document. */
import { type Command, Option } from 'commander';
import type { Input, Output } from '../../../shared/contract';
import { QueryForm } from '../../../shared/domain';
import { duration, shorten, table } from './output';
import { announce, estimateCommand, usageLines } from './remoteWords';
import { type CommonFlags, runMethod } from './session';
import { nonNegative, wholeNumber } from './values';

interface RerankFlags extends CommonFlags {
  readonly collection: string;
  readonly run: string;
  readonly model?: string;
  readonly endpoint?: string;
  readonly estimate: boolean;
  readonly depth: number;
  readonly return: number;
  readonly queryForm?: Input<'rerank'>['query_form'];
  readonly formulation?: string;
  readonly candidateTokens: number;
  readonly query?: string[];
  readonly repeats: number;
  readonly vary: 'seed' | 'order';
  readonly temperature?: number;
  readonly seed: number;
  readonly measures: string;
  readonly name?: string;
  readonly out: string;
}

export function addRerankCommand(program: Command, common: (command: Command) => Command): void {
  common(program.command('rerank'))
    .description(
      'Let a language model read the first documents of a run, by their structured summaries, and put the best first, each with a line of reason. Goes on where it stopped: what was answered is not asked again.',
    )
    .requiredOption('--collection <id>', 'the collection')
    .requiredOption('--run <id|file>', 'a kept run or a run file')
    .option('--model <file.gguf>', 'a chat model (default: the only one that is there)')
    .option('--endpoint <name>', 'a remote endpoint that is turned on: queries and summaries of the candidates are sent to it')
    .option('--estimate', 'with --endpoint: only say what would be sent and what it would cost', false)
    .option('--depth <n>', 'candidates of each query', wholeNumber, 100)
    .option('--return <n>', 'documents that the model is to return, at most; the others keep their order below them', wholeNumber, 20)
    .addOption(
      new Option(
        '--query-form <form>',
        'the case as the model is told it (default: q_FI where all queries are formulated, else as-is)',
      ).choices(QueryForm.options.filter((form) => form !== 'union')),
    )
    .option('--formulation <id|key>', 'whose formulations (default: those made last)')
    .option('--candidate-tokens <n>', 'tokens shown of a candidate, at most', wholeNumber, 400)
    .option('--query <id...>', 'only these queries; the others keep their ranking')
    .option('--repeats <r>', 'how often it is done, to see how much it varies', wholeNumber, 1)
    .addOption(
      new Option(
        '--vary <what>',
        'what differs between repeats: the seed of the sampling, or the order in which candidates are shown (first as ranked, then shuffled)',
      )
        .choices(['seed', 'order'])
        .default('seed'),
    )
    .option('--temperature <x>', 'of the sampling (default: 0; .7 where repeats vary by the seed)', nonNegative)
    .option('--seed <n>', 'of the first repeat', nonNegative, 7)
    .option('--measures <list>', 'told before and after, where the collection has judgments', 'map,ndcg@10')
    .option('--name <tag>', 'the run’s tag (default: that of the run before, with -reranked)')
    .requiredOption('--out <file>', 'the run file; beside it FILE.config.json and FILE.reasons.jsonl; the second repeat is FILE.2.EXT')
    .action((flags: RerankFlags) => {
      const { collection, run, model, endpoint, depth, formulation, query: queries, repeats, vary, temperature, seed, name, out } = flags;
      const how = { run, queries, depth, return: flags.return, query_form: flags.queryForm, formulation, repeats };
      const knobs = { ...how, candidate_tokens: flags.candidateTokens };
      if (flags.estimate) return estimateCommand(flags, { collection, endpoint, what: 'rerank', rerank: knobs });
      const measures = flags.measures.split(',').map((measure) => measure.trim());
      return runMethod(
        'rerank',
        flags,
        { collection, model, endpoint, vary, temperature, seed, name, out, measures, ...knobs },
        {
          text: rerankText,
          warnings: (done) => done.warnings,
          before: announce(endpoint, 'the queries, and the summaries of the candidates'),
        },
      );
    });
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

function rerankText(out: Output<'rerank'>): string {
  const rows = Object.entries(out.measures ?? {}).map(([measure, { before, mean, sd, min, max }]) => [
    measure,
    ...[before, mean, sd, min, max].map((value) => value.toFixed(4)),
  ]);
  const { agreement } = out;
  return [
    `${out.model_id}: ${out.queries} queries reranked (${out.reused} answered before), told as ${out.query_form}, ${out.windows} questions, ${out.kept_windows} of them without a readable answer; ${duration(out.seconds)}`,
    ...(rows.length > 0 ? [table(['measure', 'before', 'after', 'sd', 'least', 'most'], rows)] : []),
    ...(agreement
      ? [
          `${out.runs.length} repeats, ${agreement.comparisons} comparisons: ${percent(agreement.identical)} of the returned lists identical, ${percent(agreement.same_documents)} with the same documents, ${percent(agreement.overlap)} of the documents shared`,
        ]
      : []),
    ...out.returned
      .slice(0, 3)
      .flatMap(({ query_id, documents }) => [
        query_id,
        ...documents.slice(0, 3).map(({ rank, before, doc_id, reason }) => `  ${rank} (was ${before})  ${doc_id}  ${shorten(reason, 100)}`),
      ]),
    ...out.runs.map(({ path }) => path),
    ...usageLines(out.usage),
  ].join('\n');
}

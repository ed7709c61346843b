/** leaderboard write, show: figures in the form of the JUÁ leaderboard. */
import { type Command, Option } from 'commander';
import type { ReadLeaderboardOutput, WriteLeaderboardOutput } from '../../../shared/contract';
import { unjoinedLines } from './measureCommands';
import { table } from './output';
import { type CommonFlags, runMethod } from './session';

interface WriteFlags extends CommonFlags {
  readonly run: string;
  readonly qrels?: string;
  readonly collection?: string;
  readonly task: string;
  readonly model?: string;
  readonly kind: 'retrieval' | 'reranker';
  readonly provider?: string;
  readonly url?: string;
  readonly description?: string;
  readonly out: string;
}

interface ShowFlags extends CommonFlags {
  readonly task?: string;
  readonly measures: string;
  readonly run?: string[];
  readonly qrels?: string;
  readonly collection?: string;
}

const TASKS = `
Tasks of the leaderboard: JuaRetrieval, JurisTCURetrieval, NormasTCURetrieval, BRTaxQARetrieval, UlyssesRFCorpusRetrieval.
Its files lie in the folder leaderboard/ of github.com/ufca-llms/jua. Figures follow the convention "jua".`;

export function addLeaderboardCommands(program: Command, common: (command: Command) => Command): void {
  const leaderboard = program.command('leaderboard').description('Figures in the form of the JUÁ leaderboard: write ours, show theirs.');

  common(leaderboard.command('write'))
    .description('Write a run’s figures as the leaderboard keeps them: OUT/<model>/<Task>.json and model_meta.json.')
    .requiredOption('--run <file>', 'a TREC run file')
    .option('--qrels <file>', 'TREC or BEIR qrels')
    .option('--collection <id>', 'or the judgments of this collection')
    .requiredOption('--task <name>', 'as the leaderboard names it, for instance JurisTCURetrieval')
    .option('--model <name>', "what the model is called (default: the run's name)")
    .addOption(new Option('--kind <kind>', 'what it is').choices(['retrieval', 'reranker']).default('retrieval'))
    .option('--provider <name>', 'who made the model')
    .option('--url <url>', 'where it is described')
    .option('--description <text>', 'in a sentence (default: unit and ranker of the run)')
    .requiredOption('--out <dir>', 'the leaderboard’s folder')
    .addHelpText('after', TASKS)
    .action((flags: WriteFlags) => {
      const { run, qrels, collection, task, model, kind, provider, url, description, out } = flags;
      const input = { run, qrels, collection, task, model, kind, provider, url, description, out };
      return runMethod('writeLeaderboard', flags, input, { text: writtenText, warnings: ({ warnings }) => warnings });
    });

  common(leaderboard.command('show'))
    .argument('<path>', 'the leaderboard’s folder, a model’s folder, or one file')
    .description('Show published figures, the best first, and runs of ours beside them.')
    .option('--task <name>', 'only this task')
    .option(
      '--measures <list>',
      'comma-separated: ndcg@K, map@K, mrr@K, p@K, recall@K; K of 1, 3, 5, 10, 100, 1000',
      'ndcg@10,map@10,mrr@10',
    )
    .option('--run <file...>', 'TREC runs of ours, of that task')
    .option('--qrels <file>', 'their judgments')
    .option('--collection <id>', 'or the judgments of this collection')
    .addHelpText('after', TASKS)
    .action((path: string, flags: ShowFlags) => {
      const { task, run: runs, qrels, collection } = flags;
      const measures = flags.measures.split(',').map((measure) => measure.trim());
      const warnings = ({ rejected }: ReadLeaderboardOutput) => rejected.map(({ reason }) => `not read: ${reason}`);
      return runMethod('readLeaderboard', flags, { path, task, measures, runs, qrels, collection }, { text: shownText, warnings });
    });
}

const writtenText = (out: WriteLeaderboardOutput): string =>
  [
    `${out.task}, ${out.model}: NDCG@10 ${out.overall_score.toFixed(5)} over ${out.queries} judged queries (jua)`,
    ...out.files,
    ...unjoinedLines(out),
  ].join('\n');

const shownText = ({ measures, rows }: ReadLeaderboardOutput): string =>
  table(
    ['task', '', 'model', 'kind', ...measures],
    rows.map((row) => [
      row.task,
      row.ours ? 'ours' : '',
      row.model,
      row.kind,
      ...measures.map((measure) => row.figures[measure]?.toFixed(5) ?? '–'),
    ]),
  );

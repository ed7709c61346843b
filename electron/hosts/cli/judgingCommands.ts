/** judging: relevance that is judged here: the pool of several kept runs, judgments, and what is still unjudged. */
import { type Command, InvalidArgumentError } from 'commander';
import type { HolesOutput, PoolOutput } from '../../../shared/contract';
import { importText } from './annotationWords';
import { shorten, table } from './output';
import { type CommonFlags, runMethod } from './session';
import { wholeNumber } from './values';

interface Flags extends CommonFlags {
  readonly collection: string;
  readonly run: string[];
  readonly depth: number;
}
interface WhoFlags extends Flags {
  readonly annotator: string;
  readonly adjudicate: boolean;
  readonly blind: boolean;
}

export function addJudgingCommands(program: Command, common: (command: Command) => Command): void {
  const judging = program
    .command('judging')
    .description('Judge which documents are relevant to a query; what is judged counts in export qrels and evaluate.');
  const part = (name: string, description: string) =>
    common(judging.command(name)).description(description).requiredOption('--collection <id>', 'the collection');
  const overRuns = (command: Command) =>
    command
      .requiredOption('--run <id...>', 'kept runs, as pepita run tells their ids')
      .option('--depth <k>', 'so many of the first documents of each run and query', wholeNumber, 10);
  const asWho = (command: Command) =>
    command
      .requiredOption('--annotator <name>', 'who judges')
      .option('--adjudicate', 'as adjudicator: what is said settles what annotators disagree on', false)
      .option('--blind', 'without what others said, and which run found what', false);
  const who = ({ collection, annotator, adjudicate, blind }: WhoFlags) => ({
    collection,
    annotator,
    role: adjudicate ? ('adjudicator' as const) : ('annotator' as const),
    blind,
  });

  asWho(overRuns(part('pool', 'The next documents to be judged, query by query, in an order that tells nothing of the runs.')))
    .option('--query-id <id...>', 'these queries alone')
    .option('--seed <n>', 'of the order', wholeNumber, 1)
    .option('--all', 'also what is judged', false)
    .option('--limit <n>', 'shown', wholeNumber, 10)
    .action((flags: WhoFlags & { queryId?: string[]; seed: number; all: boolean; limit: number }) => {
      const { run: runs, depth, queryId: query_ids, seed, all, limit } = flags;
      return runMethod('judgingPool', flags, { ...who(flags), runs, depth, query_ids, seed, open: !all, limit }, { text: poolText });
    });

  asWho(part('judge', 'Judge one document for one query.'))
    .requiredOption('--query-id <id>', 'a query of the collection')
    .requiredOption('--doc <id>', 'a document')
    .requiredOption('--grade <n>', '0 not relevant, up to 10; "none" takes the grade back', grade)
    .action((flags: WhoFlags & { queryId: string; doc: string; grade: number | null }) => {
      const { queryId: query_id, doc: doc_id, grade } = flags;
      return runMethod(
        'judgeRelevance',
        flags,
        { ...who(flags), query_id, doc_id, grade },
        {
          text: (out) =>
            `${out.query_id} ${out.doc_id}: ${out.grade ?? 'not judged'}${out.settled ? ` (${out.settled.grade} counts, ${out.settled.how})` : ''}`,
        },
      );
    });

  for (const redo of [false, true]) {
    asWho(part(redo ? 'redo' : 'undo', `${redo ? 'Bring back' : 'Take back'} the annotator's last judgment, without limit.`)).action(
      (flags: WhoFlags) =>
        runMethod(
          'undoRelevance',
          flags,
          { ...who(flags), redo },
          {
            text: ({ moved }) =>
              moved
                ? `${moved.query_id} ${moved.doc_id}: ${moved.grade ?? 'not judged'}`
                : `nothing to ${redo ? 'bring back' : 'take back'}`,
          },
        ),
    );
  }

  part('import', 'Take in what was judged in another workspace: a file that judging export wrote. Each judgment counts once.')
    .argument('<path>', 'the file')
    .action((path: string, _: unknown, command: Command) => {
      const flags = command.optsWithGlobals() as Flags;
      return runMethod('importRelevance', flags, { collection: flags.collection, path }, { text: importText });
    });

  part('export', 'Write what was judged to a file, one event a line, for another workspace; judgments as qrels: pepita export qrels.')
    .argument('<path>', 'the file')
    .action((path: string, _: unknown, command: Command) => {
      const flags = command.optsWithGlobals() as Flags;
      const text = (out: { path: string; rows: number }) => `${out.rows} events written to ${out.path}`;
      return runMethod('exportRelevance', flags, { collection: flags.collection, path }, { text });
    });

  overRuns(part('holes', 'What is not judged among the first documents of each run: measures take it for not relevant.')).action(
    (flags: Flags) =>
      runMethod('judgingHoles', flags, { collection: flags.collection, runs: flags.run, depth: flags.depth }, { text: holesText }),
  );
}

function grade(value: string): number | null {
  if (value === 'none') return null;
  if (!/^(\d|10)$/.test(value)) throw new InvalidArgumentError('a whole number from 0 to 10, or none, is due.');
  return Number(value);
}

function poolText({ total, judged, items }: PoolOutput): string {
  return [
    `${judged} of ${total} judged`,
    ...items.map(
      ({ query_id, query, document, grade }) =>
        `${query_id}  ${document.doc_id}${grade === null ? '' : `: ${grade}`}\n   ${shorten(query, 70)}\n   ${shorten(document.title, 100)}`,
    ),
  ].join('\n');
}

function holesText({ depth, runs }: HolesOutput): string {
  const rows = runs.map(({ name, documents, unjudged, judged_share, queries }) => [
    name,
    documents,
    unjudged,
    judged_share === null ? '–' : `${(100 * judged_share).toFixed(1)}%`,
    queries
      .slice(0, 3)
      .map(({ query_id, unjudged }) => `${query_id} (${unjudged.length})`)
      .join(', ') || '–',
  ]);
  return table(['run', `first ${depth}`, 'unjudged', 'judged', 'most in'], rows);
}

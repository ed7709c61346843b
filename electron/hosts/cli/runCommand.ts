/** run: every query of a collection ranked, into run files. */
import { type Command, InvalidArgumentError } from 'commander';
import { AlsoRanked, type Output } from '../../../shared/contract';
import type { Client } from '../../../shared/rpc/client';
import { duration } from './output';
import { approximateLines, queriesGoTo, type RankingFlags, rankingInput, withRanking } from './rankingFlags';
import { announce } from './remoteWords';
import { runMethod } from './session';
import { wholeNumber } from './values';

interface RunFlags extends RankingFlags {
  readonly queries: string;
  readonly depth: number;
  readonly out: string;
  readonly name?: string;
  readonly also?: AlsoRanked[];
}

/** `unit:ranker[:aggregate[:encoder]]=FILE`; an aggregate may hold a colon itself (mean:3), an encoder too (remote:NAME). */
function also(value: string): AlsoRanked {
  const match = /^([^:=]+):([^:=]+)(?::(mean:\d+|[^:=]+))?(?::([^=]+))?=(.+)$/s.exec(value);
  const [, unit, ranker, aggregate, encoder, out] = match ?? [];
  const parsed = AlsoRanked.safeParse({ unit, ranker, aggregate, encoder, out });
  if (match && parsed.success) return parsed.data;
  const [first] = match ? (parsed.error?.issues ?? []) : [];
  const why = first ? ` (${first.path.map(String).join('.')}: ${first.message})` : '';
  throw new InvalidArgumentError(`unit:ranker[:aggregate[:encoder]]=FILE is due${why}.`);
}

export function addRunCommand(program: Command, common: (command: Command) => Command): void {
  withRanking(common(program.command('run')))
    .description('Rank for every query of a collection; writes a TREC run file and FILE.config.json.')
    .option(
      '--queries <all|judged|file>',
      'the collection’s queries, those of them that have judgments, or a queries.jsonl or id||text file',
      'all',
    )
    .option('--depth <n>', 'documents kept for each query', wholeNumber, 1000)
    .option('--name <tag>', 'the run’s tag (default: unit-ranker-aggregate-encoder)')
    .option(
      '--also <unit:ranker[:aggregate[:encoder]]=file>',
      'another ranking of the same queries, into a file of its own, faster than a second command; may be said several times. What it does not say is as the other flags say',
      (value: string, all: AlsoRanked[] = []) => [...all, also(value)],
    )
    .requiredOption('--out <file>', 'the run file')
    .action((flags: RunFlags) =>
      runMethod(
        'run',
        flags,
        { ...rankingInput(flags), queries: flags.queries, depth: flags.depth, out: flags.out, name: flags.name, also: flags.also },
        {
          text: (out) => runsOf(out).flatMap(runLines).join('\n'),
          warnings: (out) => [...new Set(runsOf(out).flatMap(({ warnings }) => warnings))],
          before: announceAll(flags),
        },
      ),
    );
}

const runsOf = ({ also: others = [], ...first }: Output<'run'>): Omit<Output<'run'>, 'also'>[] => [first, ...others];

const runLines = (out: Omit<Output<'run'>, 'also'>): string[] => [
  `${out.queries} queries, ${out.documents_ranked} documents ranked, ${duration(out.seconds)}: ${out.path}`,
  ...approximateLines(out.config),
];

/** Each host that the queries go to, once, before anything is sent. */
function announceAll({ also: others = [], ...flags }: RunFlags): (client: Client) => Promise<string | undefined> {
  const all = [flags, ...others.map(({ ranker = flags.ranker, encoder = flags.encoder }) => ({ ranker, encoder }))];
  const names = new Set(all.map(queriesGoTo));
  return async (client) => {
    const lines: string[] = [];
    for (const name of names) lines.push((await announce(name, 'the queries')(client)) ?? '');
    return lines.filter(Boolean).join('\n') || undefined;
  };
}

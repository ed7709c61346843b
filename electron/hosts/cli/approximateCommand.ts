/** approximate: an index for approximate search over a large collection, with its recall. */
import { type Command, Option } from 'commander';
import type { Recall } from '../../../shared/approximate';
import type { ApproximateState, Output } from '../../../shared/contract';
import { Unit } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import { duration, table } from './output';
import { type CommonFlags, runMethod } from './session';
import { wholeNumber } from './values';

interface Flags extends CommonFlags {
  readonly collection: string;
  readonly encoder?: string;
  readonly unit: Unit;
  readonly list: boolean;
  readonly drop: boolean;
  readonly again: boolean;
  readonly probes?: number;
  readonly sample: number;
  readonly seed: number;
  readonly candidates: number;
  readonly query?: string[];
}

export function addApproximateCommand(program: Command, common: (command: Command) => Command): void {
  common(program.command('approximate'))
    .description(
      'Make an approximate index of the vectors of one unit (from 200,000 on) and measure its recall against the exact ranking, on the collection’s queries. It is used where search and run are told --approximate, never by itself.',
    )
    .requiredOption('--collection <id>', 'the collection')
    .option('--encoder <id>', 'whose vectors (default: e5-small-pten); "fitted" is the collection\'s own')
    .addOption(new Option('--unit <unit>', 'of which unit').choices(Unit.options).default('nugget'))
    .option('--probes <n>', 'groups of near vectors that a query looks through at least (default: three in ten)', wholeNumber)
    .option('--sample <n>', 'queries that recall is measured on, at most', wholeNumber, 100)
    .option('--seed <n>', 'which of them', wholeNumber, 1)
    .option('--candidates <n>', 'units kept before aggregation, at which recall is measured', wholeNumber, 10_000)
    .option(
      '--query <text>',
      'measure on this text instead of the collection’s queries; repeatable',
      (text: string, all: string[] = []) => [...all, text],
    )
    .option('--again', 'make it anew although it is up to date', false)
    .option('--list', 'only tell which there are, and which could be made', false)
    .option('--drop', 'remove it', false)
    .action((flags: Flags) => {
      const { collection, encoder, unit, again, probes, sample, seed, candidates, query } = flags;
      if (flags.list && flags.drop) throw new AppError('USAGE', '--list and --drop exclude each other.', 'Give one of them.');
      if (flags.list) return runMethod('approximateIndexes', flags, { collection }, { text: listText });
      if (flags.drop)
        return runMethod(
          'dropApproximate',
          flags,
          { collection, encoder, unit },
          { text: ({ removed }) => (removed ? 'Removed.' : 'There was none.') },
        );
      const asked = query ? { texts: query, queries: 'searched' as const } : {};
      return runMethod(
        'approximate',
        flags,
        { collection, encoder, unit, again, probes, sample, seed, candidates, ...asked },
        { text: stateText },
      );
    });
}

/** In one line, for a search or a run that used it. */
export const recallLine = (recall: Recall | null): string =>
  recall
    ? `approximate: recall@10 ${share(recall.units.at_10)}, @100 ${share(recall.units.at_100)}, @${recall.candidates} ${share(recall.units.at_n)} of units on ${recall.queries} of ${recall.of} ${recall.asked === 'collection' ? 'queries of the collection' : 'searches'}`
    : 'approximate: recall unknown, not measured yet (pepita approximate)';

const share = (value: number): string => value.toFixed(3);

function stateText({ unit, encoder, rows, index }: ApproximateState): string {
  if (!index) return `No approximate index of ${rows} ${unit} vectors of ${encoder}.`;
  const { kind, partitions, probes, seconds, bytes, recall } = index;
  const made = `${index.rows} ${unit} vectors of ${encoder}: ${kind}, ${partitions} groups of which ${probes} are looked through; made in ${duration(seconds)}, ${(bytes / 1e6).toFixed(0)} MB`;
  if (!recall) return `${made}\n${recallLine(null)}: the collection has no queries; measure it with --query TEXT.`;
  return [
    made,
    recallLine(recall),
    `documents: recall@10 ${share(recall.documents.at_10)}, @100 ${share(recall.documents.at_100)}; the same ten first in the same order for ${share(recall.same_top_10)} of the queries`,
    `a query: exact ${recall.exact_ms.toFixed(0)} ms, approximate ${recall.approximate_ms.toFixed(0)} ms (${recall.speed.toFixed(2)} times as fast)`,
    'Used only where it is asked for: pepita search … --approximate',
  ].join('\n');
}

function listText({ from, indexes }: Output<'approximateIndexes'>): string {
  if (indexes.length === 0) return `None, and none is offered: that takes ${from.toLocaleString('en')} vectors of one unit.`;
  return table(
    ['unit', 'encoder', 'vectors', 'index', 'recall@100'],
    indexes.map(({ unit, encoder, rows, state, index }) => [
      unit,
      encoder,
      rows,
      state,
      index?.recall ? share(index.recall.units.at_100) : '–',
    ]),
  );
}

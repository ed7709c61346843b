/** annotations: what people say of nuggets: queues, judgments, files of them, progress. */
import { type Command, Option } from 'commander';
import { NO_VALUES, Problem } from '../../../shared/annotation';
import type { AnnotateOutput, AnnotationFormat, Input, ProgressOutput, QueueOutput } from '../../../shared/contract';
import { exportedText, importText } from './annotationWords';
import { shorten, table } from './output';
import { addScoreCommands } from './scoreCommands';
import { type CommonFlags, runMethod } from './session';
import { nuggetSource, wholeNumber } from './values';

interface Flags extends CommonFlags {
  readonly collection: string;
}
interface WhoFlags extends Flags {
  readonly annotator: string;
  readonly adjudicate: boolean;
  readonly blind: boolean;
}

const FORMATS = ['jsonl', 'csv', 'label-studio', 'assignments'] as const;

export function addAnnotationCommands(program: Command, common: (command: Command) => Command): void {
  const annotations = common(program.command('annotations'))
    .description(
      'What people say of nuggets: whether they are faithful, vital, self-contained. Without a subcommand: who has come how far.',
    )
    .requiredOption('--collection <id>', 'the collection')
    .action((flags: Flags) =>
      runMethod(
        'annotationProgress',
        flags,
        { collection: flags.collection, utc_offset: -new Date().getTimezoneOffset() },
        { text: progressText, warnings: (out) => out.faults.map(({ file, row, reason }) => `${file}, row ${row}: ${reason}`) },
      ),
    );
  const part = (name: string, description: string) =>
    annotations.command(name).description(description).configureHelp({ showGlobalOptions: true });
  const asWho = (command: Command) =>
    command
      .requiredOption('--annotator <name>', 'who judges')
      .option('--adjudicate', 'as adjudicator: what is said settles what annotators disagree on', false)
      .option('--blind', 'without what others said', false);
  const who = ({ collection, annotator, adjudicate, blind }: WhoFlags) => ({
    collection,
    annotator,
    role: adjudicate ? ('adjudicator' as const) : ('annotator' as const),
    blind,
  });

  part('import', 'Take in judgments that were made elsewhere: of another workspace, a spreadsheet, Label Studio, assignments.')
    .argument('<path>', 'the file')
    .addOption(new Option('--format <format>', 'what it is (default: told by its name and first line)').choices([...FORMATS]))
    .option('--annotator <name>', "who signs what names nobody (default: the file's name)")
    .option('--system <name>', "under which nuggets are made of marked spans (default: the file's name)")
    .action((path: string, _: unknown, command: Command) => {
      const flags = command.optsWithGlobals() as Flags & { format?: AnnotationFormat; annotator?: string; system?: string };
      const { collection, format, annotator, system } = flags;
      return runMethod('importAnnotations', flags, { collection, path, format, annotator, system }, { text: importText });
    });

  part('export', 'Write judgments to a file.')
    .argument('<path>', 'the file')
    .addOption(
      new Option('--format <format>', 'events, one row a judgment, Label Studio tasks, or assignments')
        .choices([...FORMATS])
        .default('jsonl'),
    )
    .addOption(
      new Option('--offsets <unit>', 'what offsets count (default: utf16; codepoints for label-studio)').choices([
        'utf16',
        'codepoints',
        'utf8',
      ]),
    )
    .addOption(new Option('--locale <locale>', 'of csv; pt-BR: semicolons and decimal commas').choices(['en', 'pt-BR']).default('en'))
    .action((path: string, _: unknown, command: Command) => {
      const flags = command.optsWithGlobals() as Flags & Omit<Input<'exportAnnotations'>, 'path' | 'collection'>;
      const { collection, format, offsets, locale } = flags;
      return runMethod('exportAnnotations', flags, { collection, path, format, offsets, locale }, { text: exportedText });
    });

  asWho(part('queue', 'The next nuggets to be judged.'))
    .addOption(
      new Option('--kind <kind>', 'which nuggets, in which order')
        .choices(['all', 'sample', 'stratified', 'unlocated', 'disagreements', 'query'])
        .default('all'),
    )
    .option('--size <n>', 'at most so many in the queue', wholeNumber)
    .option('--seed <n>', 'of a sample', wholeNumber, 1)
    .addOption(new Option('--by <what>', 'strata').choices(['court', 'score']).default('court'))
    .option('--strata <n>', 'parts of the scores', wholeNumber, 4)
    .option('--extractor <name>', 'of this extractor or system alone', nuggetSource)
    .option('--run <id>', 'a kept run: its scores, or with --query-id what it retrieved')
    .option('--query-id <id>', 'a query of the collection')
    .option('--query <words>', 'what is searched for now')
    .option('--all', 'also those that are judged', false)
    .option('--limit <n>', 'shown', wholeNumber, 10)
    .action((_: unknown, command: Command) => {
      const flags = command.optsWithGlobals() as WhoFlags & Record<string, never>;
      const { kind, size, seed, by, strata, run, queryId, query, limit, extractor, all } = flags;
      const source = extractor === 'any' ? undefined : extractor;
      const queue = { kind, size, seed, by, strata, run_id: run, query_id: queryId, query, extractor: source };
      return runMethod('annotationQueue', flags, { ...who(flags), queue, limit, open: !all }, { text: queueText });
    });

  asWho(part('judge', 'Judge one nugget; values that are left out stay.'))
    .requiredOption('--doc <id>', 'its document')
    .requiredOption('--nugget <id>', 'the nugget, as queue and show name it')
    .addOption(new Option('--faithful <value>', 'borne by the text?').choices(['support', 'partial', 'no_support', 'unknown', 'none']))
    .addOption(new Option('--importance <value>', 'how important').choices(['vital', 'okay', 'unknown', 'none']))
    .addOption(new Option('--self-contained <value>', 'understood alone?').choices(['yes', 'no', 'unknown', 'none']))
    .addOption(new Option('--problem <names...>', 'what is wrong with it').choices([...Problem.options, 'none']))
    .option('--note <text>', 'a note')
    .option('--text <text>', 'as it ought to read; the original is kept')
    .option('--evidence <start-end...>', 'places that bear it, in UTF-16 code units')
    .action((_: unknown, command: Command) => {
      const flags = command.optsWithGlobals() as WhoFlags & JudgeFlags;
      const { doc: doc_id, nugget: nugget_id } = flags;
      return runMethod('annotate', flags, { ...who(flags), doc_id, nugget_id, changes: changesOf(flags) }, { text: judgedText });
    });

  addScoreCommands(part);

  for (const redo of [false, true]) {
    asWho(part(redo ? 'redo' : 'undo', `${redo ? 'Bring back' : 'Take back'} the annotator's last judgment, without limit.`)).action(
      (_: unknown, command: Command) => {
        const flags = command.optsWithGlobals() as WhoFlags;
        return runMethod(
          'undoAnnotation',
          flags,
          { ...who(flags), redo },
          {
            text: ({ moved }) =>
              moved ? `${moved.nugget_id}: ${redo ? 'brought back' : 'taken back'}` : `nothing to ${redo ? 'bring back' : 'take back'}`,
          },
        );
      },
    );
  }
}

interface JudgeFlags {
  readonly doc: string;
  readonly nugget: string;
  readonly faithful?: string;
  readonly importance?: string;
  readonly selfContained?: string;
  readonly problem?: string[];
  readonly note?: string;
  readonly text?: string;
  readonly evidence?: string[];
}

/** `none` takes a value back. */
function changesOf(flags: JudgeFlags): Input<'annotate'>['changes'] {
  const value = (given: string | undefined) => (given === 'none' ? null : given);
  const changes = {
    faithful: value(flags.faithful),
    importance: value(flags.importance),
    self_contained: value(flags.selfContained),
    problems: flags.problem?.filter((name) => name !== 'none'),
    note: flags.note,
    text: flags.text === '' ? null : flags.text,
    evidence: flags.evidence?.map((place) => {
      const [start, end] = place.split('-').map(Number);
      return { start: start ?? Number.NaN, end: end ?? Number.NaN };
    }),
  };
  return Object.fromEntries(Object.entries(changes).filter(([, given]) => given !== undefined)) as Input<'annotate'>['changes'];
}

const nothing = JSON.stringify(NO_VALUES);

function judgedText({ annotation, event_id }: AnnotateOutput): string {
  const rows = annotation.by
    .filter(({ values }) => JSON.stringify(values) !== nothing)
    .map(({ annotator, role, values }) => [
      role === 'adjudicator' ? `${annotator} (adjudicator)` : annotator,
      values.faithful ?? '–',
      values.importance ?? '–',
      values.self_contained ?? '–',
      values.problems.join(', ') || '–',
    ]);
  const head = `${annotation.nugget.id}: ${shorten(annotation.nugget.text, 100)}${event_id === '' ? ' (unchanged)' : ''}`;
  return [head, table(['annotator', 'faithful', 'importance', 'self-contained', 'problems'], rows)].join('\n');
}

function queueText({ total, judged, unknown, strata, items }: QueueOutput): string {
  return [
    `${judged} of ${total} judged (${unknown} "I don't know")`,
    ...strata.map((stratum) => `  ${stratum.name || '–'}: ${stratum.judged} of ${stratum.total}`),
    ...items.map(
      ({ position, nugget, document }) =>
        `${position + 1}. ${nugget.id}  ${document.court}\n   ${shorten(nugget.text, 110)} (${nugget.status})`,
    ),
  ].join('\n');
}

function progressText(out: ProgressOutput): string {
  const rows = out.annotators.map((one) => [
    one.role === 'adjudicator' ? `${one.annotator} (adjudicator)` : one.annotator,
    one.judged,
    one.unknown,
    one.faithful.support,
    one.faithful.partial,
    one.faithful.no_support,
    one.days.at(-1)?.day ?? '–',
    one.days.at(-1)?.nuggets ?? 0,
  ]);
  return [
    `${out.judged} of ${out.nuggets} nuggets judged, ${out.doubled} by two or more, ${out.disputed} disputed${out.outdated > 0 ? `; ${out.outdated} judged that are no longer there` : ''}`,
    ...(rows.length > 0
      ? [table(['annotator', 'judged', "don't know", 'support', 'partial', 'no support', 'last day', 'that day'], rows)]
      : []),
  ].join('\n');
}

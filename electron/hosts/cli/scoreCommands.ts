/** annotations scores, annotations report: how faithful the nuggets are. */
import { type Command, Option } from 'commander';
import { Faithful } from '../../../shared/annotation';
import { type HintAgreementOutput, type Input, type Output, ScoreGrouping, type ScoresOutput } from '../../../shared/contract';
import type { NuggetSource } from '../../../shared/domain';
import { table } from './output';
import { type CommonFlags, runMethod } from './session';
import { nuggetSource, wholeNumber } from './values';

interface Flags extends CommonFlags {
  readonly collection: string;
  readonly by?: ScoreGrouping[];
  readonly annotator?: string;
  readonly samples: number;
  readonly seed: number;
}

export function addScoreCommands(part: (name: string, description: string) => Command): void {
  const scored = (name: string, description: string) =>
    part(name, description)
      .addOption(new Option('--by <what...>', 'groups (default: all)').choices(ScoreGrouping.options))
      .option('--annotator <name>', "this annotator's word (default: what is settled)")
      .option('--samples <n>', 'of the bootstrap', wholeNumber, 2000)
      .option('--seed <n>', 'of the bootstrap', wholeNumber, 1);
  const input = ({ collection, by, annotator, samples, seed }: Flags) => ({ collection, by, annotator, samples, seed });

  scored(
    'scores',
    "TREC's nugget scores: strict (support / n) and with half a point for each partial, by extractor, profile, court and length.",
  ).action((_: unknown, command: Command) => {
    const flags = command.optsWithGlobals() as Flags;
    return runMethod('annotationScores', flags, input(flags), { text: scoresText });
  });
  part('examples', 'A few nuggets behind a figure of the scores, with the words they were judged by.')
    .addOption(new Option('--by <what>', 'the grouping').choices(ScoreGrouping.options).default('extractor'))
    .requiredOption('--name <group>', 'the group, as scores name it')
    .addOption(new Option('--faithful <value>', 'judged so').choices(Faithful.options).default('no_support'))
    .option('--annotator <name>', "this annotator's word (default: what is settled)")
    .option('--size <n>', 'at most so many', wholeNumber, 5)
    .option('--seed <n>', 'of the draw', wholeNumber, 1)
    .action((_: unknown, command: Command) => {
      const flags = command.optsWithGlobals() as CommonFlags & Input<'annotationExamples'>;
      const { collection, by, name, faithful, annotator, size, seed } = flags;
      return runMethod('annotationExamples', flags, { collection, by, name, faithful, annotator, size, seed }, { text: examplesText });
    });
  scored('report', 'The scores with agreement, problems and examples, as one HTML page that prints well.')
    .requiredOption('--out <file.html>', 'the page')
    .addOption(new Option('--lang <lang>', 'its language').choices(['en', 'pt']).default('en'))
    .action((_: unknown, command: Command) => {
      const flags = command.optsWithGlobals() as Flags & { out: string; lang: 'en' | 'pt' };
      const { out, lang } = flags;
      return runMethod(
        'annotationReport',
        flags,
        { ...input(flags), out, lang },
        { text: ({ path, nuggets }) => `${path}: ${nuggets} judged nuggets` },
      );
    });

  part('hints', 'How well hints foresee what people say of nuggets: precision and recall of "no support".')
    .option('--extractor <name>', 'of this extractor or system alone', nuggetSource)
    .option('--model <file.gguf>', 'also ask this chat model')
    .option('--endpoint <name>', 'or the one of a remote endpoint that is turned on: text of the documents is sent to it')
    .option('--size <n>', 'at most so many judged nuggets', wholeNumber, 500)
    .option('--seed <n>', 'of the sample', wholeNumber, 1)
    .action((_: unknown, command: Command) => {
      const flags = command.optsWithGlobals() as Flags & {
        extractor?: 'any' | NuggetSource;
        model?: string;
        endpoint?: string;
        size: number;
      };
      const { collection, extractor, model, endpoint, size, seed } = flags;
      const source = extractor === 'any' ? undefined : extractor;
      return runMethod('hintAgreement', flags, { collection, extractor: source, model, endpoint, size, seed }, { text: hintsText });
    });
}

function examplesText({ total, examples }: Output<'annotationExamples'>): string {
  const lines = examples.flatMap((one) => [
    `${one.doc_id}  ${one.nugget_id}`,
    `   ${one.text}`,
    ...(one.evidence ? [`   evidence: ${one.evidence}`] : []),
  ]);
  return [`${examples.length} of ${total}`, ...lines].join('\n');
}

function hintsText({ nuggets, rules, model }: HintAgreementOutput): string {
  if (nuggets === 0) return 'No nugget has been judged yet.';
  const share = (x: number | null) => (x === null ? '–' : x.toFixed(3));
  const row = (name: string, one: HintAgreementOutput['rules']) => [
    name,
    share(one.precision),
    share(one.recall),
    one.foreseen,
    one.judged,
    share(one.same),
  ];
  return [
    table(
      ['hints by', 'precision', 'recall', 'foreseen', 'judged', 'same verdict'],
      [row('rules', rules), ...(model ? [row(model.name, model)] : [])],
    ),
    `"no support" among ${nuggets} judged nuggets`,
  ].join('\n');
}

function scoresText({ groups, most_faithful, judged_by, samples, seed }: ScoresOutput): string {
  if (groups.length === 0) return 'Nothing has been judged yet.';
  const rows = groups.map(({ by, name, documents, nuggets, mean, ci95, unknown, disputed }) => [
    by,
    name || '–',
    documents,
    nuggets,
    unknown + disputed,
    ...(['strict_all', 'all', 'strict_vital', 'vital'] as const).map((score) => {
      const ends = ci95[score];
      return `${mean[score].toFixed(3)}${ends ? ` (${ends.map((end) => end.toFixed(2)).join('–')})` : ''}`;
    }),
  ]);
  const head = ['by', 'group', 'documents', 'nuggets', 'left out', 'strict', 'with partial', 'vital strict', 'vital with partial'];
  return [
    table(head, rows),
    `means over documents, 95 % intervals by ${samples} bootstrap samples (seed ${seed}); judged by: ${judged_by}`,
    most_faithful === null ? 'no extractor is ahead of all others with an interval clear of 0' : `most faithful: ${most_faithful}`,
  ].join('\n');
}

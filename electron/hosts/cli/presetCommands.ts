/** experiment presets, experiment preset: the papers' own tables, made again. */
import { type Command, Option } from 'commander';
import type { Output, PresetOutput } from '../../../shared/contract';
import { ExtractorId } from '../../../shared/domain';
import { endpointOf } from '../../../shared/endpoints';
import { SAMPLE_SEED } from '../../../shared/presets';
import { duration, table } from './output';
import { announce } from './remoteWords';
import { type CommonFlags, runMethod } from './session';
import { wholeNumber } from './values';

interface PresetFlags extends CommonFlags {
  readonly data: string;
  readonly out: string;
  readonly encoder?: string[];
  readonly extractor?: ExtractorId;
  readonly model?: string;
  readonly endpoint?: string;
  readonly formulator?: ExtractorId;
  readonly sample?: number;
  readonly seed?: number;
  readonly datasets?: string[];
  readonly runs?: string[];
}

const HELP = `
DIR holds a folder for each data set; pepita experiment presets says their names and what lies in them. Data sets that are
not at hand are named, and the others are done. Called again it goes on where it stopped. OUT gets table.md, table.csv,
preset.json, and for each data set what pepita experiment run writes; with --sample N all of it lies in OUT/sample-N, and
the collections are others. Rankings that need a language model are named where there is none, with the command that makes them.`;

export function addPresetCommands(experiment: Command, common: (command: Command) => Command): void {
  common(experiment.command('presets'))
    .description("List the papers' tables that can be made again: what files each takes, and what can't be the same.")
    .action((flags: CommonFlags) => runMethod('presets', flags, {}, { text: listText }));

  common(experiment.command('preset'))
    .argument('<id>', 'the table; see: pepita experiment presets')
    .description("Make a paper's table again, beside its own figures: import, extract, index and rank what is at hand.")
    .requiredOption('--data <dir>', "folder that holds the data sets' folders")
    .requiredOption('--out <dir>', 'folder of the outcome')
    .option(
      '--encoder <id...>',
      'encoders (default: e5-small-pten); "PUBLISHED=ID" lets one stand for a model of the paper, "remote:NAME" is an endpoint that is turned on',
    )
    .addOption(
      new Option('--extractor <id>', 'who makes nuggets and summaries (default: as for pepita extract)').choices(ExtractorId.options),
    )
    .option(
      '--model <file.gguf>',
      'a chat model: it draws out, writes the issues of queries and ranks anew; with --extractor extractive only the last two',
    )
    .option('--endpoint <name>', 'a remote endpoint that is turned on, in its place: documents and queries are sent to it')
    .addOption(
      new Option(
        '--formulator <id>',
        'who writes the issues of queries (default: the model or endpoint; "extractive" picks clauses)',
      ).choices(ExtractorId.options),
    )
    .option('--sample <n>', 'a quick trial: n judged queries of each data set, their relevant documents, 20 others for each', wholeNumber)
    .option('--seed <n>', 'by which the sample is drawn', wholeNumber, SAMPLE_SEED)
    .option('--datasets <id...>', 'only these data sets')
    .option('--runs <name...>', 'only these rankings of the table')
    .addHelpText('after', HELP)
    .action((id: string, flags: PresetFlags) => {
      const remote = flags.encoder?.map((text) => endpointOf(text.slice(text.indexOf('=') + 1))).find((name) => name !== undefined);
      return runMethod(
        'preset',
        flags,
        {
          id,
          data: flags.data,
          out: flags.out,
          encoders: flags.encoder,
          extractor: flags.extractor,
          model: flags.model,
          endpoint: flags.endpoint,
          formulator: flags.formulator,
          sample: flags.sample,
          seed: flags.seed,
          datasets: flags.datasets,
          runs: flags.runs,
        },
        {
          text: presetText,
          warnings: (out) => out.warnings,
          before: flags.endpoint
            ? announce(flags.endpoint, flags.extractor === 'extractive' ? 'queries and summaries' : 'the text of documents and queries')
            : announce(remote, 'the text of nuggets, summaries, documents and queries'),
        },
      );
    });
}

function listText({ presets }: Output<'presets'>): string {
  return presets
    .map((preset) =>
      [
        `${preset.id}: ${preset.title}`,
        `  of: ${preset.source}`,
        `  rankings: ${preset.runs.join('; ')}`,
        `  measures: ${preset.measures.join(', ')} (${preset.convention})`,
        `  the paper used: ${[preset.models.nuggets, preset.models.summaries, ...preset.models.vectors].filter(Boolean).join('; ')}`,
        ...preset.datasets.map(
          (one) => `  DIR/${one.folder}: ${one.title}, ${one.documents} documents, ${one.queries} judged queries; ${one.files}`,
        ),
        ...preset.differs.map((line) => `  not the same: ${line}`),
      ].join('\n'),
    )
    .join('\n\n');
}

function presetText({ rows, measures, datasets, source, extractor, not_run, dir, seconds }: PresetOutput): string {
  const held = measures.filter((m) => rows.some(({ published }) => published[m] !== undefined));
  const figure = (x: number | undefined) => x?.toFixed(5) ?? '–';
  const cells = rows.map((row) => [
    row.dataset,
    row.published_model === '' ? row.approach : `${row.approach} (${row.published_model})`,
    row.encoder || (row.note.startsWith('not run') ? 'not run' : '–'),
    ...measures.flatMap((m) => [
      figure(row.ours[m]),
      ...(held.includes(m) ? [figure(row.published[m]), row.difference[m]?.toFixed(5) ?? '–'] : []),
    ]),
  ]);
  const heads = measures.flatMap((m) => (held.includes(m) ? [m, 'published', 'diff.'] : [m]));
  return [
    table(['data set', 'approach', 'encoder', ...heads], cells),
    `published: ${source}${extractor === '' ? '' : `; ours: ${extractor}`}`,
    ...datasets.filter(({ note }) => note !== '').map(({ title, note }) => `${title}: ${note}`),
    ...not_run.map((one) => `${one.dataset}: not run: ${one.runs.join('; ')}: ${one.why}\n  ${one.command}`),
    `${duration(seconds)}; the whole, with what can't be the same: ${dir}/table.md`,
  ].join('\n');
}

/** agreement: how far people agree on a label. */
import { type Command, Option } from 'commander';
import { LABELS, Problem } from '../../../shared/annotation';
import type { AgreementLabel, AgreementOutput } from '../../../shared/contract';
import { shorten, table } from './output';
import { type CommonFlags, runMethod } from './session';
import { wholeNumber } from './values';

interface Flags extends CommonFlags {
  readonly collection: string;
  readonly label: AgreementLabel;
  readonly annotator?: string[];
  readonly samples: number;
  readonly seed: number;
}

export function addAgreementCommand(program: Command, common: (command: Command) => Command): void {
  common(program.command('agreement'))
    .description("How far annotators agree on a label: raw, Cohen's kappa, Krippendorff's alpha, with bootstrap intervals over documents.")
    .requiredOption('--collection <id>', 'the collection')
    .addOption(
      new Option('--label <label>', 'a label, or whether a problem is there')
        .choices([...Object.keys(LABELS), ...Problem.options])
        .default('faithful'),
    )
    .option('--annotator <names...>', 'these alone (default: all)')
    .option('--samples <n>', 'of the bootstrap', wholeNumber, 2000)
    .option('--seed <n>', 'of the bootstrap', wholeNumber, 1)
    .action((flags: Flags) => {
      const { collection, label, annotator, samples, seed } = flags;
      return runMethod('agreement', flags, { collection, label, annotators: annotator, samples, seed }, { text: agreementText });
    });
}

type Interval = AgreementOutput['raw_ci95'];
const number = (x: number | null) => (x === null ? '–' : x.toFixed(3));
const withEnds = (x: number | null, ends: Interval) =>
  x === null ? '–' : `${number(x)}${ends ? ` (${number(ends[0])}–${number(ends[1])})` : ''}`;

function agreementText(out: AgreementOutput): string {
  if (out.nuggets === 0)
    return `${out.label}: no nugget was judged by two annotators (${out.single} by one, ${out.unknown} "I don't know")`;
  const pairs = out.pairs.map(({ a, b, n, raw, raw_ci95, kappa, ci95 }) => [
    `${a} – ${b}`,
    n,
    withEnds(raw, raw_ci95),
    withEnds(kappa, ci95),
  ]);
  const documents = out.documents.map(({ doc_id, title, nuggets, raw, alpha }) => [
    doc_id,
    shorten(title, 50),
    nuggets,
    number(raw),
    number(alpha.nominal),
  ]);
  return [
    `${out.label}: ${out.nuggets} nuggets judged by two or more, ${out.single} by one, ${out.unknown} times "I don't know"`,
    `raw agreement ${withEnds(out.raw, out.raw_ci95)}`,
    `Krippendorff's alpha: nominal ${withEnds(out.alpha.nominal, out.alpha_ci95.nominal)}, ordinal ${withEnds(out.alpha.ordinal, out.alpha_ci95.ordinal)}`,
    '',
    table(['annotators', 'nuggets', 'raw (95 %)', 'kappa (95 %)'], pairs),
    '',
    table(['document', 'title', 'nuggets', 'raw', 'alpha'], documents),
    `intervals: ${out.samples} bootstrap samples of ${out.resampled}, seed ${out.seed}`,
  ].join('\n');
}

/** doctor: whether what Pepita needs works here, and what a model is able to do. */
import type { Command } from 'commander';
import { type AbilityReport, abilityFigures, verdictOf } from '../../../shared/ability';
import { duration, table } from './output';
import { announce } from './remoteWords';
import { type CommonFlags, runMethod } from './session';

interface DoctorFlags extends CommonFlags {
  readonly extract?: string | true;
  readonly endpoint?: string;
  readonly profile?: string;
}

export function addDoctorCommand(program: Command, common: (command: Command) => Command): void {
  common(program.command('doctor'))
    .description('Check that everything that Pepita needs works here; or what a model is able to extract.')
    .option(
      '--extract [model]',
      'try a model (a .gguf file, a name from "pepita models", or "extractive") on twelve short decisions of the sample',
    )
    .option('--endpoint <name>', 'try a remote endpoint that is turned on: the twelve decisions are sent to it')
    .option('--profile <id|file>', 'what is drawn out (default: jurisprudence)')
    .action((flags: DoctorFlags) => (flags.extract || flags.endpoint ? tryModel(flags) : examine(flags)));
}

const examine = (flags: DoctorFlags): Promise<void> =>
  runMethod(
    'doctor',
    flags,
    {},
    {
      text: (out) =>
        out.checks
          .map((c) => `${c.ok ? 'ok  ' : 'FAIL'}  ${c.name}: ${c.found}${c.ok || !c.remedy ? '' : `\n      ${c.remedy}`}`)
          .join('\n'),
    },
  );

async function tryModel(flags: DoctorFlags): Promise<void> {
  const { extract, endpoint, profile } = flags;
  const named =
    endpoint !== undefined
      ? { endpoint }
      : extract === 'extractive'
        ? { extractor: 'extractive' as const }
        : { extractor: 'llama' as const, ...(typeof extract === 'string' ? { model: extract } : {}) };
  const input = { ...named, ...(profile === undefined ? {} : { profile }) };
  await runMethod('measureAbility', flags, input, {
    text: abilityText,
    data: (report) => ({ ...report, verdict: verdictOf(report) }),
    before: announce(endpoint, 'the text of twelve sample decisions'),
  });
}

const VERDICTS = {
  good: 'good: its nuggets can be worked with',
  weak: 'weak: its nuggets need an eye on each of them',
  unfit: 'unfit: it cannot extract; the extractive extractor can',
} as const;

function abilityText(report: AbilityReport): string {
  const { valid, perDocument, secondsPerDocument } = abilityFigures(report);
  const percent = (x: number) => `${Math.round(100 * x)} %`;
  const of = (part: number) => (report.nuggets > 0 ? percent(part / report.nuggets) : '–');
  const { exact, normalised, fuzzy, none } = report.located;
  const stops = Object.entries(report.stops).map(([stop, n]) => `${stop} ${n}`);
  const tokens = report.answer_tokens > 0 ? `, ${(report.answer_tokens / report.seconds).toFixed(1)} tokens written a second` : '';
  const rows = [
    ['whole answers of the form asked for', `${percent(valid)} of ${report.answers} (${stops.join(', ')})`],
    ['nuggets', `${report.nuggets}, ${perDocument.toFixed(1)} a decision; ${report.empty} decisions with none`],
    [
      'evidence located',
      `${of(exact + normalised + fuzzy)} (exact ${exact}, normalised ${normalised}, fuzzy ${fuzzy}, not located ${none})`,
    ],
    ...Object.entries(report.passed).map(([check, n]) => [`check ${check}`, of(n)]),
    ['time', `${duration(report.seconds)}, ${secondsPerDocument.toFixed(1)} s a decision${tokens}`],
    ['verdict', VERDICTS[verdictOf(report)]],
  ];
  return [
    `${report.model_id || report.extractor}, profile ${report.profile}, ${report.documents} decisions`,
    table(['', ''], rows),
    ...report.failed.map(({ doc_id, message }) => `failed: ${doc_id}: ${message}`),
  ].join('\n');
}

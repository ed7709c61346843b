/** An experiment's outcome as a page: the same outcome gives the same page, to the byte. Pure. */
import { meansTable, pairsTable } from '../../../shared/comparisonTable';
import type { CompareRunsOutput, ExperimentOutput } from '../../../shared/contract';
import type { RankingConfig } from '../../../shared/domain';
import type { ExperimentFile } from '../../../shared/experiment';
import { type Table, toMarkdown } from '../../../shared/table';

export interface Outcome {
  readonly experiment: ExperimentFile;
  readonly data: ExperimentOutput['data'];
  readonly runs: readonly { readonly name: string; readonly config: RankingConfig; readonly config_sha256: string }[];
  readonly comparison: CompareRunsOutput;
}

export function writeReport({ experiment, data, runs, comparison }: Outcome): string {
  const { name, description, collection, baseline } = experiment;
  const against = baseline ?? comparison.runs[0]?.name ?? '';
  return [
    `# ${name}`,
    ...(description ? [description] : []),
    `Collection "${collection}": ${data.documents} documents, ${data.nuggets} nuggets, ${data.queries} queries of which ${comparison.queries} are judged, ${data.judgments} judgments (state ${data.sha256.slice(0, 12)}).`,
    '## Means',
    toMarkdown(meansTable(comparison)).trimEnd(),
    `${comparison.convention} definitions; a judged query without an answer counts 0. † better, ‡ worse than "${against}" at p < .05 (randomisation test with 100,000 draws, seed 1, Holm's correction).`,
    '## Intervals',
    toMarkdown(intervalsTable(comparison)).trimEnd(),
    '95 % bootstrap intervals of the means (10,000 samples, seed 1).',
    ...(comparison.pairs.length > 0
      ? ['## Differences', toMarkdown(pairsTable(comparison)).trimEnd(), 'p-values after Holm’s correction over the pairs of a measure.']
      : []),
    ...(comparison.likeness.length > 0 ? ['## Likeness', toMarkdown(likenessTable(comparison)).trimEnd()] : []),
    '## Configurations',
    toMarkdown(configTable(runs)).trimEnd(),
    `Ties: ${runs[0]?.config.tie_rule}. Pepita ${runs[0]?.config.pepita}.`,
    '',
  ].join('\n\n');
}

const intervalsTable = ({ runs, measures }: CompareRunsOutput): Table => ({
  head: ['run', ...measures],
  rows: runs.map((run) => [run.name, ...measures.map((m) => (run.ci95[m] ?? []).map((end) => end.toFixed(4)).join(' – '))]),
});

const likenessTable = ({ likeness }: CompareRunsOutput): Table => ({
  head: ['run', 'against', 'Kendall τ', 'RBO .9'],
  rows: likeness.map(({ run, against, tau, rbo }) => [run, against, tau, rbo]),
});

const configTable = (runs: Outcome['runs']): Table => ({
  head: ['run', 'parts', 'fusion', 'sha256'],
  rows: runs.map(({ name, config, config_sha256 }) => [
    name,
    config.parts
      .map((part) =>
        [part.name, part.aggregate, part.encoder, config.parts.length > 1 ? part.weight : ''].filter((x) => x !== '').join(' '),
      )
      .join('; '),
    config.parts.length > 1 ? (config.fusion === 'rrf' ? `rrf ${config.rrf_k}` : config.normalisation) : '',
    config_sha256.slice(0, 12),
  ]),
});

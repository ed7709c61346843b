/** An experiment file → its rankings, each with a name of its own. Pure. */
import { RankingInput, type RerankKnobs } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { Axis, ExperimentFile, ExperimentRun } from '../../../shared/experiment';

export interface PlannedRun {
  readonly name: string;
  readonly input: RankingInput;
  /** How a language model reads its head anew; undefined where none does. */
  readonly rerank?: RerankKnobs | undefined;
}

/** @throws BAD_INPUT where two runs have one name or the baseline is none of them */
export function expandRuns(experiment: ExperimentFile): PlannedRun[] {
  const { collection, defaults, baseline } = experiment;
  const planned = [...experiment.runs, ...combinations(experiment.grid ?? {})].map((run): PlannedRun => {
    const { name, rerank, ...knobs } = run;
    const input = settled(RankingInput.parse({ ...defaults, ...knobs, collection }));
    return { name: name ?? [nameOf(input), rerank ? 'reranked' : ''].filter(Boolean).join(' '), input, ...(rerank && { rerank }) };
  });
  const unique = withoutRepeats(planned, experiment.runs.length);
  const twice = unique.find(({ name }, i) => unique.findIndex((other) => other.name === name) !== i);
  if (twice)
    throw new AppError(
      'BAD_INPUT',
      `Two different runs of the experiment are named "${twice.name}".`,
      'Give one of them a name of its own.',
    );
  if (baseline !== undefined && !unique.some(({ name }) => name === baseline))
    throw new AppError(
      'BAD_INPUT',
      `The baseline "${baseline}" is none of the runs.`,
      `There are: ${unique.map(({ name }) => name).join(', ')}.`,
    );
  return unique;
}

function combinations(grid: NonNullable<ExperimentFile['grid']>): ExperimentRun[] {
  const axes = Object.entries(grid) as [Axis, readonly string[]][];
  if (axes.length === 0) return [];
  return axes.reduce<ExperimentRun[]>(
    (runs, [axis, values]) => runs.flatMap((run) => values.map((value) => ({ ...run, [axis]: value }) as ExperimentRun)),
    [{}],
  );
}

/** What makes no difference is set to its usual value, so that two spellings of one ranking are one. */
function settled(input: RankingInput): RankingInput {
  const usual = RankingInput.parse({ collection: input.collection });
  const lexical = input.ranker === 'bm25';
  const fused = input.ranker === 'hybrid';
  // A full document is one unit: there is nothing to gather.
  const alone = (input.unit === 'document' || input.unit === 'summary') && input.aggregate !== 'by-sentence';
  return {
    ...input,
    ...(lexical ? { encoder: undefined, approximate: undefined } : { k1: fused ? input.k1 : usual.k1, b: fused ? input.b : usual.b }),
    ...(fused ? {} : { fusion: usual.fusion, normalisation: usual.normalisation, rrf_k: usual.rrf_k, bm25_weight: usual.bm25_weight }),
    ...(alone && !input.parts ? { aggregate: 'max' } : {}),
    ...(input.unit === 'nugget' || input.parts ? {} : { extractor: usual.extractor }),
    ...(input.query_form === 'as-is' ? { formulation: undefined } : {}),
    ...(input.query_form === 'union' ? {} : { pool: usual.pool }),
  };
}

/** Of rankings that are the same, the first; those that were written down one by one all stay. */
function withoutRepeats(planned: readonly PlannedRun[], written: number): PlannedRun[] {
  const seen = new Set<string>();
  return planned.filter(({ input, rerank }, i) => {
    const key = JSON.stringify([input, rerank]);
    const first = !seen.has(key);
    seen.add(key);
    return first || i < written;
  });
}

/** What differs from the usual, in a fixed order. */
function nameOf(input: RankingInput): string {
  const { unit, ranker, aggregate, encoder, extractor, fusion, normalisation, bm25_weight, parts, query_form, formulation, approximate } =
    input;
  const weights = parts?.map((part) => `${part.unit}-${part.ranker}-${part.weight}`).join('+');
  return [
    weights ?? unit,
    ranker,
    aggregate === 'max' ? '' : aggregate,
    encoder ?? '',
    extractor === 'any' ? '' : extractor,
    ranker === 'hybrid' ? (fusion === 'rrf' ? 'rrf' : normalisation === 'min-max' ? '' : normalisation) : '',
    query_form === 'as-is' ? '' : query_form,
    formulation ?? '',
    approximate ? 'approximate' : '',
    ranker === 'hybrid' && !parts && bm25_weight !== 0.5 ? `bm25-${bm25_weight}` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

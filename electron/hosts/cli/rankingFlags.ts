/** The flags of a ranking, as search and run take them. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Output, PartInput, type RankingInput } from '../../../shared/contract';
import { Aggregate, ExtractorId, type Fusion, type Normalisation, QueryForm, Unit } from '../../../shared/domain';
import { endpointOf } from '../../../shared/endpoints';
import { recallLine } from './approximateCommand';
import type { CommonFlags } from './session';
import { nonNegative, nuggetSource, share, wholeNumber } from './values';

export interface RankingFlags extends CommonFlags {
  readonly collection: string;
  readonly unit: Unit;
  readonly ranker: 'dense' | 'bm25' | 'hybrid';
  readonly aggregate: string;
  readonly encoder?: string;
  readonly extractor: RankingInput['extractor'];
  readonly candidates: number;
  readonly approximate: boolean;
  readonly k1: number;
  readonly b: number;
  readonly bm25Weight: number;
  readonly part?: PartInput[];
  readonly fusion: Fusion;
  readonly normalisation: Normalisation;
  readonly rrfK: number;
  readonly queryForm: QueryForm;
  readonly formulation?: string;
  readonly pool: number;
}

function aggregate(value: string): string {
  if (!Aggregate.safeParse(value).success)
    throw new InvalidArgumentError('one of max, mean:K, by-sentence, sum, log-sum, count-damped is due.');
  return value;
}

/** `unit:ranker[:weight[:aggregate[:encoder]]]`; an aggregate may hold a colon itself (mean:3). */
function part(value: string): PartInput {
  const match = /^([^:]+):([^:]+)(?::([^:]+))?(?::(mean:\d+|[^:]+))?(?::(.+))?$/.exec(value);
  const [, unit, ranker, weight, rule, encoder] = match ?? [];
  const parsed = PartInput.safeParse({ unit, ranker, aggregate: rule, encoder, weight: weight === undefined ? undefined : Number(weight) });
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  throw new InvalidArgumentError(
    `unit:ranker[:weight[:aggregate[:encoder]]] is due (${first?.path.map(String).join('.')}: ${first?.message}).`,
  );
}

export const withRanking = (command: Command): Command =>
  command
    .requiredOption('--collection <id>', 'the collection')
    .addOption(new Option('--unit <unit>', 'what is matched').choices(Unit.options).default('nugget'))
    .addOption(new Option('--ranker <ranker>', 'how it is matched').choices(['dense', 'bm25', 'hybrid']).default('dense'))
    .option(
      '--aggregate <rule>',
      "units → documents: max (first evidence), mean:K, by-sentence (mean over the query's sentences), sum, log-sum, count-damped",
      aggregate,
      'max',
    )
    .option('--encoder <id>', 'the encoder (default: e5-small-pten); "fitted" is the collection\'s own, "remote:NAME" an endpoint')
    .addOption(
      new Option('--extractor <id>', `whose nuggets: any, ${ExtractorId.options.join(', ')}, or imported:NAME`)
        .argParser(nuggetSource)
        .default('any'),
    )
    .option('--candidates <n>', 'units kept before aggregation', wholeNumber, 10_000)
    .option('--approximate', 'by the approximate index, where it is up to date; see: pepita approximate', false)
    .option('--k1 <x>', 'BM25 k1', nonNegative, 0.9)
    .option('--b <x>', 'BM25 b', share, 0.4)
    .option('--bm25-weight <x>', 'share of BM25 in the hybrid', share, 0.5)
    .option(
      '--part <unit:ranker[:weight[:aggregate[:encoder]]]>',
      'another hybrid, a part at a time: --part nugget:dense:0.3 --part document:dense:0.3 --part document:bm25:0.4',
      (value: string, all: PartInput[] = []) => [...all, part(value)],
    )
    .addOption(new Option('--fusion <how>', 'how a hybrid adds up').choices(['weighted', 'rrf']).default('weighted'))
    .addOption(
      new Option('--normalisation <how>', 'of the scores before they are weighted')
        .choices(['min-max', 'z-score', 'none'])
        .default('min-max'),
    )
    .option('--rrf-k <n>', 'k of reciprocal rank fusion, in a hybrid and in the union', nonNegative, 60)
    .addOption(
      new Option(
        '--query-form <form>',
        'in which words queries are searched: q_F (facts), q_I (issues), q_FI (both), union (each of the three), as-is; see: pepita formulate',
      )
        .choices(QueryForm.options)
        .default('as-is'),
    )
    .option('--formulation <id|key>', 'whose formulations: extractive, llama, remote or a key (default: those made last)')
    .option('--pool <n>', 'documents that each formulation gives to the union', wholeNumber, 1000);

/** The endpoint that embeds the queries, undefined where they stay here. */
export const queriesGoTo = ({ ranker, encoder = '' }: Pick<RankingFlags, 'ranker' | 'encoder'>): string | undefined =>
  ranker === 'bm25' ? undefined : endpointOf(encoder);

export const rankingInput = (flags: RankingFlags) => ({
  collection: flags.collection,
  unit: flags.unit,
  ranker: flags.ranker,
  aggregate: flags.aggregate,
  encoder: flags.encoder,
  extractor: flags.extractor,
  candidates: flags.candidates,
  ...(flags.approximate ? { approximate: true } : {}),
  k1: flags.k1,
  b: flags.b,
  bm25_weight: flags.bm25Weight,
  parts: flags.part,
  fusion: flags.fusion,
  normalisation: flags.normalisation,
  rrf_k: flags.rrfK,
  query_form: flags.queryForm,
  formulation: flags.formulation,
  pool: flags.pool,
});

export const approximateLines = ({ parts }: Output<'search'>['config']): string[] =>
  parts.flatMap(({ name, approximate: used }) => (used ? [`${parts.length > 1 ? `${name}: ` : ''}${recallLine(used.recall)}`] : []));

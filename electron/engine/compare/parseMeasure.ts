/** `ndcg@10` → a measure with its cut. */
import { AppError } from '../../../shared/errors';
import {
  averagePrecision,
  bpref,
  type Grades,
  type Judged,
  ndcg,
  precision,
  rankBiasedPrecision,
  recall,
  reciprocalRank,
} from './measures';

export type MeasureKind = 'ndcg' | 'map' | 'mrr' | 'p' | 'r' | 'bpref' | 'rbp';

export interface Measure {
  /** Its one spelling: `ndcg@10`, `map`, `mrr@10`, `p@5`, `r@100`, `bpref`, `rbp:0.8@10`. */
  readonly name: string;
  readonly kind: MeasureKind;
  /** Ranks that count; null where the whole ranking does. */
  readonly cut: number | null;
  /** Persistence of rank-biased precision, above 0 and below 1; other measures have none. */
  readonly persistence?: number;
}

const SPELLINGS: Readonly<Record<string, MeasureKind>> = {
  ndcg: 'ndcg',
  map: 'map',
  ap: 'map',
  mrr: 'mrr',
  rr: 'mrr',
  p: 'p',
  precision: 'p',
  r: 'r',
  recall: 'r',
  bpref: 'bpref',
  rbp: 'rbp',
};
/** What ir_measures takes without being told. */
const PERSISTENCE = 0.8;

/** @throws USAGE where the name, the cut or the persistence is none of ours. */
export function parseMeasure(text: string): Measure {
  const match = /^([a-z]+)(?::(0?\.\d+))?(?:@([1-9]\d{0,6}))?$/.exec(text.trim().toLowerCase());
  const kind = match && Object.hasOwn(SPELLINGS, match[1]!) ? SPELLINGS[match[1]!] : undefined;
  const known = 'Known: ndcg@K, map@K, mrr@K, p@K, r@K, rbp:P@K and bpref; all but p and r also without @K, rbp also without :P.';
  if (!match || !kind) throw new AppError('USAGE', `"${text}" is no measure.`, known);
  const cut = match[3] === undefined ? null : Number(match[3]);
  if (cut === null && (kind === 'p' || kind === 'r'))
    throw new AppError('USAGE', `"${text}" needs the number of ranks it looks at.`, `For instance ${kind}@10.`);
  const at = cut === null ? '' : `@${cut}`;
  if (kind === 'rbp') {
    const persistence = match[2] === undefined ? PERSISTENCE : Number(match[2]);
    if (persistence <= 0) throw new AppError('USAGE', `"${text}": the persistence lies above 0 and below 1.`, 'For instance rbp:0.8.');
    return { name: `rbp:${persistence}${at}`, kind, cut, persistence };
  }
  if (match[2] !== undefined) throw new AppError('USAGE', `"${text}" is no measure.`, known);
  return { name: `${kind}${at}`, kind, cut };
}

type Valuation = (grades: Grades, judged: Judged, k: number, persistence: number) => number;
const FUNCTIONS: Readonly<Record<MeasureKind, Valuation>> = {
  ndcg,
  map: averagePrecision,
  mrr: reciprocalRank,
  p: precision,
  r: recall,
  bpref,
  rbp: rankBiasedPrecision,
};

/** Between 0 and 1. */
export function measureValue({ kind, cut, persistence = PERSISTENCE }: Measure, grades: Grades, judged: Judged): number {
  return FUNCTIONS[kind](grades, judged, cut ?? Number.POSITIVE_INFINITY, persistence);
}

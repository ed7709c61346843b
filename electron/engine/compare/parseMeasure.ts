/** `ndcg@10` → a measure with its cut. */
import { AppError } from '../../../shared/errors';
import { averagePrecision, type Grades, type Judged, ndcg, precision, recall, reciprocalRank } from './measures';

export type MeasureKind = 'ndcg' | 'map' | 'mrr' | 'p' | 'r';

export interface Measure {
  /** Its one spelling: `ndcg@10`, `map`, `mrr@10`, `p@5`, `r@100`. */
  readonly name: string;
  readonly kind: MeasureKind;
  /** Ranks that count; null where the whole ranking does. */
  readonly cut: number | null;
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
};

/** @throws USAGE where the name or the cut is none of ours. */
export function parseMeasure(text: string): Measure {
  const match = /^([a-z]+)(?:@([1-9]\d{0,6}))?$/.exec(text.trim().toLowerCase());
  const kind = match && Object.hasOwn(SPELLINGS, match[1]!) ? SPELLINGS[match[1]!] : undefined;
  const remedy = 'Known: ndcg@K, map@K, mrr@K, p@K, r@K; ndcg, map and mrr also without @K.';
  if (!match || !kind) throw new AppError('USAGE', `"${text}" is no measure.`, remedy);
  const cut = match[2] === undefined ? null : Number(match[2]);
  if (cut === null && (kind === 'p' || kind === 'r'))
    throw new AppError('USAGE', `"${text}" needs the number of ranks it looks at.`, `For instance ${kind}@10.`);
  return { name: cut === null ? kind : `${kind}@${cut}`, kind, cut };
}

const FUNCTIONS: Readonly<Record<MeasureKind, (grades: Grades, judged: Judged, k: number) => number>> = {
  ndcg,
  map: averagePrecision,
  mrr: reciprocalRank,
  p: precision,
  r: recall,
};

export function measureValue({ kind, cut }: Measure, grades: Grades, judged: Judged): number {
  return FUNCTIONS[kind](grades, judged, cut ?? Number.POSITIVE_INFINITY);
}

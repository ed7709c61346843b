/** The switch above the list: which unit is matched, and how. */
import type { Input } from '../../../shared/contract';
import type { Key } from '../../i18n';

export const MODES = ['nugget', 'document', 'passage', 'bm25', 'hybrid', 'summary'] as const;
export type Mode = (typeof MODES)[number];
export const AGGREGATES = ['max', 'mean:3', 'by-sentence'] as const;
export type AggregateChoice = (typeof AGGREGATES)[number];
export const AGGREGATE_NAMES: Readonly<Record<AggregateChoice, Key>> = {
  max: 'agg_max',
  'mean:3': 'agg_mean',
  'by-sentence': 'agg_sentence',
};

export function rankingOf(mode: Mode, aggregate: AggregateChoice): Pick<Input<'search'>, 'unit' | 'ranker' | 'aggregate'> {
  switch (mode) {
    case 'nugget':
      return { unit: 'nugget', ranker: 'dense', aggregate };
    case 'document':
      return { unit: 'document', ranker: 'dense', aggregate: 'max' };
    case 'passage':
      return { unit: 'passage', ranker: 'dense', aggregate };
    case 'bm25':
      return { unit: 'document', ranker: 'bm25', aggregate: 'max' };
    case 'summary':
      return { unit: 'summary', ranker: 'hybrid', aggregate: 'max' };
    case 'hybrid':
      return { unit: 'nugget', ranker: 'hybrid', aggregate };
  }
}

/** Full documents have one unit each: there is nothing to aggregate. */
export const aggregates = (mode: Mode): boolean => mode !== 'document' && mode !== 'bm25';

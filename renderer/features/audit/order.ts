/** Which nuggets are shown, and in what order. */
import type { EvidenceStatus, Nugget } from '../../../shared/domain';

export const ORDERS = ['text', 'doubt'] as const;
export type Order = (typeof ORDERS)[number];
export const FILTERS = ['all', 'written', 'thesis', 'coverage'] as const;
export type Filter = (typeof FILTERS)[number];

/** The least sure first. */
const DOUBT: Readonly<Record<EvidenceStatus, number>> = { none: 0, fuzzy: 1, normalised: 2, exact: 3 };
export const evidenceScore = ({ spans }: Nugget): number => (spans.length > 0 ? Math.min(...spans.map(({ score }) => score)) : 0);
const place = ({ spans, ord }: Nugget): number => spans[0]?.start ?? Number.MAX_SAFE_INTEGER - 1e6 + ord;

/** `text`: as the source goes, what is not located last · `doubt`: what deserves a look first. */
export function arrange(nuggets: readonly Nugget[], filter: Filter, order: Order): Nugget[] {
  const kept = nuggets.filter(({ tier }) => filter === 'all' || tier === filter);
  const byPlace = (a: Nugget, b: Nugget) => place(a) - place(b) || (a.id < b.id ? -1 : 1);
  if (order === 'text') return kept.sort(byPlace);
  return kept.sort((a, b) => DOUBT[a.status] - DOUBT[b.status] || evidenceScore(a) - evidenceScore(b) || byPlace(a, b));
}

/** How far everybody has come. Pure. */
import type { AnnotatorProgress } from '../../../shared/contract';
import type { FoldedItem } from './fold';
import { rolesInOrder, whoIs } from './history';
import { settle } from './settle';

export interface WorkDone {
  readonly judged: number;
  readonly doubled: number;
  readonly disputed: number;
  readonly annotators: AnnotatorProgress[];
}

/** @param utcOffset minutes that local time is ahead of UTC */
export function workDone(items: Iterable<FoldedItem>, utcOffset: number): WorkDone {
  const annotators = new Map<string, AnnotatorProgress>();
  const days = new Map<string, Map<string, number>>();
  const done = { judged: 0, doubled: 0, disputed: 0 };
  for (const { by } of items) {
    const all = [...by.values()];
    const judged = all.filter(({ values }) => values.faithful !== null);
    if (judged.length > 0) done.judged++;
    if (judged.filter(({ role }) => role === 'annotator').length > 1) done.doubled++;
    if (Object.values(settle(all)).some(({ how }) => how === 'disputed')) done.disputed++;
    for (const one of all) {
      const { annotator, role, values, first_at } = one;
      const entry: AnnotatorProgress = annotators.get(whoIs(one)) ?? {
        annotator,
        role,
        nuggets: 0,
        judged: 0,
        unknown: 0,
        faithful: { support: 0, partial: 0, no_support: 0, unknown: 0 },
        importance: { vital: 0, okay: 0, unknown: 0 },
        self_contained: { yes: 0, no: 0, unknown: 0 },
        days: [],
      };
      annotators.set(whoIs(one), entry);
      entry.nuggets++;
      if (values.faithful !== null) {
        entry.judged++;
        entry.faithful[values.faithful]++;
        if (values.faithful === 'unknown') entry.unknown++;
      }
      if (values.importance !== null) entry.importance[values.importance]++;
      if (values.self_contained !== null) entry.self_contained[values.self_contained]++;
      const own = days.get(whoIs(one)) ?? new Map<string, number>();
      days.set(whoIs(one), own);
      const day = new Date(Date.parse(first_at) + utcOffset * 60_000).toISOString().slice(0, 10);
      own.set(day, (own.get(day) ?? 0) + 1);
    }
  }
  for (const [who, entry] of annotators)
    entry.days = [...days.get(who)!].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, nuggets]) => ({ day, nuggets }));
  return { ...done, annotators: [...annotators.values()].sort(rolesInOrder) };
}

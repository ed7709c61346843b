/**
 * Events → what each annotator says now. Pure: the order of the events does not matter, nor whether one is there twice,
 * so that two workspaces that were merged either way around say the same.
 */
import { type AnnotationEvent, type AnnotatorJudgment, NO_VALUES } from '../../../shared/annotation';
import { type History, historyOf, whoIs } from './history';

export interface FoldedItem {
  /** As it was judged last. */
  readonly nugget: AnnotationEvent['nugget'];
  /** By `whoIs`. */
  readonly by: ReadonlyMap<string, AnnotatorJudgment>;
}

export interface Folded extends Pick<History<AnnotationEvent>, 'stacks'> {
  /** By the nugget's version; without those of which nothing is said any more. */
  readonly items: ReadonlyMap<string, FoldedItem>;
}

export function foldAnnotations(events: readonly AnnotationEvent[]): Folded {
  const { counted, stacks } = historyOf(events);
  const items = new Map<string, { nugget: AnnotationEvent['nugget']; by: Map<string, AnnotatorJudgment> }>();
  for (const event of counted) {
    if (event.action.type !== 'judge') continue;
    const { nugget, annotator, role, at } = event;
    const item = items.get(nugget.version) ?? { nugget, by: new Map() };
    items.set(nugget.version, item);
    item.nugget = nugget;
    const before = item.by.get(whoIs(event));
    const values = { ...(before?.values ?? NO_VALUES), ...event.action.changes };
    item.by.set(whoIs(event), { annotator, role, first_at: before?.first_at ?? at, at, values });
  }
  return { items, stacks };
}

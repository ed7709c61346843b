/**
 * Events → what each annotator says now. Pure: the order of the events does not matter, nor whether one is there twice,
 * so that two workspaces that were merged either way around say the same.
 */
import { type AnnotationEvent, type AnnotatorJudgment, type AnnotatorRole, NO_VALUES } from '../../../shared/annotation';
import { compareBytes } from '../../../shared/ties';

/** One annotator in one role. */
export const whoIs = ({ annotator, role }: Pick<AnnotationEvent, 'annotator' | 'role'>): string => `${role}\n${annotator}`;

export interface FoldedItem {
  /** As it was judged last. */
  readonly nugget: AnnotationEvent['nugget'];
  /** By `whoIs`. */
  readonly by: ReadonlyMap<string, AnnotatorJudgment>;
}

export interface Folded {
  /** By the nugget's version; without those of which nothing is said any more. */
  readonly items: ReadonlyMap<string, FoldedItem>;
  /** By `whoIs`: the judgments that an undo, or a redo, would take or bring back next. */
  readonly stacks: ReadonlyMap<string, { readonly undo: AnnotationEvent | undefined; readonly redo: AnnotationEvent | undefined }>;
}

export function foldAnnotations(events: readonly AnnotationEvent[]): Folded {
  const inOrder = sortEvents(events);
  const stacks = new Map<string, Stack>();
  for (const event of inOrder) {
    const stack = stacks.get(whoIs(event)) ?? { done: [], undone: [] };
    stacks.set(whoIs(event), stack);
    move(stack, event);
  }
  const counted = new Set([...stacks.values()].flatMap(({ done }) => done.map(({ id }) => id)));
  const items = new Map<string, { nugget: AnnotationEvent['nugget']; by: Map<string, AnnotatorJudgment> }>();
  for (const event of inOrder) {
    if (event.action.type !== 'judge' || !counted.has(event.id)) continue;
    const { nugget, annotator, role, at } = event;
    const item = items.get(nugget.version) ?? { nugget, by: new Map() };
    items.set(nugget.version, item);
    item.nugget = nugget;
    const before = item.by.get(whoIs(event));
    const values = { ...(before?.values ?? NO_VALUES), ...event.action.changes };
    item.by.set(whoIs(event), { annotator, role, first_at: before?.first_at ?? at, at, values });
  }
  return { items, stacks: new Map([...stacks].map(([who, { done, undone }]) => [who, { undo: done.at(-1), redo: undone.at(-1) }])) };
}

/** Each once, by time; where two have the same, by id. */
export function sortEvents(events: readonly AnnotationEvent[]): AnnotationEvent[] {
  const once = [...new Map(events.map((event) => [event.id, event])).values()];
  return once.sort((a, b) => compareBytes(a.at, b.at) || compareBytes(a.id, b.id));
}

interface Stack {
  readonly done: AnnotationEvent[];
  readonly undone: AnnotationEvent[];
}

/** As every editor does it: a new judgment ends what could be brought back. */
function move({ done, undone }: Stack, event: AnnotationEvent): void {
  const { action } = event;
  if (action.type === 'judge') {
    done.push(event);
    undone.length = 0;
    return;
  }
  const [from, to] = action.type === 'undo' ? [done, undone] : [undone, done];
  const at = from.findLastIndex(({ id }) => id === action.of);
  if (at >= 0) to.push(...from.splice(at, 1));
}

export const rolesInOrder = (a: { annotator: string; role: AnnotatorRole }, b: { annotator: string; role: AnnotatorRole }): number =>
  compareBytes(b.role, a.role) || compareBytes(a.annotator, b.annotator);

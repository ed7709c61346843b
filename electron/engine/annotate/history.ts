/** Events of any kind of judgment → those that count, after all undoing and redoing. Pure; the order in the files does not matter. */
import { compareBytes } from '../../../shared/ties';

interface Act {
  readonly type: 'judge' | 'undo' | 'redo';
  readonly of?: string;
}

export interface Recorded {
  readonly id: string;
  readonly annotator: string;
  readonly role: 'annotator' | 'adjudicator';
  readonly at: string;
  readonly action: Act;
}

/** One annotator in one role. */
export const whoIs = ({ annotator, role }: Pick<Recorded, 'annotator' | 'role'>): string => `${role}\n${annotator}`;

export const rolesInOrder = (a: Pick<Recorded, 'annotator' | 'role'>, b: Pick<Recorded, 'annotator' | 'role'>): number =>
  compareBytes(b.role, a.role) || compareBytes(a.annotator, b.annotator);

export interface NextMoves<E> {
  readonly undo: E | undefined;
  readonly redo: E | undefined;
}

export interface History<E> {
  /** Judgments that count, by time. */
  readonly counted: readonly E[];
  /** By `whoIs`: the judgments that an undo, or a redo, would take or bring back next. */
  readonly stacks: ReadonlyMap<string, NextMoves<E>>;
}

export function historyOf<E extends Recorded>(events: readonly E[]): History<E> {
  const inOrder = sortEvents(events);
  const stacks = new Map<string, Stack<E>>();
  for (const event of inOrder) {
    const stack = stacks.get(whoIs(event)) ?? { done: [], undone: [] };
    stacks.set(whoIs(event), stack);
    move(stack, event);
  }
  const ids = new Set([...stacks.values()].flatMap(({ done }) => done.map(({ id }) => id)));
  return {
    counted: inOrder.filter(({ id, action }) => action.type === 'judge' && ids.has(id)),
    stacks: new Map([...stacks].map(([who, { done, undone }]) => [who, { undo: done.at(-1), redo: undone.at(-1) }])),
  };
}

/** Each once, by time; where two have the same, by id. */
export function sortEvents<E extends Recorded>(events: readonly E[]): E[] {
  const once = [...new Map(events.map((event) => [event.id, event])).values()];
  return once.sort((a, b) => compareBytes(a.at, b.at) || compareBytes(a.id, b.id));
}

interface Stack<E> {
  readonly done: E[];
  readonly undone: E[];
}

/** As every editor does it: a new judgment ends what could be brought back. */
function move<E extends Recorded>({ done, undone }: Stack<E>, event: E): void {
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

/** Later than the annotator's last event, whatever the clock says. */
export function timeAfter(known: readonly Recorded[], who: Pick<Recorded, 'annotator' | 'role'>, now: Date): string {
  let last = '';
  for (const event of known) if (whoIs(event) === whoIs(who) && compareBytes(event.at, last) > 0) last = event.at;
  return new Date(Math.max(now.getTime(), last === '' ? 0 : Date.parse(last) + 1)).toISOString();
}

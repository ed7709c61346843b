/** Events of any kind of judgment → those that count, after all undoing and redoing. Pure; the order in the files does not matter. */
import { compareBytes } from '../../../shared/ties';
import { type Acted, replay, type Stack } from '../../../shared/undo';
import { groupBy } from './groupBy';

export interface Recorded extends Acted {
  readonly annotator: string;
  readonly role: 'annotator' | 'adjudicator';
  readonly at: string;
}

/** One annotator in one role. */
export const whoIs = ({ annotator, role }: Pick<Recorded, 'annotator' | 'role'>): string => `${role}\n${annotator}`;

export const rolesInOrder = (a: Pick<Recorded, 'annotator' | 'role'>, b: Pick<Recorded, 'annotator' | 'role'>): number =>
  compareBytes(b.role, a.role) || compareBytes(a.annotator, b.annotator);

export interface History<E> {
  /** Judgments that count, by time. */
  readonly counted: readonly E[];
  /** By `whoIs`. */
  readonly stacks: ReadonlyMap<string, Stack<E>>;
}

export function historyOf<E extends Recorded>(events: readonly E[]): History<E> {
  const inOrder = sortEvents(events);
  const stacks = new Map([...groupBy(inOrder, whoIs)].map(([who, own]) => [who, replay(own)]));
  const ids = new Set([...stacks.values()].flatMap(({ done }) => done.map(({ id }) => id)));
  return { counted: inOrder.filter(({ id }) => ids.has(id)), stacks };
}

/** Each once, by time; where two have the same, by id. */
export function sortEvents<E extends Recorded>(events: readonly E[]): E[] {
  const once = [...new Map(events.map((event) => [event.id, event])).values()];
  return once.sort((a, b) => compareBytes(a.at, b.at) || compareBytes(a.id, b.id));
}

/** Later than the annotator's last event, whatever the clock says. */
export function timeAfter(known: readonly Recorded[], who: Pick<Recorded, 'annotator' | 'role'>, now: Date): string {
  let last = '';
  for (const event of known) if (whoIs(event) === whoIs(who) && compareBytes(event.at, last) > 0) last = event.at;
  return new Date(Math.max(now.getTime(), last === '' ? 0 : Date.parse(last) + 1)).toISOString();
}

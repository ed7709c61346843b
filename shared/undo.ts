/**
 * Undo and redo without limit, where nothing is ever taken out of the record: they are acts as well, which name the judgment that they
 * take back or bring back. Used by every kind of judgment (annotation.ts, judging.ts). Pure.
 */
import { z } from 'zod';

/** An action of a kind of judgment. @param judge what a judgment holds beside its type */
export const actionOf = <J extends z.ZodRawShape>(judge: J) =>
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('judge'), ...judge }),
    /** `of`: the id of the judgment that is taken back, or brought back. */
    z.object({ type: z.literal('undo'), of: z.string() }),
    z.object({ type: z.literal('redo'), of: z.string() }),
  ]);

export interface Acted {
  readonly id: string;
  readonly action: { readonly type: 'judge' } | { readonly type: 'undo' | 'redo'; readonly of: string };
}

/** Judgments of one actor; the last of each is what an undo, or a redo, moves next. */
export interface Stack<E> {
  /** Those that count. */
  readonly done: readonly E[];
  readonly undone: readonly E[];
}

/** As every editor does it: a new judgment ends what could be brought back. @param events of one actor, by time */
export function replay<E extends Acted>(events: Iterable<E>): Stack<E> {
  const done: E[] = [];
  const undone: E[] = [];
  for (const event of events) {
    const { action } = event;
    if (action.type === 'judge') {
      done.push(event);
      undone.length = 0;
      continue;
    }
    const [from, to] = action.type === 'undo' ? [done, undone] : [undone, done];
    // Merged workspaces can name one in the middle, or one that was moved already.
    const at = from.findLastIndex(({ id }) => id === action.of);
    if (at >= 0) to.push(...from.splice(at, 1));
  }
  return { done, undone };
}

export interface NextMove<E> {
  /** The judgment that is moved. */
  readonly last: E;
  readonly action: { readonly type: 'undo' | 'redo'; readonly of: string };
}

/** undefined where there is nothing to take back, or to bring back. */
export function nextMove<E extends Acted>(stack: Stack<E> | undefined, redo: boolean): NextMove<E> | undefined {
  const last = (redo ? stack?.undone : stack?.done)?.at(-1);
  return last && { last, action: { type: redo ? 'redo' : 'undo', of: last.id } };
}

export const canMove = (stack: Stack<unknown> | undefined): { can_undo: boolean; can_redo: boolean } => ({
  can_undo: (stack?.done.length ?? 0) > 0,
  can_redo: (stack?.undone.length ?? 0) > 0,
});

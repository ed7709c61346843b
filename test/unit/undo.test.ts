/** Undo and redo against an editor of the plainest kind: whole states in a list, and a place in it. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldAnnotations } from '../../electron/engine/annotate/fold';
import { whoIs } from '../../electron/engine/annotate/history';
import { foldRelevance, pairKey } from '../../electron/engine/annotate/relevance';
import { type AnnotationEvent, NO_VALUES } from '../../shared/annotation';
import type { RelevanceEvent } from '../../shared/judging';
import { canMove, nextMove, replay, type Stack } from '../../shared/undo';
import { event, nugget } from './annotateKit';

interface Editor<S> {
  states: S[];
  at: number;
}
const fresh = <S>(state: S): Editor<S> => ({ states: [state], at: 0 });
function edit<S>(editor: Editor<S>, type: 'judge' | 'undo' | 'redo', to: (state: S) => S): void {
  if (type === 'judge') editor.states = [...editor.states.slice(0, editor.at + 1), to(editor.states[editor.at]!)];
  editor.at = Math.min(editor.states.length - 1, Math.max(0, editor.at + (type === 'undo' ? -1 : 1)));
}

const WHO = ['Ana', 'Bruno'] as const;
const step = fc.record({
  who: fc.constantFrom(...WHO),
  type: fc.constantFrom('judge', 'judge', 'undo', 'undo', 'redo'),
  item: fc.integer({ min: 1, max: 3 }),
  label: fc.constantFrom('faithful', 'note'),
  value: fc.integer({ min: 0, max: 3 }),
});
const FAITHFUL = ['support', 'partial', 'no_support', null] as const;
const key = (who: string): string => whoIs({ annotator: who, role: 'annotator' });

it('nuggets: any acts, undos and redos of two annotators leave what an editor of each would show', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const events: AnnotationEvent[] = [];
      const editors = new Map(WHO.map((who) => [who, fresh<Record<string, object>>({})]));
      for (const [at, { who, type, item, label, value }] of steps.entries()) {
        const changes = label === 'faithful' ? { faithful: FAITHFUL[value]! } : { note: `${value}` };
        if (type === 'judge') events.push(event(who, at, { type, changes }, nugget(item)));
        else {
          const move = nextMove(foldAnnotations(events).stacks.get(key(who)), type === 'redo');
          if (move) events.push(event(who, at, move.action, move.last.nugget));
        }
        edit(editors.get(who)!, type, (state) => ({ ...state, [`v${item}`]: { ...(state[`v${item}`] ?? NO_VALUES), ...changes } }));
      }
      const { items, stacks } = foldAnnotations(events);
      for (const [who, { states, at }] of editors) {
        const shown = [...items].flatMap(([version, { by }]) => (by.has(key(who)) ? [[version, by.get(key(who))!.values]] : []));
        expect(Object.fromEntries(shown)).toEqual(states[at]);
        expect(canMove(stacks.get(key(who)))).toEqual({ can_undo: at > 0, can_redo: at < states.length - 1 });
      }
    }),
  );
});

it('relevance: the same', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const events: RelevanceEvent[] = [];
      const editors = new Map(WHO.map((who) => [who, fresh<Record<string, number | null>>({})]));
      for (const [at, { who, type, item, value }] of steps.entries()) {
        const grade = value === 3 ? null : value;
        const { nugget: _, origin: __, ...head } = event(who, at, { type: 'undo', of: '' });
        if (type === 'judge') events.push({ ...head, query_id: 'q', doc_id: `d${item}`, action: { type, grade } });
        else {
          const move = nextMove(foldRelevance(events).stacks.get(key(who)), type === 'redo');
          if (move) events.push({ ...move.last, ...head, action: move.action });
        }
        edit(editors.get(who)!, type, (state) => ({ ...state, [`d${item}`]: grade }));
      }
      const { pairs } = foldRelevance(events);
      for (const [who, { states, at }] of editors)
        for (const item of [1, 2, 3])
          expect(pairs.get(pairKey('q', `d${item}`))?.get(key(who))?.grade ?? null).toBe(states[at]![`d${item}`] ?? null);
    }),
  );
});

it('an undo that names a judgment in the middle, one that is moved already, or none that is there, as merged files can hold it', () => {
  const act = (id: string) => ({ id, action: { type: 'judge' as const } });
  const move = (type: 'undo' | 'redo', of: string) => ({ id: `${type} ${of}`, action: { type, of } });
  const ids = ({ done, undone }: Stack<{ id: string }>) => [done.map(({ id }) => id), undone.map(({ id }) => id)];
  const [a, b, c] = [act('a'), act('b'), act('c')];
  expect(ids(replay([a, b, c, move('undo', 'a')]))).toEqual([['b', 'c'], ['a']]);
  expect(ids(replay([a, move('undo', 'a'), move('undo', 'a'), move('redo', 'x')]))).toEqual([[], ['a']]);
  expect(ids(replay([a, move('undo', 'a'), move('redo', 'a'), move('redo', 'a')]))).toEqual([['a'], []]);
  expect(nextMove(undefined, false)).toBeUndefined();
});

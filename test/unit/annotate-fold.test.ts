import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkChanges, realChanges } from '../../electron/engine/annotate/changes';
import { foldAnnotations } from '../../electron/engine/annotate/fold';
import { whoIs } from '../../electron/engine/annotate/history';
import { mergeConflicts } from '../../electron/engine/annotate/mergeConflicts';
import { workDone } from '../../electron/engine/annotate/progress';
import { differs, settle } from '../../electron/engine/annotate/settle';
import { type AnnotationEvent, NO_VALUES } from '../../shared/annotation';
import { event, judge, nugget } from './annotateKit';

const ana = whoIs({ annotator: 'Ana', role: 'annotator' });
const state = (events: AnnotationEvent[], version = 'v1', who = ana) => foldAnnotations(events).items.get(version)?.by.get(who)?.values;

describe('fold', () => {
  it('later judgments change what they name, and nothing else', () => {
    const events = [
      judge('Ana', 1, { faithful: 'support', note: 'ok' }),
      judge('Ana', 2, { faithful: 'partial' }),
      judge('Ana', 3, { importance: 'vital' }),
    ];
    expect(state(events)).toEqual({ ...NO_VALUES, faithful: 'partial', note: 'ok', importance: 'vital' });
    expect(state([...events, judge('Ana', 4, { note: '', faithful: null })])).toEqual({ ...NO_VALUES, importance: 'vital' });
  });

  it('undo and redo go back and forth over nuggets; a new judgment ends what could be brought back', () => {
    const [a, b, c] = [
      judge('Ana', 1, { faithful: 'support' }),
      judge('Ana', 2, { faithful: 'partial' }),
      judge('Ana', 3, { faithful: 'no_support' }, nugget(2)),
    ];
    const undo = (at: number, of: AnnotationEvent) => event('Ana', at, { type: 'undo', of: of.id }, of.nugget);
    const redo = (at: number, of: AnnotationEvent) => event('Ana', at, { type: 'redo', of: of.id }, of.nugget);
    const twice = [a, b, c, undo(4, c), undo(5, b)];
    expect(state(twice)).toMatchObject({ faithful: 'support' });
    expect(state(twice, 'v2')).toBeUndefined();
    expect(foldAnnotations(twice).stacks.get(ana)).toEqual({ done: [a], undone: [c, b] });
    const back = [...twice, redo(6, b), redo(7, c)];
    expect([state(back)?.faithful, state(back, 'v2')?.faithful]).toEqual(['partial', 'no_support']);
    const other = [...twice, judge('Ana', 6, { importance: 'okay' }), redo(7, b)];
    expect(state(other)).toMatchObject({ faithful: 'support', importance: 'okay' });
    expect(foldAnnotations(other).stacks.get(ana)?.undone).toEqual([]);
  });

  it('an undo takes back nobody else’s judgment', () => {
    const a = judge('Ana', 1, { faithful: 'support' });
    expect(state([a, event('Rui', 2, { type: 'undo', of: a.id })])).toMatchObject({ faithful: 'support' });
  });

  it('is the same in any order of the events, and with events that are there twice', () => {
    const made = [
      judge('Ana', 1, { faithful: 'support' }),
      judge('Rui', 1, { faithful: 'partial' }),
      judge('Ana', 1, { faithful: 'no_support' }),
      judge('Ana', 2, { problems: ['hallucinated'] }, nugget(2)),
    ];
    const events = [
      ...made,
      event('Ana', 3, { type: 'undo', of: made[3]!.id }, nugget(2)),
      event('Ana', 4, { type: 'redo', of: made[3]!.id }, nugget(2)),
    ];
    const plain = (all: AnnotationEvent[]) => [...foldAnnotations(all).items].map(([v, { by }]) => [v, [...by].sort()]).sort();
    const expected = plain(events);
    fc.assert(
      fc.property(fc.shuffledSubarray([...events, ...events], { minLength: 12 }), (some) => {
        expect(plain(some)).toEqual(expected);
      }),
    );
  });
});

describe('settle', () => {
  const by = (...events: AnnotationEvent[]) => foldAnnotations(events).items.get('v1')!.by.values();
  it.each([
    [[judge('Ana', 1, { faithful: 'support' })], 'support', 'single'],
    [[judge('Ana', 1, { faithful: 'support' }), judge('Rui', 2, { faithful: 'support' })], 'support', 'agreed'],
    [[judge('Ana', 1, { faithful: 'support' }), judge('Rui', 2, { faithful: 'partial' })], null, 'disputed'],
    [[judge('Ana', 1, { faithful: 'support' }), judge('Rui', 2, { faithful: 'unknown' })], 'support', 'single'],
    [[judge('Ana', 1, { faithful: 'unknown' }), judge('Rui', 2, { faithful: 'unknown' })], 'unknown', 'agreed'],
    [[judge('Ana', 1, { importance: 'vital' })], null, 'none'],
    [
      [
        judge('Ana', 1, { faithful: 'support' }),
        judge('Rui', 2, { faithful: 'partial' }),
        judge('Eva', 3, { faithful: 'no_support' }, nugget(1), { role: 'adjudicator' }),
      ],
      'no_support',
      'adjudicated',
    ],
  ] as const)('case %#', (events, value, how) => {
    expect(settle(by(...events)).faithful).toEqual({ value, how });
  });

  it('a dispute stays one to the queue when it has been settled', () => {
    const events = [
      judge('Ana', 1, { faithful: 'support' }),
      judge('Rui', 2, { faithful: 'partial' }),
      judge('Eva', 3, { faithful: 'support' }, nugget(1), { role: 'adjudicator' }),
    ];
    expect([differs(by(...events)), differs(by(...events), 'importance')]).toEqual([true, false]);
  });
});

it('progress: days are local, "I don’t know" is counted', () => {
  const late = { at: '2026-01-02T01:30:00.000Z' };
  const { items } = foldAnnotations([
    judge('Ana', 1, { faithful: 'support' }),
    judge('Ana', 2, { faithful: 'unknown' }, nugget(2), late),
    judge('Rui', 2, { faithful: 'partial' }),
    judge('Rui', 3, { note: 'ver' }, nugget(3)),
  ]);
  const done = workDone(items.values(), -180);
  expect(done).toMatchObject({ judged: 2, doubled: 1, disputed: 1 });
  expect(done.annotators[0]).toMatchObject({
    annotator: 'Ana',
    nuggets: 2,
    judged: 2,
    unknown: 1,
    days: [{ day: '2026-01-01', nuggets: 2 }],
  });
  expect(done.annotators[1]).toMatchObject({ annotator: 'Rui', nuggets: 2, judged: 1, unknown: 0 });
  expect(workDone(items.values(), 0).annotators[0]!.days).toEqual([
    { day: '2026-01-01', nuggets: 1 },
    { day: '2026-01-02', nuggets: 1 },
  ]);
});

describe('changes', () => {
  const text = 'A 😀 decisão e\u0301 boa.';
  it('marks words, with an emoji and a combining mark before them', () => {
    const at = text.indexOf('boa');
    expect(checkChanges({ evidence: [{ start: at, end: at + 3 }] }, text, 'x')).toEqual({
      evidence: [{ start: at, end: at + 3, quote: 'boa' }],
    });
  });
  it.each([
    [{ start: 3, end: 5 }, 'splits a character'],
    [{ start: 0, end: 99 }, 'only 20 characters'],
    [{ start: 5, end: 5 }, 'ends before'],
    [{ start: 0, end: 1, quote: 'B' }, 'reads "A"'],
  ])('refuses %j', (span, reason) => {
    expect(() => checkChanges({ evidence: [span] }, text, 'x')).toThrow(reason);
  });
  it('an edit that is the original is none; problems come in one order', () => {
    expect(checkChanges({ text: 'Tese.', problems: ['wrong_language', 'hallucinated'] }, text, 'Tese.')).toEqual({
      text: null,
      problems: ['hallucinated', 'wrong_language'],
    });
    expect(realChanges({ ...NO_VALUES, faithful: 'support' }, { faithful: 'support', text: null, note: 'n' })).toEqual({ note: 'n' });
  });
});

describe('conflicts of a merge', () => {
  const base = judge('Ana', 1, { faithful: 'support' });
  it('none where one side has only gone on', () => {
    expect(mergeConflicts([base], [base, judge('Ana', 5, { faithful: 'partial' })])).toEqual([]);
    expect(mergeConflicts([base, judge('Ana', 5, { faithful: 'partial' })], [base])).toEqual([]);
    expect(mergeConflicts([base], [judge('Rui', 2, { faithful: 'no_support' })])).toEqual([]);
  });
  it('told where both have gone on, and what counts is the later, either way around', () => {
    const [a, b] = [judge('Ana', 3, { faithful: 'partial' }), judge('Ana', 4, { faithful: 'no_support' })];
    const conflict = { item: 'd1#k.0', annotator: 'Ana', label: 'faithful', kept: 'no_support' };
    expect(mergeConflicts([base, a], [base, b])).toEqual([{ ...conflict, here: 'partial', there: 'no_support' }]);
    expect(mergeConflicts([base, b], [base, a])).toEqual([{ ...conflict, here: 'no_support', there: 'partial' }]);
  });
});

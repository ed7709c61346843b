import { expect, it } from 'vitest';
import { whoIs } from '../../electron/engine/annotate/history';
import { poolOf } from '../../electron/engine/annotate/pool';
import { foldRelevance, pairKey, settleGrade } from '../../electron/engine/annotate/relevance';
import type { GivenGrade, RelevanceEvent } from '../../shared/judging';

const given = (grade: number, annotator = 'Ana', role: GivenGrade['role'] = 'annotator', at = '1'): GivenGrade => ({
  annotator,
  role,
  at,
  grade,
});

it.each([
  [[], null],
  [[given(2)], { grade: 2, how: 'single' }],
  [[given(2), given(2, 'Rui')], { grade: 2, how: 'agreed' }],
  [[given(3), given(0, 'Rui')], { grade: 0, how: 'disputed' }],
  [[given(3), given(0, 'Rui'), given(2, 'Lia')], { grade: 2, how: 'disputed' }],
  [[given(3), given(3, 'Rui'), given(1, 'Eva', 'adjudicator', '2'), given(0, 'Ivo', 'adjudicator', '1')], { grade: 1, how: 'adjudicated' }],
])('what counts of %j', (by, expected) => {
  expect(settleGrade(by)).toEqual(expected);
});

it('a grade that is taken back is none; undo brings it back', () => {
  const event = (id: string, action: RelevanceEvent['action']): RelevanceEvent => ({
    ...{
      v: 1,
      id,
      collection: 'c',
      annotator: 'Ana',
      role: 'annotator',
      at: `2026-01-01T00:00:0${id}.000Z`,
      query_id: 'q',
      doc_id: 'd',
      action,
    },
  });
  const events = [event('1', { type: 'judge', grade: 2 }), event('2', { type: 'judge', grade: null })];
  const grade = (all: RelevanceEvent[]) => foldRelevance(all).pairs.get(pairKey('q', 'd'))?.get(whoIs(all[0]!))?.grade;
  expect(grade(events)).toBeUndefined();
  expect(grade([...events, event('3', { type: 'undo', of: '2' })])).toBe(2);
});

it('a pool holds each document once with the runs that found it, in an order that hangs on the seed alone', () => {
  const runs = [
    { id: 'a', rankings: new Map([['q1', ['d1', 'd2', 'd3']]]) },
    {
      id: 'b',
      rankings: new Map([
        ['q1', ['d2', 'd4', 'd5']],
        ['q2', ['d1']],
        ['gone', ['d9']],
      ]),
    },
  ];
  const pool = poolOf(runs, ['q1', 'q2'], 2, 1);
  expect(pool.map(({ query_id, doc_id }) => `${query_id} ${doc_id}`).sort()).toEqual(['q1 d1', 'q1 d2', 'q1 d4', 'q2 d1']);
  expect(pool.find(({ doc_id }) => doc_id === 'd2')!.found).toEqual([
    { run_id: 'a', rank: 2 },
    { run_id: 'b', rank: 1 },
  ]);
  const order = (list: typeof pool) => list.map(({ doc_id }) => doc_id);
  expect(order(poolOf([...runs].reverse(), ['q1', 'q2'], 2, 1))).toEqual(order(pool));
  const seeds = new Set([1, 2, 3, 4, 5].map((seed) => order(poolOf(runs, ['q1', 'q2'], 2, seed)).join()));
  expect(seeds.size).toBeGreaterThan(1);
});

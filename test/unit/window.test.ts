import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { arrange } from '../../renderer/features/audit/order';
import { type ColumnRow, movesAgainst, tallyOf } from '../../renderer/features/compare/side-by-side/columns';
import { gradesOf } from '../../renderer/features/compare/side-by-side/ranking';
import { formOf, type Translate } from '../../renderer/i18n';
import { en } from '../../renderer/i18n/en';
import { ptBR } from '../../renderer/i18n/pt-BR';
import { keyOf } from '../../renderer/shell/commands';
import { count, decimal, difference, figure, longDate, progressText, timeLeft } from '../../renderer/shell/format';
import { stepIn } from '../../renderer/shell/stepIn';
import { atWork, waitText } from '../../renderer/shell/work';
import type { Job } from '../../shared/contract';
import type { Nugget } from '../../shared/domain';
import { toCsv } from '../../shared/table';

describe('the two dictionaries', () => {
  const keys = Object.keys(en) as (keyof typeof en)[];
  const holes = (words: string) => [...words.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

  it('have the same keys, none empty', () => {
    expect(Object.keys(ptBR).sort()).toEqual([...keys].sort());
    expect(Object.values(ptBR).filter((words) => words.trim() === '')).toEqual([]);
  });
  it('fill the same holes', () => {
    expect(keys.filter((key) => holes(en[key]).join() !== holes(ptBR[key]).join())).toEqual([]);
  });
  it('call things by the glossary', () => {
    const says = (word: RegExp) => keys.filter((key) => word.test(en[key]));
    for (const key of says(/\bnuggets?\b/i)) expect([key, ptBR[key]]).toEqual([key, expect.stringMatching(/nugget/i)]);
    for (const key of says(/\bjudgments?\b/i))
      expect([key, ptBR[key]]).toEqual([key, expect.stringMatching(/julgamento.* de relevância/i)]);
  });
  it('choose the form of a number as the language does', () => {
    expect(formOf('docNuggets', { count: 1 }, 'en')).toBe('docNuggets_one');
    expect(formOf('docNuggets', { count: 0 }, 'en')).toBe('docNuggets_other');
    // Portuguese counts zero as one.
    expect(formOf('docNuggets', { count: 0 }, 'pt-BR')).toBe('docNuggets_one');
    expect(formOf('docNuggets', { count: 1_000_000 }, 'pt-BR')).toBe('docNuggets_other');
    expect(formOf('search', { count: 2 }, 'en')).toBe('search');
  });
});

describe('a job that waits', () => {
  const job = (id: string, more: Partial<Job>): Job => ({
    ...{ id, command: 'index', input: {}, collection: 'acórdãos', state: 'running', waits_for: null, progress: null, result: null },
    ...{ error: null, started_at: '', ended_at: '', resumed: 0 },
    ...more,
  });
  const t: Translate = (key, values = {}) =>
    ptBR[key as keyof typeof ptBR].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
  it('says what for', () => {
    const late = job('late', { command: 'extract', collection: 'outra', waits_for: 'job' });
    const first = job('first', {});
    // The one that is at work may come later in the list.
    expect(atWork([late, first])).toBe(first);
    expect(waitText(late, [late, first], t)).toBe('espera por: Índice de acórdãos');
    expect(waitText(first, [late, first], t)).toBeUndefined();
    expect(waitText(job('asked', { waits_for: 'hint' }), [], t)).toBe('espera até que o modelo responda a uma dica');
    expect(waitText(job('over', { state: 'done', waits_for: 'job' }), [first], t)).toBeUndefined();
    expect(atWork([job('over', { state: 'done' })])).toBeUndefined();
  });
});

describe('numbers and times', () => {
  it('have a true minus sign, and none where nothing is left of them', () => {
    expect(decimal(-0.0371, 2, 'en')).toBe('\u22120.04');
    expect(decimal(-0.0371, 3, 'pt-BR')).toBe('\u22120,037');
    expect(decimal(-0.0001, 2, 'en')).toBe('0.00');
    expect(count(-12_345, 'en')).toBe('\u221212,345');
    expect(figure(-0.25, 'pt-BR')).toBe('\u22120,25');
    expect([difference(-0.5, 1, 'en'), difference(0.5, 1, 'en'), difference(0, 1, 'en'), difference(-0.01, 1, 'en')]).toEqual([
      '\u22120.5',
      '+0.5',
      '0.0',
      '0.0',
    ]);
    // What goes into a file keeps the sign that other programs read.
    expect(toCsv({ head: ['q', 'd'], rows: [['q1', -0.25]] }, { locale: 'en' })).toContain('q1,-0.25');
  });

  it('are written in one place', () => {
    const others = readdirSync('renderer', { recursive: true })
      .map((name) => join('renderer', String(name)))
      .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('format.ts'))
      // Days and hours are written as dates.
      .filter((path) => /(?<!new Date\([^\n]*)\.toLocaleString\(|NumberFormat/.test(readFileSync(path, 'utf8')));
    expect(others).toEqual([]);
  });

  it('are written as the language writes them', () => {
    expect(decimal(0.9371, 3, 'pt-BR')).toBe('0,937');
    expect(longDate('2025-04-09', 'en')).toBe('Apr 9, 2025');
    expect(longDate('s/d', 'en')).toBe('s/d');
  });
  it('time left is in the unit that one would say', () => {
    expect([0.2, 59, 61, 3599, 3600 * 26 + 60 * 5].map(timeLeft)).toEqual(['1 s', '59 s', '1 min', '60 min', '26 h 5 min']);
  });
  it('progress tells a slow rate by the piece', () => {
    const t = (key: string, values: Record<string, unknown> = {}) => `${key}(${Object.values(values).join(',')})`;
    const progress = {
      stage: 'extract' as const,
      done: 3,
      total: 70,
      unit: 'document' as const,
      rate: 0.25,
      eta: 268,
      tokens: null,
      current: '',
    };
    expect(progressText(progress, t, 'en')).toBe('of(3,70) · perMinute(15) · left(4 min)');
    expect(progressText({ ...progress, tokens: 812.4 }, t, 'en')).toBe('of(3,70) · perMinute(15) · tokensPerSecond(812) · left(4 min)');
    expect(progressText({ ...progress, stage: 'search' }, t, 'en')).toBe('of(3,70) · secondsEach(4.0) · left(4 min)');
    const step = { ...progress, stage: 'fit' as const, unit: 'step' as const, total: 20 };
    expect(progressText(step, t, 'en')).toBe('stepOf(3,20) · left(4 min)');
  });
});

describe('keys', () => {
  const event = (key: string, held: object = {}) => ({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held });
  it('have one name on every keyboard', () => {
    expect(keyOf(event('k', { metaKey: true }))).toBe('Mod+k');
    expect(keyOf(event('K', { ctrlKey: true }))).toBe('Mod+k');
    expect(keyOf(event('N', { shiftKey: true }))).toBe('Shift+n');
    expect(keyOf(event('?', { shiftKey: true }))).toBe('?');
    expect(keyOf(event('n', { altKey: true }))).toBe('Alt+n');
  });
  it('move within a list and never out of it', () => {
    expect(stepIn('ArrowDown', -1, 5)).toBe(0);
    expect(stepIn('ArrowUp', 0, 5)).toBe(0);
    expect(stepIn('PageDown', 2, 5)).toBe(4);
    expect(stepIn('End', 0, 5)).toBe(4);
    expect(stepIn('x', 0, 5)).toBeUndefined();
  });
});

describe('comparison', () => {
  const ranking = (...ids: string[]) => ids.map((doc_id, i) => ({ doc_id, rank: i + 1 })) as unknown as ColumnRow[];
  it('tells moves against the first ranking', () => {
    const moves = movesAgainst(ranking('a', 'b', 'c'), ranking('c', 'a', 'd'));
    expect([...moves]).toEqual([
      ['c', { kind: 'up', by: 2 }],
      ['a', { kind: 'down', by: 1 }],
      ['d', { kind: 'new' }],
    ]);
    expect(movesAgainst(ranking('a'), []).size).toBe(0);
  });
  it('counts the relevant of the first ten; a judged 0 is not relevant, an unjudged one neither', () => {
    const judge = (doc_id: string, grade: number, query_id = 'q') => ({ collection: 'c', query_id, doc_id, grade });
    const grades = gradesOf([judge('d2', 1), judge('d11', 3), judge('d1', 0), judge('gone', 2), judge('d3', 1, 'other')], 'q');
    const results = ranking(...Array.from({ length: 12 }, (_, i) => `d${i + 1}`));
    expect(tallyOf(results, grades)).toEqual({ found: 1, relevant: 3, first: 2 });
    expect(tallyOf(results, new Map())).toEqual({ found: 0, relevant: 0, first: null });
    expect(gradesOf([judge('d2', 1)], undefined).size).toBe(0);
  });
});

describe('the order of an audit', () => {
  const nugget = (id: string, status: Nugget['status'], start: number, score = 1) =>
    ({
      id,
      ord: 0,
      tier: id === 'w' ? 'written' : 'thesis',
      status,
      spans: status === 'none' ? [] : [{ start, end: start + 1, kind: status, score }],
    }) as unknown as Nugget;
  const list = [
    nugget('n', 'none', 0),
    nugget('e', 'exact', 50),
    nugget('f2', 'fuzzy', 9, 0.9),
    nugget('w', 'normalised', 1),
    nugget('f1', 'fuzzy', 70, 0.8),
  ];
  const ids = (nuggets: readonly Nugget[]) => nuggets.map(({ id }) => id).join(' ');
  it('goes as the text goes, what is not located last', () => expect(ids(arrange(list, 'all', 'text'))).toBe('w f2 e f1 n'));
  it('or begins with the least sure', () => expect(ids(arrange(list, 'all', 'doubt'))).toBe('n f1 f2 w e'));
  it('keeps one tier alone, and leaves the list as it was', () => {
    expect(ids(arrange(list, 'written', 'text'))).toBe('w');
    expect(ids(list)).toBe('n e f2 w f1');
  });
});

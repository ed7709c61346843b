import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatQrels, parseQrels, toQrels } from '../../electron/engine/compare/trecQrels';
import { trecId } from '../../electron/engine/compare/trecRows';
import { formatTrecRun, parseTrecRun } from '../../electron/engine/compare/trecRun';
import { AppError } from '../../shared/errors';

const refusal = (work: () => unknown): AppError => {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};
const docs = (text: string) => parseTrecRun(text, 'f.run').rankings.get('q');

describe('reading runs', () => {
  it('BOM, CRLF, tabs, runs of spaces, blank lines and a last line without its end', () => {
    const text = '\ufeffq Q0 a 1 2.5 t\r\nq\tQ0\tb\t2\t1e-3\tt\r\n\r\n  q   Q0  c   3   -.5   t';
    expect(docs(text)).toEqual([
      { doc_id: 'a', score: 2.5 },
      { doc_id: 'b', score: 0.001 },
      { doc_id: 'c', score: -0.5 },
    ]);
  });
  it('the rank column is not believed, the file’s order is kept', () =>
    expect(docs('q Q0 a 9 1 t\nq Q0 b 1 2 t')!.map(({ doc_id }) => doc_id)).toEqual(['a', 'b']));
  it('queries may be interleaved', () =>
    expect([...parseTrecRun('q Q0 a 1 1 t\np Q0 a 1 1 t\nq Q0 b 2 0 t', 'f').rankings].map(([q, list]) => [q, list.length])).toEqual([
      ['q', 2],
      ['p', 1],
    ]));
  it.each([
    ['inf', 'q Q0 a 1 inf t'],
    ['1e400', 'q Q0 a 1 1e400 t'],
    ['0x10', 'q Q0 a 1 0x10 t'],
    ['1.2.3', 'q Q0 a 1 1.2.3 t'],
  ])('a score of %s is refused with file, row and remedy', (figure, text) => {
    const error = refusal(() => parseTrecRun(`q Q0 z 1 1 t\n${text}`, 'my.run'));
    expect(error.code).toBe('BAD_INPUT');
    expect(error.message).toContain('my.run, row 2');
    expect(error.message).toContain(figure);
    expect(error.details).toMatchObject({ file: 'my.run', row: 2 });
    expect(error.remedy).toContain('decimal point');
  });
  it('a file without rows is refused', () => expect(refusal(() => parseTrecRun('\ufeff\r\n \n', 'e.run')).message).toContain('e.run'));
  it('ids: quotes, URLs, accents, emoji, __proto__', () => {
    const ids = ["D'Ávila", 'http://x/y?z=1&q=%20', 'Acórdão/733', '😀', '__proto__', '"'];
    const text = ids.map((id, i) => `__proto__ Q0 ${id} 1 ${9 - i} t\n`).join('');
    const run = parseTrecRun(text, 'f');
    expect(run.rankings.get('__proto__')!.map(({ doc_id }) => doc_id)).toEqual(ids);
    expect(formatTrecRun(run)).toContain(' Q0 http://x/y?z=1&q=%20 2 8 t');
  });
});

describe('writing runs', () => {
  it('in the order of the tie rule, with ranks from 1', () =>
    expect(
      formatTrecRun({
        name: 'my run',
        rankings: new Map([
          [
            'q',
            [
              { doc_id: 'a', score: 1 },
              { doc_id: 'b', score: 0.999999999 },
              { doc_id: 'c', score: 2 },
            ],
          ],
        ]),
      }),
    ).toBe('q Q0 c 1 2 my_run\nq Q0 b 2 0.999999999 my_run\nq Q0 a 3 1 my_run\n'));
  it('ids with spaces are written so that they stay one field, and joined with judgments in the same form', () => {
    const name = 'Acórdão 733 de 2025, 100%';
    expect(trecId(name)).toBe('Acórdão%20733%20de%202025,%20100%25');
    expect(trecId(trecId(name))).toBe(trecId(name));
    const written = formatTrecRun({ name: 'r', rankings: new Map([['q 1', [{ doc_id: name, score: 1 }]]]) });
    expect(written.trim().split(/\s+/)).toHaveLength(6);
    const [[query, ranked]] = [...parseTrecRun(written, 'f').rankings] as unknown as [[string, { doc_id: string }[]]];
    const qrels = toQrels([{ query_id: 'q 1', doc_id: name, grade: 2 }]);
    expect(qrels.get(query)!.get(ranked[0]!.doc_id)).toBe(2);
    expect(parseQrels(`q 1\t0\t${name}\t2`, 'f')).toEqual(qrels);
  });
  it('an empty id is refused', () => expect(() => trecId('')).toThrow('empty id'));
  it('property: what is written reads back the same', () => {
    const id = fc.string({ unit: 'grapheme', minLength: 1 }).filter((s) => !/\s/.test(s) && !s.includes('\ufeff'));
    const ranked = fc.uniqueArray(fc.record({ doc_id: id, score: fc.double({ noNaN: true, noDefaultInfinity: true }) }), {
      selector: (r) => r.doc_id,
      minLength: 1,
    });
    fc.assert(
      fc.property(id, ranked, (query, list) => {
        const back = parseTrecRun(formatTrecRun({ name: 't', rankings: new Map([[query, list]]) }), 'f').rankings.get(query)!;
        expect(new Map(back.map((r) => [r.doc_id, r.score + 0]))).toEqual(new Map(list.map((r) => [r.doc_id, r.score + 0])));
      }),
    );
  });
});

describe('judgments', () => {
  it('TREC rows with tabs, CRLF and BOM; grades as floats and below zero', () =>
    expect(parseQrels('\ufeffq\t0\ta\t1\r\nq 0 b -2\r\nq 0 c 3.0\r\n', 'f').get('q')).toEqual(
      new Map([
        ['a', 1],
        ['b', -2],
        ['c', 3],
      ]),
    ));
  it('the same judgment twice counts once; another grade is refused with both rows', () => {
    expect(parseQrels('q 0 a 1\nq 0 a 1', 'f').get('q')!.size).toBe(1);
    const error = refusal(() => parseQrels('q 0 a 1\nq 0 a 1\nq 0 a 2', 'g.qrels'));
    expect(error.message).toMatch(/g\.qrels, row 3: .*grade 2.*1 in row 1/);
  });
  it.each([
    ['q 0 a', /row 1: it has 3 fields instead of 4/],
    ['q 0 a yes', /row 1: the grade "yes"/],
    ['query-id\tcorpus-id\tscore\nq\ta', /row 2: it has 2 fields instead of 3/],
    ['{"query-id":"q","corpus-id":"a","score":1}\n{"query-id":"q"}', /row 2: it lacks/],
    ['{"query-id":"q","corpus-id":"a","score":1}\n{"query', /row 2: it is no JSON/],
    ['{"query-id":"q","corpus-id":"a","score":1}\nnull', /row 2: it lacks/],
    ['', /no judgments/],
  ])('%j is refused', (text, message) => expect(() => parseQrels(text, 'f')).toThrow(message));
  it('numeric ids in JSON lines become strings', () =>
    expect(parseQrels('{"query-id":1,"corpus-id":21064,"score":3.0}', 'f')).toEqual(new Map([['1', new Map([['21064', 3]])]])));
  it('what is written reads back the same', () => {
    const qrels = parseQrels('q 0 a 1\np 0 b 0\nq 0 c -1', 'f');
    expect(parseQrels(formatQrels(qrels), 'f')).toEqual(qrels);
  });
});

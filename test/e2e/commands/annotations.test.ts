/** Audit on the command line: queue, judge, undo, files, agreement, scores, report; names that scripts depend on. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pepita } from '../host';

const dir = mkdtempSync(join(tmpdir(), 'pepita-annotations-'));
const run = (...args: string[]) => pepita([...args, '--collection', 'c', '--workspace', join(dir, 'workspace')]);
const annotations = (...args: string[]) => run('annotations', ...args);

beforeAll(() => {
  writeFileSync(join(dir, 'd1.txt'), 'O prazo 😀 é de cinco anos. A contagem começa na data do fato.');
  writeFileSync(
    join(dir, 'n.jsonl'),
    ['O prazo é de cinco anos.', 'A contagem começa na data do fato.']
      .map((text) => JSON.stringify({ doc_id: 'd1', text, quote: 'A contagem começa na data do fato.' }))
      .join('\n'),
  );
  run('import', join(dir, 'd1.txt'), '--lang', 'pt');
  run('import', join(dir, 'n.jsonl'), '--format', 'nuggets', '--system', 'eu');
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

it('from the queue to the report', () => {
  const queue = annotations('queue', '--annotator', 'Ana', '--kind', 'sample').json.data;
  expect(queue).toMatchObject({ total: 2, judged: 0 });
  const ids: string[] = queue.items.map((item: { nugget: { id: string } }) => item.nugget.id).sort();
  const judge = (annotator: string, id: string, ...flags: string[]) =>
    annotations('judge', '--annotator', annotator, '--doc', 'd1', '--nugget', id, ...flags);
  const first = judge('Ana', ids[0]!, '--faithful', 'partial', '--importance', 'vital', '--problem', 'over_general', '--evidence', '28-38');
  expect(first.json.data.annotation.by[0].values).toMatchObject({
    faithful: 'partial',
    evidence: [{ start: 28, end: 38, quote: 'A contagem' }],
  });
  judge('Ana', ids[1]!, '--faithful', 'support');
  judge('Rui', ids[0]!, '--faithful', 'no_support');
  judge('Rui', ids[1]!, '--faithful', 'support');
  expect(judge('Ana', ids[0]!, '--evidence', '0-999')).toMatchObject({ status: 3, json: { ok: false, error: { code: 'BAD_INPUT' } } });
  expect(annotations('undo', '--annotator', 'Rui').json.data.moved.nugget_id).toBe(ids[1]);
  expect(annotations('redo', '--annotator', 'Rui').json.data.moved.nugget_id).toBe(ids[1]);
  expect(annotations().json.data).toMatchObject({ judged: 2, doubled: 2, disputed: 1, faults: [] });

  const { data: agreement } = run('agreement', '--label', 'faithful').json;
  expect(agreement).toMatchObject({ pairs: [{ a: 'Ana', b: 'Rui', n: 2, raw: 0.5 }], alpha: {} });
  expect(Object.keys(agreement.pairs[0])).toEqual(expect.arrayContaining(['a', 'b', 'n', 'raw', 'kappa', 'ci95']));
  expect(Object.keys(agreement.alpha)).toEqual(['nominal', 'ordinal']);

  const file = join(dir, 'out.csv');
  expect(annotations('export', file, '--format', 'csv', '--locale', 'pt-BR').json.data).toMatchObject({
    path: file,
    rows: 4,
    offsets: 'utf16',
  });
  const back = annotations('import', file, '--format', 'csv').json.data;
  expect(back).toMatchObject({ added: 0, unchanged: 4, conflicts: [], refused: [], realigned: [] });
  expect(run('export', 'annotations', '--out', join(dir, 'out.jsonl')).json.data.rows).toBe(6);

  expect(
    annotations('judge', '--annotator', 'Eva', '--adjudicate', '--doc', 'd1', '--nugget', ids[0]!, '--faithful', 'partial').json.data
      .annotation.settled.faithful,
  ).toEqual({ value: 'partial', how: 'adjudicated' });
  expect(annotations('scores', '--by', 'extractor').json.data.groups).toMatchObject([
    { name: 'imported:eu', nuggets: 2, mean: { strict_all: 0.5, all: 0.75 } },
  ]);
  expect(annotations('report', '--out', join(dir, 'r.html'), '--lang', 'pt').json.data.nuggets).toBe(2);
  expect(readFileSync(join(dir, 'r.html'), 'utf8')).toContain('Fidelidade dos nuggets');
});

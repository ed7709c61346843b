/** Queries in other words and reranking on the command line: names that scripts depend on, refusals with their remedy. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pepita } from '../host';

const dir = mkdtempSync(join(tmpdir(), 'pepita-formulate-'));
const run = (...args: string[]) => pepita([...args, '--collection', 'c', '--workspace', join(dir, 'workspace')]);
const FACTS =
  'The appellant gave a cheque as security for a loan. The cheque was returned unpaid, and she was prosecuted. She says that no debt was due on that day.';

beforeAll(() => {
  writeFileSync(join(dir, 'd1.txt'), 'A cheque given as security is presumed to be given for a debt that can be enforced.');
  writeFileSync(join(dir, 'd2.txt'), 'A dying declaration needs no corroboration where it is found to be true.');
  run('import', join(dir, 'd1.txt'), join(dir, 'd2.txt'), '--lang', 'en');
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

it('a text is formulated once, edited, searched with, and restored', () => {
  const made = run('formulate', '--text', FACTS).json.data;
  expect(made).toMatchObject({ formulator: 'extractive', queries: 1, skipped: 0, failed: [] });
  expect(run('formulate', '--text', FACTS).json.data).toMatchObject({ skipped: 1, key: made.key });
  const search = (form: string) => run('search', FACTS, '--unit', 'document', '--ranker', 'bm25', '--query-form', form).json.data;
  expect(search('q_I').config).toMatchObject({ query_form: 'q_I' });
  const edited = run('formulations', 'edit', '--text', FACTS, '--phrase', 'corroboration of a dying declaration').json.data;
  expect(edited).toMatchObject({ edited_phrases: ['corroboration of a dying declaration'] });
  // Searched by its edited issue, another decision comes first than by its facts.
  expect(search('q_I').results[0].doc_id).toBe('d2');
  expect(search('q_F').results[0].doc_id).toBe('d1');
  const restored = run('formulations', 'restore', '--text', FACTS).json.data;
  expect(restored.edited_phrases).toBeNull();
  expect(search('q_I').results[0].doc_id).toBe('d1');
});

it('what can not be done is refused with the remedy', () => {
  const noquery = run('formulations', 'edit', '--query', 'nobody', '--phrase', 'x');
  expect(noquery.json.ok).toBe(false);
  expect(noquery.json.error.remedy).not.toBe('');
  const norun = run('rerank', '--run', join(dir, 'nothing.run'), '--out', join(dir, 'new.run'));
  expect(norun).toMatchObject({ status: 4, json: { ok: false, error: { code: 'NOT_FOUND' } } });
});

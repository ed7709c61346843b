import { describe, expect, it } from 'vitest';
import type { Summary } from '../../shared/domain';
import { open, sha256, tempFolder, trace } from './storeKit';

const summary = (doc_id: string, more: Partial<Summary> = {}): Summary => ({
  id: `${doc_id}#k1.s`,
  collection: 'c',
  doc_id,
  key: 'k1',
  extractor: 'extractive',
  profile_id: 'summary-v4',
  text_sha256: sha256(doc_id),
  status: 'done',
  fields: [
    {
      name: 'facts',
      ranked: true,
      items: [{ text: "D'Ávila ½ 😀", status: 'exact', spans: [{ start: 3, end: 9, kind: 'exact', score: 1 }] }],
    },
    { name: 'issues', ranked: false, items: [] },
  ],
  covered: 100,
  windows: 1,
  seconds: 0.5,
  error_code: '',
  error_message: '',
  at: '2026-01-02T03:04:05.000Z',
  ...more,
});

describe('summaries in a store', () => {
  it('come back as they were put, by document id, with their traces apart', async () => {
    const store = await open(tempFolder());
    for (const id of ['é', 'b', 'a']) await store.putSummary(summary(id), [trace(id, 'k1')]);
    expect(await store.summaries('c')).toEqual(['a', 'b', 'é'].map((id) => summary(id)));
    expect(await store.summaries('c', 'b')).toEqual([summary('b')]);
    expect(await store.summaryTraces('c', 'b')).toEqual([trace('b', 'k1')]);
    expect(await store.summaries('other')).toEqual([]);
  });

  it('one for each extractor: a new one replaces that of the same and leaves the other, also after it is opened again', async () => {
    const dir = tempFolder();
    const store = await open(dir);
    await store.putSummary(summary('a'), []);
    await store.putSummary(summary('a', { id: 'a#m1.s', key: 'm1', extractor: 'llama' }), []);
    await store.putSummary(summary('a', { id: 'a#k2.s', key: 'k2', fields: [] }), []);
    await store.close();
    const again = await open(dir);
    expect((await again.summaries('c')).map(({ id }) => id)).toEqual(['a#k2.s', 'a#m1.s']);
  });
});

import { describe, expect, it } from 'vitest';
import type { Store } from '../../electron/engine/ports';
import { extractCollection } from '../../electron/engine/use/extractCollection';
import { listFailures } from '../../electron/engine/use/listFailures';
import type { Document } from '../../shared/domain';
import { chatExtractor, longText } from './chatKit';
import { contextOf, modelFailed, type Script, scriptedExtractor } from './extractKit';
import { document, open, tempFolder } from './storeKit';

const TEXT = 'Primeira tese da decisão.\n\nSegunda tese da decisão 😀.';

async function workspace(documents: readonly Document[]): Promise<Store> {
  const store = await open(tempFolder());
  for (const id of new Set(documents.map(({ collection }) => collection))) await store.addCollection(id);
  await store.putDocuments(documents);
  return store;
}

async function extract(store: Store, collection: string, script: Script = {}, more: { again?: boolean; docs?: string[] } = {}) {
  const extractor = scriptedExtractor(script);
  const out = await extractCollection(contextOf(store, extractor), { collection, again: false, ...more }, { emit: () => {} });
  return { out, begun: extractor.begun };
}

describe('nuggets are used again', () => {
  it('by a second collection with the same decision, under its own ids; nothing is read', async () => {
    const store = await workspace([document('a', TEXT), document('outro/id', TEXT, { collection: 'e', title: 'Outro título' })]);
    await extract(store, 'c', { windows: 2 });
    const { out, begun } = await extract(store, 'e');
    expect(begun).toEqual([]);
    expect(out).toMatchObject({ documents: 0, reused: 1, nuggets: 2, located: { exact: 2 } });
    const [one, two] = [await store.nuggets('c'), await store.nuggets('e')];
    const bare = (nuggets: typeof one) => nuggets.map(({ id: _, collection: __, doc_id: ___, trace_id: ____, ...rest }) => rest);
    expect(bare(two)).toEqual(bare(one));
    const { key } = (await store.extractions('e'))[0]!;
    expect(two.map(({ id, doc_id, collection }) => [id, doc_id, collection])).toEqual([
      [`outro/id#${key}.0`, 'outro/id', 'e'],
      [`outro/id#${key}.1`, 'outro/id', 'e'],
    ]);
    const traces = await store.traces('e', 'outro/id');
    expect(traces.map(({ id, raw }) => [id, raw])).toEqual([
      [`outro/id#${key}.t0`, 'answer 0 to a'],
      [`outro/id#${key}.t1`, 'answer 1 to a'],
    ]);
    expect(traces.map(({ id }) => id)).toContain(two[0]!.trace_id);
    expect((await store.extractions('e'))[0]).toMatchObject({ status: 'done', nuggets: 2, covered: TEXT.length, seconds: 0 });
    // Done is done: a second run neither reads nor copies.
    expect((await extract(store, 'e')).out).toMatchObject({ documents: 0, reused: 0, skipped: 1 });
  });

  it('across documents of one collection, also where several are read at once', async () => {
    const store = await workspace(['a', 'b', 'd', 'f'].map((id) => document(id, id === 'f' ? 'Outra tese.' : TEXT)));
    const { out, begun } = await extract(store, 'c', { lanes: 4, takes: () => 30 });
    expect([...begun].sort()).toEqual(['a', 'f']);
    expect(out).toMatchObject({ documents: 2, reused: 2, nuggets: 7 });
    expect((await store.nuggets('c', { docId: 'd' })).map(({ text }) => text)).toEqual(TEXT.split('\n\n'));
  });

  it.each([
    ['the language is another', { lang: 'en' as const }, TEXT],
    ['the text is another, by one space', {}, `${TEXT} `],
  ])('not where %s', async (_, more, text) => {
    const store = await workspace([document('a', TEXT), document('a', text, { collection: 'e', ...more })]);
    await extract(store, 'c');
    expect((await extract(store, 'e')).begun).toEqual(['a']);
  });

  it('not where the extractor, its model or its parameters are others', async () => {
    const store = await workspace([document('a', TEXT), document('a', TEXT, { collection: 'e' })]);
    await extract(store, 'c');
    const extractor = { ...scriptedExtractor(), params: { by: 'sentence' } };
    const out = await extractCollection(contextOf(store, extractor), { collection: 'e', again: false }, { emit: () => {} });
    expect(out).toMatchObject({ documents: 1, reused: 0 });
  });

  it('also where an answer was not whole: the same text would be answered so again, and the note goes with it', async () => {
    // The model breaks its answer off where a text's length is a multiple of three.
    const text = longText(3).padEnd(3 * Math.ceil(longText(3).length / 3), '.');
    const store = await workspace([document('a', text), document('b', text, { collection: 'e' })]);
    const read = async (collection: string) => {
      const extractor = await chatExtractor({});
      const out = await extractCollection(contextOf(store, extractor), { collection, again: false }, { emit: () => {} });
      return { out, asked: extractor.asked.length };
    };
    const first = await read('c');
    expect(first.out.partial).toHaveLength(1);
    const second = await read('e');
    expect(second.asked).toBe(0);
    expect(second.out).toMatchObject({ documents: 0, reused: 1, nuggets: first.out.nuggets });
    expect(second.out.partial).toEqual([{ ...first.out.partial[0], doc_id: 'b' }]);
  });

  it('not from a failure, and not where it is asked for again', async () => {
    const store = await workspace([document('a', TEXT), document('b', TEXT)]);
    const { out } = await extract(store, 'c', { fails: (id) => (id === 'a' ? modelFailed('no') : undefined) });
    expect(out).toMatchObject({ documents: 1, reused: 0, failed: [{ doc_id: 'a' }] });
    expect((await extract(store, 'c')).out).toMatchObject({ documents: 0, reused: 1 });
    expect((await extract(store, 'c', {}, { again: true, docs: ['b'] })).begun).toEqual(['b']);
  });
});

describe('summaries are used again', () => {
  const summarise = async (store: Store, collection: string, more: { again?: boolean; seed?: number; lanes?: number } = {}) => {
    const { again = false, ...script } = more;
    const extractor = await chatExtractor({ makes: 'summary', ...script });
    const out = await extractCollection(contextOf(store, extractor), { collection, again }, { emit: () => {} });
    return { out, asked: extractor.asked.length };
  };
  // Its length is none of those whose answer the model breaks off, so that it is read as a whole.
  const text = longText(10);
  const timeless = <T extends object>(rows: readonly T[]) =>
    rows.map((row) => ({ ...row, id: '', collection: '', doc_id: '', at: '', seconds: 0, created_at: '' }));

  it('by a second collection with the same decision: no question, the same summary and traces under its own ids', async () => {
    const store = await workspace([document('a', text), document('outro/id', text, { collection: 'e', title: 'Outro título' })]);
    const first = await summarise(store, 'c');
    expect(first.asked).toBeGreaterThan(0);
    expect(first.out).toMatchObject({ documents: 1, partial: [], summaries: 1 });
    const { out, asked } = await summarise(store, 'e');
    expect(asked).toBe(0);
    expect(out).toMatchObject({ documents: 0, reused: 1, summaries: 1, nuggets: 0, located: first.out.located });
    expect(timeless(await store.summaries('e'))).toEqual(timeless(await store.summaries('c')));
    const traces = await store.summaryTraces('e', 'outro/id');
    expect(timeless(traces)).toEqual(timeless(await store.summaryTraces('c', 'a')));
    const [{ id, key, seconds }] = (await store.summaries('e')) as [Awaited<ReturnType<Store['summaries']>>[0]];
    expect([id, seconds, traces[0]!.id]).toEqual([`outro/id#${key}.s`, 0, `outro/id#${key}.t0`]);
    expect((await summarise(store, 'e')).out).toMatchObject({ skipped: 1, reused: 0 });
    // Asked for again, or with other parameters, it is made anew.
    expect((await summarise(store, 'e', { again: true })).asked).toBe(first.asked);
    expect((await summarise(store, 'e', { seed: 8 })).asked).toBe(first.asked);
  });

  it('within a collection, also where several are read at once; not in another language', async () => {
    const store = await workspace([document('a', text), document('b', text), document('d', text, { lang: 'en' })]);
    expect((await summarise(store, 'c', { lanes: 3 })).out).toMatchObject({ documents: 2, reused: 1, summaries: 3 });
  });
});

describe('failures', () => {
  it('tell the reason and what was answered in each window; over earlier nuggets these stay and are counted', async () => {
    const store = await workspace([document('a', TEXT), document('b', 'Tese boa.')]);
    await extract(store, 'c');
    await extract(store, 'c', { windows: 2, fails: () => modelFailed('out of memory') }, { again: true, docs: ['a'] });
    const ask = { collection: 'c', offset: 0, limit: 10, raw: true };
    const { total, failures } = await listFailures(store, ask);
    expect(total).toBe(1);
    expect(failures[0]).toMatchObject({ doc_id: 'a', status: 'failed', code: 'MODEL_FAILED', message: 'out of memory', nuggets: 2 });
    const half = Math.floor(TEXT.length / 2);
    expect(failures[0]!.windows.map(({ start, end, raw }) => [start, end, raw])).toEqual([
      [0, half, 'answer 0 to a'],
      [half, TEXT.length, 'answer 1 to a'],
    ]);
    expect((await listFailures(store, { ...ask, raw: false })).failures[0]!.windows).toEqual([]);
    expect((await store.nuggets('c', { docId: 'a' })).length).toBe(2);
    // The trace of the nuggets that are in use is still theirs.
    expect((await store.traces('c', 'a')).map(({ raw }) => raw)).toEqual(['answer 0 to a']);
    await extract(store, 'c', {}, { again: true, docs: ['a'] });
    expect(await listFailures(store, ask)).toEqual({ total: 0, failures: [] });
  });
});

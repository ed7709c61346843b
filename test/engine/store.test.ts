import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '@lancedb/lancedb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredRun } from '../../electron/engine/ports';
import { document, extraction, nuggetsOf, open, tempFolder, trace } from './storeKit';

describe('documents', () => {
  it('come back as they went in, texts of 200,000 characters included', async () => {
    const store = await open(tempFolder());
    const long = document('longo', 'É \u{1f600}\r\n\u00a0½ e\u0301 '.repeat(20_000), { lang: 'en', date: '' });
    await store.putDocuments([document('b'), long]);
    expect(await store.document('c', 'longo')).toEqual(long);
    expect(long.text.length).toBeGreaterThan(200_000);
    expect(await store.document('c', 'B')).toBeUndefined();
    expect(await store.document('other', 'b')).toBeUndefined();
  });

  it('written again replace themselves, in one batch and in two', async () => {
    const store = await open(tempFolder());
    await store.putDocuments([document('a', 'um'), document('b', 'dois'), document('a', 'três')]);
    expect((await store.document('c', 'a'))?.text).toBe('três');
    await store.putDocuments([document('a', 'quatro')]);
    await store.putDocuments([document('a', 'quatro')]);
    const { total, heads } = await store.documentHeads({ collection: 'c' });
    expect(total).toBe(2);
    expect(heads.map((head) => [head.doc_id, head.chars])).toEqual([
      ['a', 6],
      ['b', 4],
    ]);
  });

  it('are listed by the bytes of their ids, in pages, found by part of id or title whatever the accents', async () => {
    const store = await open(tempFolder());
    const ids = ['é', 'z', 'Z', '\u{1f600}', '\ufb01', 'a10', 'a2'];
    await store.putDocuments(ids.map((id) => document(id, 'x', { title: id === 'z' ? 'Apelação Cível' : 'Outro' })));
    const byBytes = [...ids].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect((await store.documentHeads({ collection: 'c' })).heads.map((head) => head.doc_id)).toEqual(byBytes);
    const page = await store.documentHeads({ collection: 'c', offset: 2, limit: 3 });
    expect(page.total).toBe(7);
    expect(page.heads.map((head) => head.doc_id)).toEqual(byBytes.slice(2, 5));
    const found = await store.documentHeads({ collection: 'c', find: 'APELACAO' });
    expect(found.heads.map((head) => head.doc_id)).toEqual(['z']);
  });

  it('are more than LanceDB gives without being asked for all (10), in the order asked for', async () => {
    const store = await open(tempFolder());
    const ids = Array.from({ length: 1203 }, (_, i) => `d${i}`);
    await store.putDocuments(ids.map((id) => document(id)));
    const wanted = [...ids].reverse();
    expect((await store.documents('c', [...wanted, 'nobody', 'd7'])).map((doc) => doc.doc_id)).toEqual(wanted);
    const scanned: string[] = [];
    for await (const chunk of store.scanDocuments('c')) {
      expect(chunk.length).toBeLessThanOrEqual(500);
      scanned.push(...chunk.map((doc) => doc.doc_id));
    }
    expect(scanned).toEqual([...ids].sort());
  });

  it('are scanned in chunks that fit in memory', async () => {
    const store = await open(tempFolder());
    const text = 'x'.repeat(3_000_000);
    await store.putDocuments(['a', 'b', 'c'].map((id) => document(id, text)));
    const sizes: number[] = [];
    for await (const chunk of store.scanDocuments('c')) sizes.push(chunk.length);
    // 8 million characters at most: two of 3 million, then the third.
    expect(sizes).toEqual([2, 1]);
  });
});

describe('ids', () => {
  it('of any characters are told apart', async () => {
    const store = await open(tempFolder());
    const ids = ["D'Ávila", 'D"Ávila', '`crase`', '100%', '100_', "'; DROP TABLE documents; --", 'a\\', "\\'", 'linha\nnova', "''", 'NULL'];
    await store.putDocuments(ids.map((id) => document(id, id)));
    for (const id of ids) expect((await store.document('c', id))?.text).toBe(id);
    expect((await store.documentHeads({ collection: 'c' })).total).toBe(ids.length);
  });

  it('property: any two different pairs of collection and id are two rows', async () => {
    const store = await open(tempFolder());
    const part = fc.string({
      unit: fc.constantFrom("'", '`', '"', '%', '_', '\\', '\n', '\u001f', '\u001e', '0', '1', 'é', '\u{1f600}', ' ', '-'),
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.tuple(part, part), { minLength: 2, maxLength: 6, selector: String }), async (pairs) => {
        await store.putDocuments(pairs.map(([collection, doc_id]) => document(doc_id, `${collection}|${doc_id}`, { collection })));
        for (const [collection, doc_id] of pairs) {
          const found = await store.document(collection, doc_id);
          expect([found?.collection, found?.doc_id, found?.text]).toEqual([collection, doc_id, `${collection}|${doc_id}`]);
          const { heads } = await store.documentHeads({ collection });
          expect(heads.every((head) => head.collection === collection)).toBe(true);
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('the other tables', () => {
  it('keep passages in order', async () => {
    const store = await open(tempFolder());
    const passages = [0, 1, 10, 2].map((ord) => ({ id: `a#p${ord}`, collection: 'c', doc_id: 'a', ord, start: ord * 5, end: ord * 5 + 5 }));
    const other = { id: 'b#p0', collection: 'c', doc_id: 'b', ord: 0, start: 0, end: 4 };
    await store.putPassages([...passages, other]);
    await store.putPassages(passages);
    expect((await store.passages('c')).map((passage) => passage.id)).toEqual(['a#p0', 'a#p1', 'a#p2', 'a#p10', 'b#p0']);
    expect(await store.passages('c', 'b')).toEqual([other]);
  });

  it('keep queries and judgments; a judgment given again with another grade replaces itself', async () => {
    const store = await open(tempFolder());
    await store.putQueries(
      ['q10', 'q2', 'q1'].map((query_id) => ({ collection: 'c', query_id, text: `texto ${query_id}`, source: 'log' })),
    );
    expect((await store.queries('c')).map((query) => query.query_id)).toEqual(['q1', 'q2', 'q10']);
    await store.putJudgments([
      { collection: 'c', query_id: 'q2', doc_id: 'a', grade: -1 },
      { collection: 'c', query_id: 'q1', doc_id: 'b', grade: 0 },
    ]);
    await store.putJudgments([{ collection: 'c', query_id: 'q1', doc_id: 'b', grade: 3 }]);
    expect(await store.judgments('c')).toEqual([
      { collection: 'c', query_id: 'q1', doc_id: 'b', grade: 3 },
      { collection: 'c', query_id: 'q2', doc_id: 'a', grade: -1 },
    ]);
    expect(await store.judgments('none')).toEqual([]);
  });

  it('keep collections once, with the clock that was given, and runs by time', async () => {
    const store = await open(tempFolder(), { mode: 'write', clock: { now: () => new Date('2026-03-04T05:06:07Z') } });
    await store.addCollection('b');
    await store.addCollection("a'b");
    await store.addCollection('b');
    expect(await store.collections()).toEqual([
      { id: "a'b", created_at: '2026-03-04T05:06:07.000Z' },
      { id: 'b', created_at: '2026-03-04T05:06:07.000Z' },
    ]);
    const run = (id: string, created_at: string): StoredRun => ({
      id,
      collection: 'c',
      name: id,
      config: '{}',
      created_at,
      trec: 'q Q0 d 1 1 t\n',
    });
    await store.putRun(run('late', '2026-02-02'));
    await store.putRun(run('early', '2026-01-01'));
    const runs = await store.runs('c');
    expect(runs.map((r) => r.id)).toEqual(['early', 'late']);
    expect(runs[0]).not.toHaveProperty('trec');
  });

  it('keep facts through a reopening, in a file that is whole at any time', async () => {
    const dir = tempFolder();
    const store = await open(dir);
    await Promise.all(Array.from({ length: 20 }, (_, i) => store.putFact(`k${i}`, { i })));
    await store.putFact('k3', [1, 'dois', null]);
    expect(await store.getFact('toString')).toBeUndefined();
    await store.close();
    const again = await open(dir);
    expect(await again.getFact('k3')).toEqual([1, 'dois', null]);
    expect(await again.getFact('k19')).toEqual({ i: 19 });
    expect(readdirSync(dir).filter((name) => name.endsWith('.part'))).toEqual([]);
    writeFileSync(join(dir, 'facts.json'), '{"half":');
    await expect(again.getFact('k3')).rejects.toMatchObject({ code: 'BAD_INPUT', message: expect.stringContaining('facts.json') });
  });
});

describe('reading beside a writer', () => {
  it('sees each new commit, and changes nothing on disk', async () => {
    const dir = tempFolder();
    const writer = await open(dir);
    const reader = await open(dir, { mode: 'read' });
    expect(await reader.document('c', 'a')).toBeUndefined();
    await writer.putDocuments([document('a')]);
    expect((await reader.document('c', 'a'))?.doc_id).toBe('a');
    await writer.commitExtraction(extraction('a', 'k1', 1), nuggetsOf('a', 'k1', ['um']), [trace('a', 'k1')]);
    expect((await reader.nuggets('c')).map((nugget) => nugget.text)).toEqual(['um']);
    await writer.optimize();
    await writer.putDocuments([document('b')]);
    expect((await reader.documentHeads({ collection: 'c' })).total).toBe(2);

    const before = snapshot(dir);
    await reader.documentHeads({ collection: 'c' });
    for await (const chunk of reader.scanDocuments('c')) expect(chunk.length).toBe(2);
    await expect(reader.putDocuments([document('x')])).rejects.toMatchObject({ code: 'WORKSPACE_TAKEN' });
    await expect(reader.putFact('x', 1)).rejects.toMatchObject({ code: 'WORKSPACE_TAKEN' });
    await reader.close();
    expect(snapshot(dir)).toEqual(before);
  });

  it('never meets a document without its nuggets while they are replaced', async () => {
    const dir = tempFolder();
    const writer = await open(dir);
    const reader = await open(dir, { mode: 'read' });
    await writer.commitExtraction(extraction('a', 'k0', 2), nuggetsOf('a', 'k0', ['k0', 'k0']), [trace('a', 'k0')]);
    let writing = true;
    const replacing = (async () => {
      for (let i = 1; i <= 15; i++)
        await writer.commitExtraction(extraction('a', `k${i}`, 2), nuggetsOf('a', `k${i}`, [`k${i}`, `k${i}`]), [trace('a', `k${i}`)]);
      writing = false;
    })();
    let looks = 0;
    while (writing) {
      const texts = (await reader.nuggets('c')).map((nugget) => nugget.text);
      expect(texts.length).toBe(2);
      expect(texts[0]).toBe(texts[1]);
      looks++;
    }
    await replacing;
    expect(looks).toBeGreaterThan(5);
  });

  it('of a folder that is not there finds an empty workspace and makes none', async () => {
    const dir = join(tempFolder(), 'none');
    const reader = await open(dir, { mode: 'read' });
    expect(await reader.collections()).toEqual([]);
    expect((await reader.documentHeads({ collection: 'c' })).heads).toEqual([]);
    expect(existsSync(dir)).toBe(false);
  });
});

describe('closing and opening', () => {
  it('finishes what is being written, then takes nothing more', async () => {
    const dir = tempFolder();
    const store = await open(dir);
    const writing = store.putDocuments([document('a')]);
    await store.close();
    await writing;
    await expect(store.putDocuments([document('b')])).rejects.toMatchObject({
      code: 'INTERNAL',
      message: expect.stringContaining('closed'),
    });
    await store.close();
    expect((await (await open(dir)).documentHeads({ collection: 'c' })).heads.map((head) => head.doc_id)).toEqual(['a']);
  });

  it('refuses a path that is a file, naming it', async () => {
    const file = join(tempFolder(), 'file');
    writeFileSync(file, '');
    await expect(open(join(file, 'below'))).rejects.toMatchObject({ code: 'BAD_INPUT', message: expect.stringContaining(file) });
  });

  it('compacts: fifty small commits leave one piece of data, and all rows', async () => {
    const dir = tempFolder();
    const store = await open(dir);
    for (let i = 0; i < 50; i++) await store.putQueries([{ collection: 'c', query_id: `q${i}`, text: 't', source: '' }]);
    expect(await fragments(dir)).toBe(50);
    await store.optimize();
    expect(await fragments(dir)).toBe(1);
    expect((await store.queries('c')).length).toBe(50);
  });
});

/** Pieces of data that the newest version of the queries table consists of. */
async function fragments(dir: string): Promise<number> {
  const db = await connect(join(dir, 'tables'));
  const stats = await (await db.openTable('queries')).stats();
  db.close();
  return stats.fragmentStats.numFragments;
}

/** Every file below a folder with its size and time. */
function snapshot(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path} ${statSync(path).mtimeMs} ${statSync(path).size}`)
    .sort();
}

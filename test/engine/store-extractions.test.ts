import { join } from 'node:path';
import { connect, type Table } from '@lancedb/lancedb';
import { describe, expect, it, vi } from 'vitest';
import { rowKey } from '../../electron/engine/store/schema';
import { openTables } from '../../electron/engine/store/tables';
import { extraction, nuggetsOf, open, tempFolder, trace } from './storeKit';

describe('an extraction', () => {
  it('comes back whole: nuggets in place order, traces by window, the ledger line', async () => {
    const store = await open(tempFolder());
    const nuggets = nuggetsOf("D'Ávila", 'aaaaaaaaaa', ['um', 'dois', 'três'], { cue: null, status: 'none', spans: [], quotes: [] });
    const traces = [2, 0, 1].map((window) => trace("D'Ávila", 'aaaaaaaaaa', { id: `D'Ávila#aaaaaaaaaa.t${window}`, window }));
    const line = extraction("D'Ávila", 'aaaaaaaaaa', 3, { status: 'partial', error_message: 'window 2 was cut' });
    await store.commitExtraction(line, [...nuggets].reverse(), traces);
    expect(await store.nuggets('c')).toEqual(nuggets);
    expect((await store.traces('c', "D'Ávila")).map((t) => t.window)).toEqual([0, 1, 2]);
    expect(await store.extractions('c')).toEqual([line]);
    expect(await store.nuggets('other')).toEqual([]);
  });

  it('of the same extractor with another key replaces the earlier one; another extractor lives beside it', async () => {
    const store = await open(tempFolder());
    await store.commitExtraction(extraction('a', 'k1', 2), nuggetsOf('a', 'k1', ['antigo', 'antigo 2']), [trace('a', 'k1')]);
    await store.commitExtraction(extraction('b', 'k1', 1), nuggetsOf('b', 'k1', ['fica']), [trace('b', 'k1')]);
    const written = { extractor: 'llama', tier: 'written' } as const;
    await store.commitExtraction(extraction('a', 'm1', 1, { extractor: 'llama' }), nuggetsOf('a', 'm1', ['llama'], written), [
      trace('a', 'm1', { extractor: 'llama' }),
    ]);
    await store.commitExtraction(extraction('a', 'k2', 1), nuggetsOf('a', 'k2', ['novo']), [trace('a', 'k2')]);
    expect((await store.nuggets('c')).map((n) => n.text)).toEqual(['novo', 'llama', 'fica']);
    expect((await store.nuggets('c', { docId: 'a', extractor: 'llama' })).map((n) => n.text)).toEqual(['llama']);
    expect((await store.nuggets('c', { ids: ['a#k2.0', 'a#k1.0', 'b#k1.0', 'x'] })).map((n) => n.id)).toEqual(['a#k2.0', 'b#k1.0']);
    expect((await store.nuggets('c', { ids: [] })).length).toBe(0);
    expect((await store.traces('c', 'a')).map((t) => t.id)).toEqual(['a#k2.t0', 'a#m1.t0']);
    expect((await store.extractions('c')).map((l) => [l.doc_id, l.extractor, l.key])).toEqual([
      ['a', 'extractive', 'k2'],
      ['a', 'llama', 'm1'],
      ['b', 'extractive', 'k1'],
    ]);
  });

  it('made again under the same key replaces itself', async () => {
    const store = await open(tempFolder());
    await store.commitExtraction(extraction('a', 'k1', 3), nuggetsOf('a', 'k1', ['1', '2', '3']), [trace('a', 'k1')]);
    await store.commitExtraction(extraction('a', 'k1', 1), nuggetsOf('a', 'k1', ['novo']), [trace('a', 'k1')]);
    expect((await store.nuggets('c')).map((n) => n.text)).toEqual(['novo']);
    expect((await store.traces('c', 'a')).length).toBe(1);
  });

  it('may find nothing: the line alone says that it was done', async () => {
    const store = await open(tempFolder());
    await store.commitExtraction(extraction('a', 'k1', 0), [], []);
    expect(await store.nuggets('c')).toEqual([]);
    expect((await store.extractions('c')).map((l) => l.status)).toEqual(['done']);
  });
});

describe('a failure', () => {
  const failed = (doc: string, key: string) =>
    extraction(doc, key, 0, { status: 'failed', error_code: 'MODEL_FAILED', error_message: 'out of memory' });

  it('without earlier nuggets is a line of its own, and a later success replaces it', async () => {
    const store = await open(tempFolder());
    await store.putExtraction(failed('a', 'k1'));
    expect(await store.extractions('c')).toEqual([failed('a', 'k1')]);
    await store.commitExtraction(extraction('a', 'k1', 1), nuggetsOf('a', 'k1', ['bom']), [trace('a', 'k1')]);
    expect((await store.nuggets('c')).map((n) => n.text)).toEqual(['bom']);
    expect((await store.extractions('c')).map((l) => l.status)).toEqual(['done']);
  });

  it.each(['k1', 'k2'])('over nuggets that are there leaves them in use, and their line tells of it (key %s)', async (key) => {
    const dir = tempFolder();
    const store = await open(dir);
    const line = extraction('a', 'k1', 2);
    await store.commitExtraction(line, nuggetsOf('a', 'k1', ['um', 'dois']), [trace('a', 'k1')]);
    await store.putExtraction(failed('a', key));
    expect((await store.nuggets('c')).map((n) => n.text)).toEqual(['um', 'dois']);
    expect(await store.extractions('c')).toEqual([{ ...line, error_code: 'MODEL_FAILED', error_message: 'out of memory' }]);
    await store.close();
    expect((await (await open(dir)).nuggets('c')).length).toBe(2);
  });
});

describe('what was answered before a failure', () => {
  const failed = (key: string) => extraction('a', key, 0, { status: 'failed', error_code: 'MODEL_FAILED', error_message: 'no' });
  const answered = (key: string, raws: readonly string[]) =>
    raws.map((raw, window) => trace('a', key, { id: `a#${key}.t${window}`, window, raw }));

  it('is kept apart from the traces of nuggets, is replaced by the next failure, and goes with a success', async () => {
    const dir = tempFolder();
    const store = await open(dir);
    await store.commitExtraction(extraction('a', 'k1', 1), nuggetsOf('a', 'k1', ['um']), [trace('a', 'k1')]);
    await store.putExtraction(failed('k2'), answered('k2', ['x', 'y']));
    await store.putExtraction(failed('k3'), answered('k3', ['z']));
    expect((await store.failedTraces('c', 'a')).map(({ raw }) => raw)).toEqual(['z']);
    expect((await store.traces('c', 'a')).map(({ id }) => id)).toEqual(['a#k1.t0']);
    await store.close();
    const later = await open(dir);
    expect((await later.failedTraces('c', 'a')).map(({ id }) => id)).toEqual(['a#k3.t0']);
    await later.commitExtraction(extraction('a', 'k3', 0), [], []);
    expect(await later.failedTraces('c', 'a')).toEqual([]);
    const db = await connect(join(dir, 'tables'));
    expect(await openTables(db).count('failed_traces')).toBe(0);
    db.close();
  });

  it('of one extractor stays when another succeeds', async () => {
    const store = await open(tempFolder());
    await store.putExtraction(failed('k1'), answered('k1', ['x']));
    await store.commitExtraction(extraction('a', 'm1', 0, { extractor: 'llama' }), [], []);
    expect((await store.failedTraces('c', 'a')).map(({ raw }) => raw)).toEqual(['x']);
    expect(await store.failedTraces('c', 'b')).toEqual([]);
  });
});

describe('a crash inside a commit', () => {
  const STEPS = ['nuggets', 'traces', 'extractions', 'remove nuggets', 'remove traces'] as const;

  /** Lets the commit fail at one of its steps, as a kill would end it there, and leaves the workspace like that. */
  async function crashAt(dir: string, step: (typeof STEPS)[number]): Promise<void> {
    const store = await open(dir);
    await store.commitExtraction(extraction('a', 'k1', 2), nuggetsOf('a', 'k1', ['antigo', 'antigo']), [trace('a', 'k1')]);
    const prototype = await tablePrototype(dir);
    const crash = new Error('the power went');
    const fail = (method: 'add' | 'delete' | 'mergeInsert', table: string) => {
      const original = prototype[method] as (...args: unknown[]) => unknown;
      vi.spyOn(prototype, method).mockImplementation(function (this: { name: string }, ...args: unknown[]) {
        if (this.name === table) throw crash;
        return original.apply(this, args) as never;
      } as never);
    };
    if (step === 'nuggets' || step === 'traces') fail('add', step);
    else if (step === 'extractions') fail('mergeInsert', step);
    else fail('delete', step === 'remove nuggets' ? 'nuggets' : 'traces');
    try {
      await expect(store.commitExtraction(extraction('a', 'k2', 1), nuggetsOf('a', 'k2', ['novo']), [trace('a', 'k2')])).rejects.toThrow(
        'the power went',
      );
    } finally {
      vi.restoreAllMocks();
    }
    await store.close();
  }

  it.each(STEPS)('at the step "%s" shows the earlier nuggets or the new ones, never a part or both', async (step) => {
    const dir = tempFolder();
    await crashAt(dir, step);
    const expected = step.startsWith('remove') ? ['novo'] : ['antigo', 'antigo'];
    const key = step.startsWith('remove') ? 'k2' : 'k1';
    for (const mode of ['read', 'write'] as const) {
      const store = await open(dir, { mode });
      expect((await store.nuggets('c')).map((n) => n.text)).toEqual(expected);
      expect((await store.traces('c', 'a')).map((t) => t.id)).toEqual([`a#${key}.t0`]);
      expect((await store.extractions('c')).map((l) => [l.key, l.nuggets])).toEqual([[key, expected.length]]);
      await store.close();
    }
    // Opened for writing, what nobody can see is swept away.
    const db = await connect(join(dir, 'tables'));
    expect(await openTables(db).count('nuggets')).toBe(expected.length);
    expect(await openTables(db).count('traces')).toBe(1);
    db.close();
  });
});

/** LanceDB's own class of open tables, by which its calls can be made to fail. */
async function tablePrototype(dir: string): Promise<Table> {
  const db = await connect(join(dir, 'tables'));
  const prototype = Object.getPrototypeOf(await db.openTable('nuggets')) as Table;
  db.close();
  return prototype;
}

describe('row keys', () => {
  it('differ where the parts differ, whatever characters they hold', () => {
    const keys = [
      rowKey('a', 'b'),
      rowKey('a\u001fb'),
      rowKey('a\u001f', 'b'),
      rowKey('a', '\u001fb'),
      rowKey('a\u001e1b'),
      rowKey('a\u001e', '1b'),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });
});

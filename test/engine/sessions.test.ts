/** Graphs in worker threads: the same numbers in any order, faults where they belong, threads that die are replaced. */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { buildSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { openEncoder } from '../../electron/engine/embed/encoder';
import { openGraph } from '../../electron/engine/embed/onnx';
import { openSessionPool } from '../../electron/engine/embed/sessionPool';
import { openSessionThread, type SessionThread } from '../../electron/engine/embed/sessionThread';
import { inLanes } from '../../electron/engine/inLanes';
import { manifestFolder, tempFolder } from './encoderKit';
import { graphOf } from './onnxKit';

const DEFAULT = join(import.meta.dirname, '../../models/e5-small-pten');
const feeds = (ids: readonly number[]) => ({
  input_ids: { data: BigInt64Array.from(ids, BigInt), dims: [1, ids.length] },
  attention_mask: { data: BigInt64Array.from(ids, () => 1n), dims: [1, ids.length] },
});

describe('several texts at once', () => {
  it('give bit for bit the vectors of one after the other, windows of long texts included', async () => {
    const dir = manifestFolder({}, { long_texts: 'window', window_overlap: 2 });
    const texts = Array.from({ length: 60 }, (_, i) => 'the de abc 123 xyz. '.repeat((i * 7) % 11).trim());
    const [alone, together] = await Promise.all(
      [1, 4].map(async (threads) => {
        const encoder = await openEncoder(dir, { threads });
        const seen: number[] = [];
        const result = await encoder.embed(texts, 'passage', { onBatch: (done) => seen.push(done) });
        await encoder.dispose();
        expect(seen.at(-1)).toBe(texts.length);
        expect(seen.every((done, i) => done >= (seen[i - 1] ?? 0))).toBe(true);
        return result;
      }),
    );
    expect(together).toEqual(alone);
  });

  it('of the default encoder too; and while they are read, the calling thread is free', async () => {
    const texts = ['O prazo é de cinco dias.', 'The appeal fails.', `${'A multa é devida. '.repeat(60)}`, 'Súmula 7 do STJ.'];
    const one = await openEncoder(DEFAULT, { threads: 1 });
    const four = await openEncoder(DEFAULT, { threads: 4 });
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const [alone, together] = [await one.embed(texts, 'query'), await four.embed(texts, 'query')];
    clearInterval(timer);
    expect(together.vectors).toEqual(alone.vectors);
    expect(turns).toBeGreaterThan(3);
    await Promise.all([one.dispose(), four.dispose()]);
  });

  it('cancelled: what is open ends, nothing new begins', async () => {
    const encoder = await openEncoder(manifestFolder({}, { batch_rows: 1 }), { threads: 2 });
    const aborter = new AbortController();
    const seen: number[] = [];
    const texts = Array.from({ length: 200 }, (_, i) => `abc ${i}`);
    const embedding = encoder.embed(texts, 'passage', {
      signal: aborter.signal,
      onBatch: (done) => {
        seen.push(done);
        if (done >= 10) aborter.abort();
      },
    });
    await expect(embedding).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(seen.at(-1)).toBeLessThan(14);
    expect((await encoder.embed(['abc'], 'passage')).vectors).toHaveLength(4);
    await encoder.dispose();
  });
});

describe('a graph in threads', () => {
  it('says what it says in the calling thread, when it opens and when it runs', async () => {
    const bytes = graphOf({ vocabulary: 8 });
    const broken = bytes.subarray(0, bytes.length >> 1);
    for (const runs of ['one', 'many'] as const) {
      const graph = await openGraph(bytes, 'tiny', { threads: 2, runs });
      expect(graph.inputs.map(({ name }) => name)).toEqual(['input_ids', 'attention_mask']);
      await expect(graph.run({ input_ids: feeds([2, 3]).input_ids }, ['last_hidden_state'])).rejects.toMatchObject({
        code: 'MODEL_FAILED',
        message: expect.stringContaining('attention_mask'),
      });
      const { last_hidden_state } = await graph.run(feeds([2, 4, 3]), ['last_hidden_state']);
      expect(last_hidden_state!.dims).toEqual([1, 3, 4]);
      await graph.release();
      await expect(openGraph(broken, 'half a graph', { runs })).rejects.toMatchObject({
        code: 'MODEL_FAILED',
        message: expect.stringContaining('half a graph does not open'),
      });
      await expect(openGraph(join(tempFolder(), 'none.onnx'), 'none', { runs })).rejects.toMatchObject({ code: 'MODEL_FAILED' });
    }
  });

  it('is closed to the end where nothing else keeps the process alive', () => {
    // Built as the command line is: an end of the process before the promise would give status 13.
    const folder = tempFolder();
    const entry = `import { openEncoder } from './electron/engine/embed/encoder';
      const encoder = await openEncoder(${JSON.stringify(manifestFolder({}))}, { threads: 2 });
      await encoder.embed(['a', 'b'], 'passage');
      await encoder.dispose();
      console.log('closed');`;
    const always = { bundle: true, platform: 'node', format: 'esm', packages: 'external' } as const;
    const outfile = join(process.cwd(), 'node_modules', '.cache-sessions', basename(folder), 'main.mjs');
    buildSync({ ...always, stdin: { contents: entry, resolveDir: process.cwd(), loader: 'ts' }, outfile });
    buildSync({ ...always, entryPoints: ['electron/engine/embed/session.mjs'], outfile: join(dirname(outfile), 'session.mjs') });
    try {
      expect(execFileSync(process.execPath, [outfile], { encoding: 'utf8' })).toBe('closed\n');
    } finally {
      rmSync(dirname(outfile), { recursive: true, force: true });
    }
  });

  it('opens no more threads than are used, and another for one that died', async () => {
    const threads: SessionThread[] = [];
    const pool = await openSessionPool(async () => {
      threads.push(await openSessionThread(graphOf({ vocabulary: 8 }), 1));
      return threads.at(-1)!;
    }, 2);
    const run = () => pool.run(feeds([2, 4, 3]), ['last_hidden_state']);
    const due = await run();
    await run();
    expect(threads).toHaveLength(1);
    expect(await Promise.all([run(), run(), run(), run()])).toEqual([due, due, due, due]);
    expect(threads).toHaveLength(2);
    // Closed while it works, a thread ends what it has begun.
    const open = threads[0]!.run(feeds([2, 4, 3]), ['last_hidden_state']);
    await Promise.all(threads.map((thread) => thread.close()));
    expect(await open).toEqual(due);
    expect(await Promise.all([run(), run(), run()])).toEqual([due, due, due]);
    expect(threads).toHaveLength(4);
    await pool.release();
    expect(threads.some(({ alive }) => alive)).toBe(false);
  });
});

it('work in lanes keeps order and number, and throws the first fault when all that was open has ended', async () => {
  let open = 0;
  let most = 0;
  const begun: number[] = [];
  const ended: number[] = [];
  const work = async (n: number) => {
    begun.push(n);
    most = Math.max(most, ++open);
    await new Promise((resolve) => setTimeout(resolve, n % 3));
    open--;
    ended.push(n);
    if (n >= 5) throw new Error(`fault ${n}`);
  };
  const pieces = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].values();
  await expect(inLanes(3, () => pieces.next().value, work)).rejects.toThrow(/^fault [567]$/);
  expect(most).toBe(3);
  expect(begun).toEqual(begun.toSorted((a, b) => a - b));
  expect(ended.toSorted((a, b) => a - b)).toEqual(begun);
  expect(begun.length).toBeLessThan(9);
});

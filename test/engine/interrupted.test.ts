/** A reading that was interrupted goes on with the next question, and what comes of it is as if it had never been. */
import { appendFileSync, existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Extractor, Store } from '../../electron/engine/ports';
import { extractCollection } from '../../electron/engine/use/extractCollection';
import type { Progress } from '../../shared/domain';
import { AppError } from '../../shared/errors';
import { type ChatScript, chatExtractor, longText, slowly } from './chatKit';
import { contextOf } from './extractKit';
import { document, open, tempFolder } from './storeKit';
import { run } from './storeProcess';

const TEXT = longText(400);

async function workspace(dir = tempFolder()): Promise<{ dir: string; store: Store }> {
  const store = await open(dir);
  await store.addCollection('c');
  await store.putDocuments([document('a', TEXT), document('b', longText(40, 'b'))]);
  return { dir, store };
}

const extract = (store: Store, extractor: Extractor, more: { again?: boolean; docs?: string[] } = {}, options: object = {}) =>
  extractCollection(contextOf(store, extractor), { collection: 'c', again: false, ...more }, { emit: () => {}, ...options });

/** Everything that an extraction leaves, but for when it was and how long it took. */
async function left(store: Store) {
  const timeless = <T extends object>(rows: readonly T[]) => rows.map((row) => ({ ...row, at: '', created_at: '', seconds: 0 }));
  const of = async (id: string) => [timeless(await store.traces('c', id)), timeless(await store.summaryTraces('c', id))];
  return {
    nuggets: await store.nuggets('c'),
    lines: timeless(await store.extractions('c')),
    summaries: timeless(await store.summaries('c')),
    traces: [...(await of('a')), ...(await of('b'))],
  };
}

const files = (dir: string): string[] => (existsSync(join(dir, 'answers')) ? readdirSync(join(dir, 'answers')) : []);

/** Stops an extraction when the n-th question is asked. @returns the questions that were answered */
async function stopAt(n: number, store: Store, script: ChatScript = {}, more: { again?: boolean } = {}) {
  const aborter = new AbortController();
  const stopping = await chatExtractor({
    ...script,
    onAsk(at) {
      if (at !== n) return;
      aborter.abort();
      throw new AppError('CANCELLED', 'Cancelled.');
    },
  });
  const error = await extract(store, stopping, more, { signal: aborter.signal }).catch((thrown) => thrown);
  expect(error).toMatchObject({ code: 'CANCELLED' });
  return stopping.asked.slice(0, -1);
}

describe.each(['nuggets', 'summary'] as const)('a reading of %s', (makes) => {
  it('that was stopped, twice, asks each question once, and leaves what one that was left alone does', async () => {
    const [{ store: alone }, { dir, store }] = [await workspace(), await workspace()];
    const whole = await chatExtractor({ makes });
    await extract(alone, whole);
    expect(whole.asked.length).toBeGreaterThan(15);
    const asked = [...(await stopAt(7, store, { makes })), ...(await stopAt(4, store, { makes }))];
    expect(files(dir)).toHaveLength(1);
    expect(await left(store)).toMatchObject({ nuggets: [], lines: [], summaries: [] });
    const last = await chatExtractor({ makes });
    await extract(store, last);
    expect([...asked, ...last.asked]).toEqual(whole.asked);
    expect(await left(store)).toEqual(await left(alone));
    expect(files(dir)).toEqual([]);
  });
});

it('kill -9 while windows are read, twice: no answer that was given is asked for again, the outcome is as if left alone', {
  timeout: 60_000,
}, async () => {
  const [{ dir, store }, { store: alone }] = [await workspace(), await workspace()];
  await store.close();
  const work = `
    const store = await openStore(dir, { mode: 'write' });
    const extractor = await chatKit.chatExtractor({ onAsk: async (n, signal) => { print('ASK ' + n); await chatKit.slowly(40)(n, signal); } });
    const out = await extractCollection(extractKit.contextOf(store, extractor), { collection: 'c', again: false }, { emit: () => {} });
    print('END ' + out.documents);
    await store.close();`;
  let given = 0;
  for (const until of [5, 3]) {
    const child = run(dir, work);
    await child.line(`ASK ${until}`);
    await child.kill();
    // All but the last question were answered, and each answer was there before the next question.
    given += child.lines.filter((line) => line.startsWith('ASK')).length - 1;
  }
  const whole = await chatExtractor();
  await extract(alone, whole);
  const last = run(dir, work);
  expect(await last.line('END')).toBe('END 2');
  await last.ended;
  expect(last.lines.filter((line) => line.startsWith('ASK'))).toHaveLength(whole.asked.length - given);
  expect(await left(await open(dir))).toEqual(await left(alone));
});

describe('answers that were kept', () => {
  it('a line that was cut off is asked for again, and what follows is found the next time', async () => {
    const [{ store: alone }, { dir, store }] = [await workspace(), await workspace()];
    await stopAt(6, store);
    const path = join(dir, 'answers', files(dir)[0]!);
    const lines = readFileSync(path, 'utf8');
    writeFileSync(path, lines.slice(0, -20));
    // Five lines are whole: the sixth question comes again, and one more.
    expect(await stopAt(2, store)).toHaveLength(2);
    appendFileSync(path, Buffer.alloc(40));
    const last = await chatExtractor();
    await extract(store, last);
    const whole = await chatExtractor();
    await extract(alone, whole);
    expect(last.asked).toEqual(whole.asked.slice(7));
    expect(await left(store)).toEqual(await left(alone));
  });

  it('are not used where anything that changes the answers is another', async () => {
    const { dir, store } = await workspace();
    await stopAt(6, store);
    const other = await chatExtractor({ seed: 8 });
    await extract(store, other);
    const whole = await chatExtractor({ seed: 8 });
    await extract((await workspace()).store, whole);
    expect(other.asked).toEqual(whole.asked);
    // Those of the first way stay, for who goes back to it; a month later nobody does.
    expect(files(dir)).toHaveLength(1);
    await store.close();
    const past = new Date(Date.now() - 31 * 24 * 3600_000);
    utimesSync(join(dir, 'answers', files(dir)[0]!), past, past);
    await open(dir);
    expect(files(dir)).toEqual([]);
  });

  it('a fault in one window keeps the others: tried again, it goes on with that window', async () => {
    const { dir, store } = await workspace();
    const failing = await chatExtractor({
      onAsk(n) {
        if (n === 6) throw new AppError('MODEL_FAILED', 'out of memory');
      },
    });
    expect((await extract(store, failing, { docs: ['a'] })).failed).toMatchObject([{ doc_id: 'a', code: 'MODEL_FAILED' }]);
    const whole = await chatExtractor();
    await extract((await workspace()).store, whole, { docs: ['a'] });
    const again = await chatExtractor();
    await extract(store, again, { docs: ['a'] });
    expect(again.asked).toEqual(whole.asked.slice(6));
    expect(files(dir)).toEqual([]);
  });

  it('a second reading of what is finished asks everything anew, and can itself be interrupted', async () => {
    const { dir, store } = await workspace();
    const first = await chatExtractor();
    await extract(store, first, { docs: ['a'] });
    const asked = await stopAt(5, store, {}, { again: true });
    expect(asked).toEqual(first.asked.slice(0, 5));
    const rest = await chatExtractor();
    await extract(store, rest, { again: true, docs: ['a'] });
    expect(rest.asked).toEqual(first.asked.slice(5));
    expect(files(dir)).toEqual([]);
    const third = await chatExtractor();
    await extract(store, third, { again: true, docs: ['a'] });
    expect(third.asked).toEqual(first.asked);
  });

  it('say nothing of how fast the reading goes: the time left is reckoned from what is read now', async () => {
    const { store } = await workspace();
    await stopAt(20, store);
    const seen: Progress[] = [];
    const extractor = await chatExtractor({ onAsk: slowly(60) });
    const begun = performance.now();
    let first: { eta: number; at: number } | undefined;
    const emit = (progress: Progress) => {
      seen.push(progress);
      if (progress.eta !== null && progress.tokens) first ??= { eta: progress.eta, at: performance.now() };
    };
    await extract(store, extractor, {}, { emit });
    const left = (performance.now() - first!.at) / 1000;
    expect(first!.at - begun).toBeGreaterThan(50);
    // With the windows that were recalled reckoned as read, it would be told to end in no time.
    expect(first!.eta).toBeGreaterThan(left / 3);
    expect(seen.at(-1)).toMatchObject({ done: 2, total: 2 });
  });
});

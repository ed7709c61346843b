import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../electron/engine/ports';
import { extractCollection } from '../../electron/engine/use/extractCollection';
import { type JobRunner, type Jobs, openJobs } from '../../electron/engine/use/jobs';
import type { Job } from '../../shared/contract';
import { contextOf, modelFailed, type Script, type Scripted, scriptedExtractor } from './extractKit';
import { document, open, tempFolder } from './storeKit';

const clock = { now: () => new Date() };
const IDS = Array.from({ length: 6 }, (_, i) => `d${i}`);

async function workspace(dir = tempFolder()): Promise<Store> {
  const store = await open(dir);
  for (const collection of ['c', 'e']) {
    await store.addCollection(collection);
    await store.putDocuments(IDS.map((id) => document(id, `Tese de ${id} em ${collection}.`, { collection })));
  }
  return store;
}

/** Jobs whose extractions are done by scripted extractors, one for each job in the order of their beginning. */
async function queue(store: Store, script: Script = { takes: () => 40 }, takeUp = true) {
  const extractors: Scripted[] = [];
  const run: JobRunner = (_, input, options) => {
    const extractor = scriptedExtractor(script);
    extractors.push(extractor);
    return extractCollection(contextOf(store, extractor), input as never, options);
  };
  const jobs = await openJobs(store, clock, run, takeUp);
  return { jobs, extractors };
}

async function list(jobs: Jobs): Promise<Job[]> {
  const aborter = new AbortController();
  let seen: Job[] = [];
  await jobs.watch((found) => {
    seen = found;
    queueMicrotask(() => aborter.abort());
  }, aborter.signal);
  return seen;
}

async function until(jobs: Jobs, true_: (jobs: Job[]) => boolean): Promise<Job[]> {
  for (;;) {
    const found = await list(jobs);
    if (true_(found)) return found;
    await pause(10);
  }
}

const over = (found: readonly Job[]) => found.every(({ state }) => state !== 'running');
const done = async (store: Store, collection = 'c') => (await store.extractions(collection)).map(({ doc_id }) => doc_id);

describe('a job', () => {
  it('that is paused keeps what is committed, lets the next one run, and goes on when it is resumed', async () => {
    const store = await workspace();
    const { jobs, extractors } = await queue(store);
    const { id } = await jobs.start('extract', { collection: 'c' });
    await until(jobs, ([job]) => (job!.progress?.done ?? 0) >= 2);
    const other = await jobs.start('extract', { collection: 'e' });
    expect((await jobs.pause(id)).state).toBe('paused');
    const kept = await done(store);
    expect(kept.length).toBeGreaterThanOrEqual(2);
    expect(kept.length).toBeLessThan(6);
    await until(jobs, (found) => found.find((job) => job.id === other.id)?.state === 'done');
    expect((await list(jobs))[0]).toMatchObject({ id, state: 'paused' });
    await jobs.resume(id);
    await until(jobs, over);
    expect(await done(store)).toEqual(IDS);
    // What was committed before the pause was not read a second time.
    expect(extractors[2]!.begun).toEqual(IDS.filter((doc) => !kept.includes(doc)));
    await jobs.close();
  });

  it('that comes after another says so, until it is its turn', async () => {
    const store = await workspace();
    const { jobs } = await queue(store);
    const first = await jobs.start('extract', { collection: 'c' });
    const second = await jobs.start('extract', { collection: 'e' });
    const third = await jobs.start('extract', { collection: 'c', docs: ['d0'] });
    expect([first, second, third].map(({ waits_for }) => waits_for)).toEqual([null, 'job', 'job']);
    await jobs.cancel(first.id);
    const found = await until(jobs, (all) => all.find(({ id }) => id === second.id)?.waits_for === null);
    expect(found.map(({ state, waits_for }) => [state, waits_for])).toEqual([
      ['cancelled', null],
      ['running', null],
      ['running', 'job'],
    ]);
    expect((await jobs.pause(third.id)).waits_for).toBeNull();
    await jobs.pause(second.id);
    // Where nothing else is at work, it is its turn at once.
    expect((await jobs.resume(third.id)).waits_for).toBeNull();
    await until(jobs, over);
    await jobs.close();
  });

  it('that is paused stays paused over a restart; one that ran is taken up, one that waited too', async () => {
    const dir = tempFolder();
    const store = await workspace(dir);
    const { jobs } = await queue(store);
    const first = await jobs.start('extract', { collection: 'c' });
    await jobs.pause(first.id);
    const second = await jobs.start('extract', { collection: 'e' });
    const third = await jobs.start('extract', { collection: 'c', docs: ['d0'] });
    await until(jobs, (found) => (found.find(({ id }) => id === second.id)?.progress?.done ?? 0) >= 1);
    await jobs.close();
    await store.close();

    const later = await open(dir);
    const { jobs: again } = await queue(later, { takes: () => 1 });
    const found = await until(again, over);
    expect(found.map(({ id, state }) => [id, state])).toEqual([
      [first.id, 'paused'],
      [second.id, 'done'],
      [third.id, 'done'],
    ]);
    expect(await done(later)).toEqual(['d0']);
    expect(await done(later, 'e')).toEqual(IDS);
    await again.close();
  });

  it('that was interrupted waits where nobody asks for it to go on', async () => {
    const dir = tempFolder();
    const store = await workspace(dir);
    const { jobs } = await queue(store);
    const { id } = await jobs.start('extract', { collection: 'c' });
    await jobs.close();
    await store.close();
    const later = await open(dir);
    const { jobs: command, extractors } = await queue(later, { takes: () => 1 }, false);
    expect((await list(command)).map(({ state }) => state)).toEqual(['interrupted']);
    expect(extractors).toEqual([]);
    await command.resume(id);
    expect((await until(command, over)).map(({ state }) => state)).toEqual(['done']);
    await command.close();
  });

  it('that waits can be paused and cancelled, and a paused one cancelled', async () => {
    const store = await workspace();
    const { jobs } = await queue(store, { takes: () => 5000 });
    const running = await jobs.start('extract', { collection: 'c' });
    const a = await jobs.start('extract', { collection: 'e' });
    const b = await jobs.start('extract', { collection: 'e' });
    expect([(await jobs.pause(a.id)).state, (await jobs.cancel(b.id)).state]).toEqual(['paused', 'cancelled']);
    expect((await jobs.cancel(a.id)).state).toBe('cancelled');
    expect((await jobs.cancel(running.id)).state).toBe('cancelled');
    expect(await done(store)).toEqual([]);
    await jobs.close();
  });

  it('still before its work is never dropped from the list, however many are over', async () => {
    const store = await workspace();
    const { jobs } = await queue(store, {});
    const first = await jobs.start('extract', { collection: 'c' });
    await jobs.pause(first.id);
    for (let i = 0; i < 60; i++) {
      const { id } = await jobs.start('extract', { collection: 'e', docs: ['d0'] });
      await jobs.cancel(id);
    }
    const found = await list(jobs);
    expect(found).toHaveLength(50);
    expect(found[0]).toMatchObject({ id: first.id, state: 'paused' });
    await jobs.close();
  });
});

describe('this document now', () => {
  it('is taken next in an extraction of its collection that runs', async () => {
    const store = await workspace();
    const { jobs, extractors } = await queue(store);
    const { id } = await jobs.start('extract', { collection: 'c' });
    await until(jobs, () => (extractors[0]?.begun.length ?? 0) >= 1);
    expect((await jobs.now({ collection: 'c', doc_id: 'd5', again: false })).id).toBe(id);
    await until(jobs, over);
    expect(extractors).toHaveLength(1);
    expect(extractors[0]!.begun.indexOf('d5')).toBeLessThan(3);
    expect([...extractors[0]!.begun].sort()).toEqual(IDS);
    await jobs.close();
  });

  it('goes before what waits, and is read as its collection was last', async () => {
    const store = await workspace();
    const { jobs, extractors } = await queue(store);
    await jobs.start('extract', { collection: 'e', extractor: 'llama', model: 'm.gguf' });
    const waits = await jobs.start('extract', { collection: 'c', extractor: 'llama', model: 'm.gguf' });
    await until(jobs, () => extractors.length > 0);
    const now = await jobs.now({ collection: 'c', doc_id: 'd4', again: false });
    expect(now.input).toMatchObject({ docs: ['d4'], extractor: 'llama', model: 'm.gguf' });
    const found = await until(jobs, over);
    expect(found.map(({ id }) => id).indexOf(now.id)).toBe(1);
    expect(extractors[1]!.begun).toEqual(['d4']);
    expect(extractors[2]!.begun).not.toContain('d4');
    expect(found.find(({ id }) => id === waits.id)!.result).toMatchObject({ documents: 5, skipped: 1 });
    await jobs.close();
  });

  it('with another extractor than the one that runs is a job of its own', async () => {
    const store = await workspace();
    const { jobs } = await queue(store);
    const running = await jobs.start('extract', { collection: 'c', extractor: 'llama' });
    await until(jobs, ([job]) => (job!.progress?.done ?? 0) >= 1);
    expect((await jobs.now({ collection: 'c', doc_id: 'd5', again: false, extractor: 'extractive' })).id).not.toBe(running.id);
    expect((await jobs.now({ collection: 'c', doc_id: 'd5', again: false, extractor: 'llama' })).id).toBe(running.id);
    await jobs.cancel(running.id);
    await jobs.close();
  });

  it('one that failed is tried again in the same extraction, and what was answered before is kept until it succeeds', async () => {
    const store = await workspace();
    let failures = 1;
    const fails = (id: string) => (id === 'd0' && failures-- > 0 ? modelFailed('the context is full') : undefined);
    const { jobs, extractors } = await queue(store, { takes: () => 60, fails, windows: 3 });
    await jobs.start('extract', { collection: 'c' });
    await until(jobs, ([job]) => (job!.progress?.done ?? 0) >= 1);
    expect((await store.extractions('c', 'd0'))[0]).toMatchObject({ status: 'failed', error_code: 'MODEL_FAILED' });
    expect((await store.failedTraces('c', 'd0')).map(({ window, raw }) => [window, raw])).toEqual([
      [0, 'answer 0 to d0'],
      [1, 'answer 1 to d0'],
      [2, 'answer 2 to d0'],
    ]);
    await jobs.now({ collection: 'c', doc_id: 'd0', again: true });
    const [job] = await until(jobs, over);
    expect(job!.result).toMatchObject({ documents: 6, failed: [] });
    expect(extractors[0]!.begun.filter((id) => id === 'd0')).toHaveLength(2);
    expect(extractors[0]!.begun.at(-1)).not.toBe('d0');
    expect(await store.failedTraces('c', 'd0')).toEqual([]);
    expect((await store.traces('c', 'd0')).length).toBe(3);
    await jobs.close();
  });
});

/** Judgments on disk: killed in the middle, cut off, on a full disk. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AnnotationEvent } from '../../shared/annotation';
import { judge, nugget } from '../unit/annotateKit';
import { open, tempFolder } from './storeKit';
import { run } from './storeProcess';

const fileIn = (dir: string) => {
  const [collection] = readdirSync(join(dir, 'annotations'));
  const names = readdirSync(join(dir, 'annotations', collection!));
  return join(dir, 'annotations', collection!, names.find((name) => name.endsWith('.jsonl'))!);
};
const add = (store: Awaited<ReturnType<typeof open>>, ...events: AnnotationEvent[]) => store.appendAnnotations('c', () => events);

const WORK = `
  const store = await openStore(dir, { mode: 'write' });
  const made = (n) => ({ v: 1, id: 'k' + n, collection: 'c', annotator: 'Ana', role: 'annotator', at: new Date(n * 1000).toISOString(), origin: '',
    nugget: { id: 'd#k.0', doc_id: 'd', extractor: 'extractive', key: 'k', profile: '', text: 'x'.repeat(5000), spans: [], text_sha256: 's', version: 'v' },
    action: { type: 'judge', changes: { note: String(n) } } });
  print('READY');
  for (;;) {
    const [event] = await store.appendAnnotations('c', ({ events }) => [made(events.length)]);
    print('DONE ' + event.id.slice(1));
  }`;

it('kill -9 while judging, four times: nothing that was acknowledged is lost, at most one more is there', { timeout: 60_000 }, async () => {
  const dir = tempFolder();
  let done = -1;
  for (const pause of [60, 130, 210, 330]) {
    const child = run(dir, WORK);
    await child.line('READY');
    await new Promise((end) => setTimeout(end, pause));
    await child.kill();
    done = Math.max(done, ...child.lines.filter((line) => line.startsWith('DONE')).map((line) => Number(line.slice(5))));
    const store = await open(dir);
    const { events } = await store.annotationEvents('c');
    expect(events.map(({ id }) => id)).toEqual(events.map((_, n) => `k${n}`));
    expect([done + 1, done + 2]).toContain(events.length);
    await store.close();
  }
  expect(done).toBeGreaterThan(10);
});

it('a line that was cut off is told, does not count, and is set aside by the next judgment', async () => {
  const dir = tempFolder();
  let store = await open(dir);
  const [a, b, c] = [judge('Ana', 1, { note: 'um' }), judge('Ana', 2, { note: 'dois' }), judge('Ana', 3, { note: 'três' })];
  await add(store, a);
  appendFileSync(fileIn(dir), JSON.stringify(b).slice(0, -9));
  expect((await store.annotationEvents('c')).faults).toEqual([
    { file: expect.stringMatching(/jsonl$/), row: 2, reason: expect.stringContaining('cut off') },
  ]);
  await store.close();
  store = await open(dir);
  await add(store, c);
  const { events, faults } = await store.annotationEvents('c');
  expect(events).toEqual([a, c]);
  expect(faults).toEqual([{ file: expect.stringMatching(/torn$/), row: 1, reason: expect.stringContaining('set aside') }]);
  expect(readFileSync(`${fileIn(dir)}.torn`, 'utf8')).toBe(`${JSON.stringify(b).slice(0, -9)}\n`);
});

it('a last line that is whole but for its end counts, and is ended', async () => {
  const dir = tempFolder();
  const store = await open(dir);
  const [a, b, c] = [judge('Ana', 1, { note: 'um' }), judge('Ana', 2, { note: 'dois' }), judge('Ana', 3, { note: 'três' })];
  await add(store, a);
  appendFileSync(fileIn(dir), JSON.stringify(b));
  expect((await store.annotationEvents('c')).events).toEqual([a, b]);
  await add(store, c);
  expect(await store.annotationEvents('c')).toMatchObject({ events: [a, b, c], faults: [] });
  expect(readFileSync(fileIn(dir), 'utf8').split('\n')).toHaveLength(4);
});

it('a line that was damaged by hand is told with its row, and the others count', async () => {
  const dir = tempFolder();
  const store = await open(dir);
  const [a, b] = [judge('Ana', 1, { note: 'um' }), judge('Ana', 2, { note: 'dois' })];
  await add(store, a, b);
  await store.close();
  writeFileSync(fileIn(dir), `${JSON.stringify(a)}\n{"v":1}\n${JSON.stringify(b)}\n`);
  const again = await open(dir);
  expect(await again.annotationEvents('c')).toMatchObject({ events: [a, b], faults: [{ row: 2, reason: expect.stringContaining('id') }] });
});

it('names of any kind have their own files; a reader sees what a writer adds', async () => {
  const dir = tempFolder();
  const store = await open(dir);
  const names = ['Ana', 'ana', 'Ána', '../x', 'con', '张伟', 'A/B\\C:*?', 'x'.repeat(80)];
  await add(store, ...names.map((name, i) => judge(name, i, { note: name })));
  const reader = await open(dir, { mode: 'read' });
  expect((await reader.annotationEvents('c')).events.map(({ annotator }) => annotator).sort()).toEqual([...names].sort());
  await add(store, judge('Ana', 99, { note: 'mais' }));
  expect((await reader.annotationEvents('c')).events).toHaveLength(names.length + 1);
  await expect(add(reader, judge('Ana', 100, {}))).rejects.toMatchObject({ code: 'WORKSPACE_TAKEN' });
  expect(readdirSync(dir).sort()).toContain('annotations');
});

it('a full disk is told, and what was written before and after stays whole', async () => {
  const disk = tempFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    return console.log('skipped: no small file system can be mounted here (not root)');
  }
  try {
    const dir = join(disk, 'workspace');
    const store = await open(dir);
    execFileSync('dd', ['if=/dev/zero', `of=${join(disk, 'ballast')}`, 'bs=1M', 'count=2'], { stdio: 'ignore' });
    const long = nugget(1, { text: 'y'.repeat(15_000) });
    let n = 0;
    let thrown: unknown;
    while (thrown === undefined && n < 2000)
      await add(store, judge('Ana', n, { note: String(n) }, long)).then(
        () => n++,
        (error: unknown) => {
          thrown = error;
        },
      );
    expect(thrown).toMatchObject({ code: 'DISK_FULL', remedy: expect.stringContaining('space') });
    expect(await store.annotationEvents('c')).toMatchObject({ faults: [] });
    expect((await store.annotationEvents('c')).events).toHaveLength(n);
    execFileSync('rm', [join(disk, 'ballast')]);
    await add(store, judge('Ana', n, { note: 'fim' }, long));
    await store.close();
    const again = await open(dir);
    expect((await again.annotationEvents('c')).events.map(({ action }) => (action as { changes: { note: string } }).changes.note)).toEqual([
      ...Array.from({ length: n }, (_, i) => String(i)),
      'fim',
    ]);
    await again.close();
  } finally {
    execFileSync('umount', ['-l', disk]);
  }
});

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { processStart } from '../../electron/engine/store/lockHolder';
import { document, open, tempFolder } from './storeKit';
import { run } from './storeProcess';

const lockOf = (dir: string) => join(dir, 'writer.lock');
const hold = "const store = await openStore(dir, { mode: 'write' }); print('OPEN'); setInterval(() => {}, 1000);";

describe('one writer a workspace', () => {
  it('a second one in the same process is refused, and a reader is not', async () => {
    const dir = tempFolder();
    await open(dir);
    await expect(open(dir)).rejects.toMatchObject({ code: 'WORKSPACE_TAKEN', details: { pid: process.pid } });
    expect((await open(dir, { mode: 'read' })).readonly).toBe(true);
  });

  it('a second process is refused with the pid of the first and what to do', async () => {
    const dir = tempFolder();
    const other = run(dir, hold);
    await other.line('OPEN');
    await expect(open(dir)).rejects.toMatchObject({
      code: 'WORKSPACE_TAKEN',
      message: expect.stringContaining(`(${other.pid})`),
      remedy: expect.stringContaining('--workspace'),
      details: { pid: other.pid, host: hostname() },
    });
  });

  it('after kill -9 the workspace is taken over at once', async () => {
    const dir = tempFolder();
    const other = run(dir, hold);
    await other.line('OPEN');
    await other.kill();
    expect(JSON.parse(readFileSync(lockOf(dir), 'utf8'))).toMatchObject({ pid: other.pid });
    const begun = performance.now();
    await open(dir);
    expect(performance.now() - begun).toBeLessThan(2000);
    expect(JSON.parse(readFileSync(lockOf(dir), 'utf8'))).toMatchObject({ pid: process.pid, host: hostname() });
    expect(readdirSync(dir).filter((name) => name.startsWith('writer.lock.'))).toEqual([]);
  });

  it('is given back on closing, and by a process that just ends', async () => {
    const dir = tempFolder();
    const store = await open(dir);
    await store.close();
    expect(readdirSync(dir)).not.toContain('writer.lock');
    const other = run(dir, "await openStore(dir, { mode: 'write' }); print('OPEN'); process.exit(0);");
    await other.ended;
    expect(other.lines).toEqual(['OPEN']);
    expect(readdirSync(dir)).not.toContain('writer.lock');
  });

  it('a lock of a pid that now belongs to another process is dead, where /proc tells the start', async () => {
    const dir = tempFolder();
    if (processStart(process.pid) === '') return console.log('skipped: there is no /proc here');
    const holder = { pid: process.pid, host: hostname(), started: '1', token: 'earlier' };
    writeFileSync(lockOf(dir), JSON.stringify(holder));
    await open(dir);
    expect(JSON.parse(readFileSync(lockOf(dir), 'utf8')).started).toBe(processStart(process.pid));
  });

  it('a lock of another computer is respected, and the remedy names the file', async () => {
    const dir = tempFolder();
    writeFileSync(lockOf(dir), JSON.stringify({ pid: 1, host: 'another-computer', started: '', token: 't' }));
    await expect(open(dir)).rejects.toMatchObject({
      code: 'WORKSPACE_TAKEN',
      message: expect.stringContaining('another-computer'),
      remedy: expect.stringContaining(lockOf(dir)),
    });
  });

  it('a lock that lost its content with the power is dead, once nobody can be writing it', async () => {
    const dir = tempFolder();
    writeFileSync(lockOf(dir), '');
    await expect(open(dir)).rejects.toMatchObject({ code: 'WORKSPACE_TAKEN' });
    await new Promise((done) => setTimeout(done, 2100));
    await (await open(dir)).putDocuments([document('a')]);
  });

  it('of ten processes that find a dead lock at once, one takes it', async () => {
    const dir = tempFolder();
    const dead = run(dir, hold);
    await dead.line('OPEN');
    await dead.kill();
    const go = join(dir, 'go');
    // All wait for the same moment, then try; whoever has it keeps it.
    const takers = Array.from({ length: 10 }, () =>
      run(
        dir,
        `const { existsSync } = await import('node:fs'); print('READY');
         while (!existsSync(${JSON.stringify(go)})) {}
         await openStore(dir, { mode: 'write' }); print('OPEN'); setInterval(() => {}, 1000);`,
      ),
    );
    await Promise.all(takers.map((taker) => taker.line('READY')));
    writeFileSync(go, '');
    const results = await Promise.all(takers.map((taker) => Promise.race([taker.line('OPEN'), taker.line('ERROR')])));
    expect(results.filter((line) => line === 'OPEN').length).toBe(1);
    expect(results.filter((line) => line.startsWith('ERROR WORKSPACE_TAKEN')).length).toBe(9);
    await Promise.all(takers.map((taker) => taker.kill()));
    rmSync(go);
    await open(dir);
  });
});

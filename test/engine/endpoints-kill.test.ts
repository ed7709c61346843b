/** endpoints.json is not under the workspace's lock: two processes change it at the same time, and no change is lost. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { underLock } from '../../electron/engine/store/shortLock';
import { openEndpoints } from '../../electron/engine/use/endpoints';
import { tempFolder } from './storeKit';
import { run } from './storeProcess';

const MANY = 40;
const keys = { keychain: false, find: async () => 'none' as const, read: async () => undefined };
const HOST = '127.0.0.1:9';

/** Waits for the others, then turns its own endpoints off, one after the other. */
const TURN_OFF = (own: string) => `
  const endpoints = openEndpoints({ workspace: dir, keys: { find: async () => 'none', read: async () => undefined } });
  const { existsSync } = await import('node:fs');
  print('READY');
  while (!existsSync(dir + '/go')) await new Promise((done) => setTimeout(done, 1));
  for (let n = 0; n < ${MANY}; n++) await endpoints.disable('${own}' + n);
  print('END');
  endpoints.close();`;

async function allOn(names: readonly string[]) {
  const dir = tempFolder();
  const endpoints = openEndpoints({ workspace: dir, keys });
  for (const own of names)
    for (let n = 0; n < MANY; n++) {
      const settings = { url: `http://${HOST}`, chat_model: 'm' };
      await endpoints.add({ name: `${own}${n}`, ...settings } as Parameters<typeof endpoints.add>[0]);
      await endpoints.enable(`${own}${n}`, HOST);
    }
  return { dir, endpoints };
}

it('two processes turn endpoints off at the same instant: all stay off', { timeout: 60_000 }, async () => {
  const { dir, endpoints } = await allOn(['a', 'b']);
  const both = ['a', 'b'].map((own) => run(dir, TURN_OFF(own)));
  await Promise.all(both.map((process) => process.line('READY')));
  expect((await endpoints.list()).every(({ enabled }) => enabled)).toBe(true);
  writeFileSync(join(dir, 'go'), '');
  await Promise.all(both.map((process) => process.line('END')));
  expect((await endpoints.list()).filter(({ enabled }) => enabled)).toEqual([]);
  expect(await endpoints.list()).toHaveLength(2 * MANY);
  expect(existsSync(join(dir, 'endpoints.json.lock'))).toBe(false);
});

it('one that is killed in the midst of it holds up nobody', { timeout: 60_000 }, async () => {
  const { dir, endpoints } = await allOn(['a']);
  const lock = join(dir, 'endpoints.json.lock');
  const stuck = run(
    dir,
    `const { writeFileSync } = await import('node:fs');
     const holder = { pid: process.pid, host: ${JSON.stringify(hostname())}, started: '', token: 'stuck' };
     writeFileSync(${JSON.stringify(lock)}, JSON.stringify(holder));
     print('HELD'); setInterval(() => {}, 1000);`,
  );
  await stuck.line('HELD');
  const before = readFileSync(join(dir, 'endpoints.json'), 'utf8');
  await expect(underLock(lock, async () => 'done', 100)).rejects.toMatchObject({
    code: 'WORKSPACE_TAKEN',
    details: { pid: stuck.pid },
  });
  expect(readFileSync(join(dir, 'endpoints.json'), 'utf8')).toBe(before);
  await stuck.kill();
  expect(await endpoints.disable('a0')).toMatchObject({ enabled: false });
  expect(existsSync(lock)).toBe(false);
});

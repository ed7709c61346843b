import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RemoteServer, startRemoteServer } from '../../engine/remoteServer';
import { launchBrowser } from '../browser';
import { CLI, copyOfSample, startHost } from '../host';
import { ask, goTo, openWindow, PREPARING_MS } from '../windowKit';
import { STRACE, start, straced, watchNode } from './egress/run';

/** Nothing leaves the machine, unless an endpoint is turned on by name; then what is sent goes there and nowhere else. */
const KEY = 'sk-egress-T7uPq2Xc9LmB4vZn';
let workspace: string;
let dir: string;
let server: RemoteServer;

beforeAll(async () => {
  workspace = copyOfSample();
  dir = mkdtempSync(join(tmpdir(), 'pepita-egress-'));
  server = await startRemoteServer();
}, PREPARING_MS);
afterAll(async () => {
  await server.close();
  for (const folder of [workspace, dir]) rmSync(folder, { recursive: true, force: true });
});

const SAMPLE = ['--collection', 'sample'];
const inWorkspace = (args: readonly string[]) => [...args, '--workspace', workspace, '--json'];
const COMMANDS: readonly (readonly string[])[] = [
  ['import', 'sample:', '--collection', 'again'],
  ['extract', '--collection', 'again', '--limit', '2'],
  ['index', ...SAMPLE],
  ['search', 'prescrição intercorrente', ...SAMPLE, '--ranker', 'hybrid'],
  ['run', ...SAMPLE, '--out', 'RUN'],
  ['evaluate', '--run', 'RUN', ...SAMPLE],
  ['export', 'nuggets', ...SAMPLE, '--out', 'NUGGETS'],
  ['models'],
  ['endpoints', 'list'],
  ['endpoints', 'add', 'ours', 'https://api.example.org', '--chat-model', 'm', '--embedding-model', 'e'],
  ['doctor'],
];
const placed = (args: readonly string[]) => args.map((arg) => (arg === 'RUN' || arg === 'NUGGETS' ? join(dir, arg) : arg));

describe('with no endpoint turned on', () => {
  it('no command opens a connection or asks for a name, in Node or in a library of ours', async () => {
    const watch = watchNode();
    for (const command of COMMANDS) {
      const { status, stderr } = await start(process.execPath, [CLI, ...inWorkspace(placed(command))], { env: watch.env });
      expect(status, `${command.join(' ')}: ${stderr}`).toBe(0);
    }
    const refused = await start(process.execPath, [CLI, ...inWorkspace(['extract', ...SAMPLE, '--endpoint', 'ours'])], { env: watch.env });
    expect(refused.status).toBe(6);
    expect(JSON.parse(refused.stdout).error).toMatchObject({
      code: 'ENDPOINT_OFF',
      remedy: expect.stringContaining('pepita endpoints enable ours'),
    });
    const attempts = watch.attempts();
    expect(attempts.filter(({ kind }) => kind === 'loaded').length).toBe(COMMANDS.length + 1);
    expect(attempts.filter(({ kind }) => kind !== 'loaded')).toEqual([]);
    watch.end();
  });

  it.skipIf(!STRACE)('nor does a native library: no system call reaches an internet address (skipped without strace)', async () => {
    for (const command of [
      ['extract', '--collection', 'again', '--limit', '1'],
      ['index', ...SAMPLE],
      ['search', 'cheque', ...SAMPLE],
      ['models'],
      ['doctor'],
    ]) {
      const { ran, addresses } = await straced(inWorkspace(command));
      expect(ran.status, ran.stderr).toBe(0);
      expect(addresses, command.join(' ')).toEqual([]);
    }
  });

  it('the window asks its own host alone, in every place, and the host asks nobody', async () => {
    const watch = watchNode();
    const before = { ...process.env };
    Object.assign(process.env, watch.env);
    const host = await startHost();
    for (const name of ['NODE_OPTIONS', 'PEPITA_EGRESS_LOG']) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
    const browser: Browser = await launchBrowser();
    try {
      const page = await openWindow(browser, host);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      page.on('websocket', (socket) => asked.push(socket.url()));
      await page.reload();
      await page.locator('textarea').first().waitFor();
      await ask(page, 'prescrição intercorrente');
      for (const place of ['Library', 'Compare', 'Audit', 'Models']) await goTo(page, place);
      await page.getByRole('heading', { name: 'Models', level: 1 }).waitFor();
      expect(asked.length).toBeGreaterThan(3);
      const { host: own } = new URL(host.url);
      expect(asked.filter((url) => new URL(url).host !== own && !url.startsWith('data:'))).toEqual([]);
    } finally {
      await browser.close();
      await host.close();
    }
    expect(watch.attempts().filter(({ kind }) => kind !== 'loaded')).toEqual([]);
    watch.end();
  });
});

describe('with one turned on', () => {
  it('what is sent goes there and nowhere else; the key is in no file and no output', async () => {
    const watch = watchNode();
    const env = { ...watch.env, PEPITA_KEY_OURS: KEY };
    let output = '';
    const run = async (...args: string[]) => {
      const { status, stdout, stderr } = await start(process.execPath, [CLI, ...args, '--workspace', workspace], { env });
      output += stdout + stderr;
      return { status, stdout, stderr };
    };
    await run('endpoints', 'add', 'ours', server.url, '--chat-model', 'm', '--embedding-model', 'e', '--price-in', '1', '--price-out', '4');
    const on = await run('endpoints', 'enable', 'ours');
    expect(on.stderr).toContain(`ours is at ${server.host}`);
    const estimate = await run('extract', ...SAMPLE, '--endpoint', 'ours', '--estimate');
    expect(estimate.stdout).toContain(server.host);
    expect(server.seen).toHaveLength(0);
    expect((await run('endpoints', 'test', 'ours')).stdout).toMatch(/ok {4}chat: .*\n.*ok {4}embeddings: e gave a vector of 26 values/);
    const extracted = await run('extract', ...SAMPLE, '--endpoint', 'ours', '--limit', '3');
    expect(extracted.stderr).toContain(`Sent to ${server.host}: the text of the documents.`);
    expect(extracted.stdout).toMatch(
      new RegExp(`remote: 3 documents.*\\n.*${server.host}: \\d+ requests, \\d+ tokens sent, \\d+ received, cost 0\\.\\d+`),
    );
    expect((await run('index', ...SAMPLE, '--encoder', 'remote:ours', '--quiet')).status).toBe(0);
    const found = await run('search', 'prescrição intercorrente', ...SAMPLE, '--encoder', 'remote:ours');
    expect(found.status).toBe(0);
    expect(found.stderr).toContain(`Sent to ${server.host}: the query.`);
    // The server says the key back in its refusal.
    server.script(({ authorization }, response) => {
      response.writeHead(401).end(JSON.stringify({ error: { message: `Incorrect API key provided: ${authorization}` } }));
      return true;
    });
    const refused = await run('search', 'prescrição', ...SAMPLE, '--encoder', 'remote:ours', '--json');
    expect(JSON.parse(refused.stdout).error).toMatchObject({ code: 'ENDPOINT_FAILED', message: expect.stringContaining('[key]') });

    const reached = watch.attempts().filter(({ kind }) => kind !== 'loaded');
    expect(reached.length).toBeGreaterThan(3);
    expect([...new Set(reached.filter(({ kind }) => kind.startsWith('connect')).map(({ what }) => what))]).toEqual([server.host]);
    expect(reached.filter(({ kind }) => !kind.startsWith('connect'))).toEqual([]);
    expect(server.seen.some(({ authorization }) => authorization === `Bearer ${KEY}`)).toBe(true);
    expect(output).not.toContain(KEY);
    const files = readdirSync(workspace, { recursive: true }).map((name) => join(workspace, String(name)));
    const whole = files.filter((path) => statSync(path).isFile());
    expect(whole.filter((path) => readFileSync(path).includes(KEY))).toEqual([]);
    expect(whole.filter((path) => readFileSync(path).includes(server.host)).length).toBeGreaterThan(0);

    expect((await run('endpoints', 'disable', 'ours')).stdout).toContain('is off');
    const sent = server.seen.length;
    expect((await run('extract', ...SAMPLE, '--endpoint', 'ours')).status).toBe(6);
    expect(server.seen.length).toBe(sent);
    watch.end();
  });

  it.skipIf(!STRACE)('the watch over system calls sees what is sent (skipped without strace)', async () => {
    await start(process.execPath, [CLI, 'endpoints', 'enable', 'ours', '--workspace', workspace]);
    const { addresses } = await straced(['endpoints', 'test', 'ours', '--workspace', workspace], { ...process.env, PEPITA_KEY_OURS: KEY });
    expect([...new Set(addresses)]).toEqual([server.host]);
    await start(process.execPath, [CLI, 'endpoints', 'disable', 'ours', '--workspace', workspace]);
  });

  it('without a key in the environment it says which variable is read', async () => {
    const list = await start(process.execPath, [CLI, 'endpoints', 'enable', 'ours', '--workspace', workspace]);
    expect(list.stdout).toContain('PEPITA_KEY_OURS');
    expect(list.stdout).toContain('The command line and the browser read keys from there alone');
  });

  it('wrong use is told as that', async () => {
    const cases: [string[], number][] = [
      [['endpoints', 'add', 'Not A Name', server.url, '--chat-model', 'm'], 2],
      [['endpoints', 'add', 'x', 'https://me:secret@example.org', '--chat-model', 'm'], 2],
      [['endpoints', 'add', 'x', server.url], 2],
      [['endpoints', 'enable', 'nobody'], 4],
      [['extract', ...SAMPLE, '--endpoint', 'ours', '--model', 'x.gguf'], 2],
      [['extract', ...SAMPLE, '--extractor', 'remote'], 2],
      [['extract', ...SAMPLE, '--extractor', 'extractive', '--endpoint', 'ours'], 2],
      [['extract', ...SAMPLE, '--estimate'], 2],
    ];
    for (const [args, status] of cases) {
      const ran = await start(process.execPath, [CLI, ...args, '--workspace', workspace]);
      expect(ran.status, `${args.join(' ')}: ${ran.stderr}`).toBe(status);
      expect(ran.stderr).not.toContain('secret');
    }
    const warned = await start(process.execPath, [
      CLI,
      'endpoints',
      'add',
      'plain',
      'http://gpu.cluster.example:8000',
      '--chat-model',
      'm',
      '--workspace',
      workspace,
    ]);
    expect(warned.stderr).toContain('plain http');
  });
});

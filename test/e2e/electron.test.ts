import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRemoteServer } from '../engine/remoteServer';
import { launchBrowser } from './browser';
import { choosingTests } from './electron/choosing';
import { createStandin, requireWith, type Standin } from './electron/standin';
import { someDecisions } from './host';

const root = process.cwd();
const DECISIONS = 8;
let browser: Browser;
let standin: Standin;
let page: Page;
let userData: string;

beforeAll(async () => {
  userData = mkdtempSync(join(tmpdir(), 'pepita-electron-'));
  browser = await launchBrowser();
  standin = createStandin(browser, root, userData);
  requireWith(standin, join(root, 'dist', 'main.cjs'));
  while (standin.windows.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  page = await standin.windows[0]!.page;
  await page.getByText('Offline: nothing has left this machine').waitFor();
});
afterAll(async () => {
  await page?.context().close();
  for (const child of standin?.children ?? []) child.kill('SIGKILL');
  await browser?.close();
  rmSync(userData, { recursive: true, force: true });
});

const library = () => page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Library' }).click();

describe('the hardened window', () => {
  it('has no Node, is isolated and sandboxed', async () => {
    expect(standin.windows[0]!.options.webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
    });
    expect(await page.evaluate(() => [typeof (globalThis as any).require, typeof (globalThis as any).process])).toEqual([
      'undefined',
      'undefined',
    ]);
  });

  it('gives the page two functions and no more', async () => {
    expect(await page.evaluate(() => Object.keys((globalThis as any).pepita).sort())).toEqual(['onFrame', 'post']);
  });

  it('serves its page with a content policy that allows files of ours alone', async () => {
    const policy = await page.evaluate(() => fetch('/index.html').then((response) => response.headers.get('content-security-policy')));
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("script-src 'self';");
    expect(await page.evaluate(() => fetch('/../package.json').then((response) => response.status))).toBe(404);
  });

  it('refuses navigation, new windows, permissions and requests to other machines', () => {
    const { webContents, openHandler } = standin.windows[0]!;
    const navigate = (url: string) => {
      let prevented = false;
      webContents.emit('will-navigate', { preventDefault: () => (prevented = true) }, url);
      return prevented;
    };
    expect(navigate('https://example.org/')).toBe(true);
    expect(navigate('app://pepita.example.org/')).toBe(true);
    expect(navigate('app://pepita/index.html')).toBe(false);
    expect(openHandler!({ url: 'https://example.org/' })).toEqual({ action: 'deny' });
    let allowed: unknown;
    standin.doors.permission!({}, 'media', (answer: boolean) => (allowed = answer));
    expect(allowed).toBe(false);
    expect(standin.doors.check!()).toBe(false);
    const cancelled = (url: string) => {
      let answer: { cancel?: boolean } = {};
      standin.doors.request!({ url }, (decision: { cancel?: boolean }) => (answer = decision));
      return answer.cancel;
    };
    expect(cancelled('https://example.org/x')).toBe(true);
    expect(cancelled('http://127.0.0.1:80/')).toBe(true);
    expect(cancelled('file:///etc/passwd')).toBe(true);
    expect(cancelled('app://pepita/index.html')).toBe(false);
  });

  it('hears only the top frame of its own page', async () => {
    const answers: unknown[] = [];
    standin.children[0]!.on('message', (message) => answers.push(message));
    const { ipcMain } = standin.electron;
    const { webContents } = standin.windows[0]!;
    const call = { t: 'call', id: 900, method: 'info', input: {} };
    ipcMain.emit('pepita:frame', { sender: webContents, senderFrame: { url: 'https://example.org/', parent: null } }, call);
    ipcMain.emit('pepita:frame', { sender: webContents, senderFrame: { url: 'app://pepita/x', parent: {} } }, call);
    ipcMain.emit('pepita:frame', { sender: {}, senderFrame: { url: 'app://pepita/x', parent: null } }, call);
    ipcMain.emit(
      'pepita:frame',
      { sender: webContents, senderFrame: { url: 'app://pepita/index.html', parent: null } },
      { ...call, id: 901 },
    );
    await expect.poll(() => JSON.stringify(answers)).toContain('"id":901');
    expect(JSON.stringify(answers)).not.toContain('"id":900');
  });
});

describe('the key of an endpoint', () => {
  const KEY = 'sk-electron-R5tYw8ZqLp3NcV6x';
  const files = () =>
    readdirSync(userData, { recursive: true })
      .map((name) => join(userData, String(name)))
      .filter((path) => statSync(path).isFile());

  it('goes from the page to the keychain, from there to the request, and nowhere else', async () => {
    const server = await startRemoteServer();
    const passed: string[] = [];
    const engine = standin.children.at(-1)!;
    engine.on('message', (message) => passed.push(JSON.stringify(message)));
    await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Models' }).click();
    const section = page.getByRole('region', { name: 'Remote endpoints' });
    await section.getByRole('button', { name: 'Add an endpoint' }).first().click();
    await page.getByLabel('Address').fill(server.url);
    await page.getByLabel('Name', { exact: true }).fill('kept');
    await page.getByLabel('Chat model', { exact: true }).fill('chat');
    await page.getByLabel('Key (kept in the system’s keychain)').fill(KEY);
    await page.getByLabel('Chat model', { exact: true }).press('Enter');
    const row = section.getByRole('listitem', { name: 'kept' });
    await row.getByText('key from the keychain').waitFor();
    expect(server.seen).toHaveLength(0);
    expect(files()).toContain(join(userData, 'keys.json'));
    await row.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
    await row.getByRole('button', { name: 'Try it' }).click();
    await row.getByText('answered').waitFor();
    expect(new Set(server.seen.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${KEY}`]));
    for (const path of files()) expect(readFileSync(path).includes(KEY), path).toBe(false);
    expect(passed.join()).not.toContain(KEY);
    expect(await page.content()).not.toContain(KEY);
    // The same name at another address has no key: it was given for this one.
    const other = await startRemoteServer();
    await section.getByRole('button', { name: 'Add an endpoint' }).first().click();
    await page.getByLabel('Address').fill(other.url);
    await page.getByLabel('Name', { exact: true }).fill('kept');
    await page.getByLabel('Chat model', { exact: true }).fill('chat');
    await page.getByLabel('Chat model', { exact: true }).press('Enter');
    await row.getByText(other.host).waitFor();
    await row.getByText('no key').waitFor();
    await row.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => row.count()).toBe(0);
    await page.getByText('Offline: nothing has left this machine').waitFor();
    await server.close();
    await other.close();
  });
});

describe('the supervised engine', () => {
  it('may be told to be ready twice: a call that is open stands', async () => {
    await page.reload();
    const webContents = standin.windows[0]!.webContents as unknown as { send(channel: string, frame: object): void };
    // The page asks for its collections as soon as it hears it; the second word comes before they do.
    for (let n = 0; n < 200; n++) {
      webContents.send('pepita:frame', { t: 'engine', state: 'ready' });
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await library();
    await page.getByRole('button', { name: 'Open the sample collection' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('is started again after a crash, says so, and its job resumes without doing anything twice', async () => {
    await library();
    await page.getByLabel('Folder or file').fill(someDecisions(DECISIONS));
    await page.getByRole('textbox', { name: 'Collection' }).fill('some');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const card = page.getByRole('article').filter({ hasText: 'Nuggets of some' });
    await card.getByText(/^[2-5] of \d+/).waitFor({ timeout: 90_000 });
    const first = standin.children.at(-1)!;
    first.kill('SIGKILL');
    await page.getByText('The engine is starting again').waitFor();
    await page.getByText('Offline: nothing has left this machine').waitFor({ timeout: 20_000 });
    expect(standin.children.at(-1)!.pid).not.toBe(first.pid);
    await card.getByText('done').waitFor({ timeout: 150_000 });
    const text = await card.innerText();
    const extracted = Number(/from (\d+) decisions/.exec(text)?.[1]);
    // The second run did only what the first had not committed.
    expect(extracted).toBeGreaterThan(0);
    expect(extracted).toBeLessThan(DECISIONS - 1);
  });
});

describe('the system’s dialogs for folders and files', () => choosingTests(() => ({ standin, page, folder: userData })));

describe('the window that closes', () => {
  it('asks before it closes while work is going on; who stays goes on', async () => {
    await library();
    await page.getByRole('button', { name: 'Import decisions' }).click();
    await page.getByLabel('Folder or file').fill(join(root, 'resources', 'sample', 'decisions'));
    await page.getByRole('textbox', { name: 'Collection' }).fill('again');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('button', { name: 'Pause' }).first().waitFor();
    standin.windows[0]!.close();
    const dialog = page.getByRole('dialog', { name: 'Work is going on' });
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(page.isClosed()).toBe(false);
  });

  it('lets go of the workspace when the window closes, whatever is going on', async () => {
    const engine = standin.children.at(-1)!;
    const gone = new Promise<number | null>((resolve) => engine.once('exit', resolve));
    const closed = page.waitForEvent('close');
    standin.electron.app.quit();
    // Where the work has ended meanwhile, nothing is asked.
    await Promise.race([closed, page.getByRole('button', { name: 'Close Pepita' }).click()]).catch(() => {});
    await closed;
    expect(await gone).toBe(0);
  });
});

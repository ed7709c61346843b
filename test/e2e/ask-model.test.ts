/** A language model asked for a hint while nuggets are judged: one nugget, by key, only when a person says so. */
import { rmSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chatAnswer, json, type RemoteServer, startRemoteServer } from '../engine/remoteServer';
import { launchBrowser } from './browser';
import { copyOfSample, type Host, pepita, startHost } from './host';
import { goTo, openWindow, PREPARING_MS, shot, violations } from './windowKit';

let server: RemoteServer;
let host: Host;
let browser: Browser;
let page: Page;
let verdict = '{"verdict":"no_support"}';
const asked = () => server.seen.filter(({ path }) => path === '/v1/chat/completions').map(({ body }) => body.messages[1].content as string);

beforeAll(async () => {
  server = await startRemoteServer();
  server.always((seen, response) => {
    if (seen.path !== '/v1/chat/completions') return false;
    json(response, 200, chatAnswer(seen.body, verdict));
    return true;
  });
  const workspace = copyOfSample();
  for (const command of [
    ['add', 'ours', server.url, '--chat-model', 'judge', '--context-size', '32000'],
    ['enable', 'ours'],
  ])
    expect(pepita(['endpoints', ...command, '--workspace', workspace]).status).toBe(0);
  host = await startHost(workspace);
  browser = await launchBrowser();
  page = await openWindow(browser, host);
}, PREPARING_MS);
afterAll(async () => {
  await browser?.close();
  await host?.close();
  await server?.close();
  if (host) rmSync(host.workspace, { recursive: true, force: true });
});

const thesis = async () => (await page.locator('.judge-card .thesis').first().innerText()).trim();

it('is asked of this nugget alone, says what it answered, and is not asked of the next by itself', async () => {
  await goTo(page, 'Audit');
  await page.locator('#nuggets').waitFor();
  await page.keyboard.press('Shift+J');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.keyboard.type('Ana');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Ask judge .*127\.0\.0\.1/ }).waitFor();
  expect(asked()).toEqual([]);
  const first = await thesis();
  await page.keyboard.press('Shift+H');
  await page.getByText(/judge .* says: not supported/i).waitFor();
  expect(asked()).toHaveLength(1);
  expect(asked()[0]).toContain(first);
  await shot(page, 'ask-model');
  expect(await violations(page)).toEqual([]);

  await page.keyboard.press('j');
  await expect.poll(thesis).not.toBe(first);
  await page.getByRole('button', { name: /^Ask judge/ }).waitFor();
  expect(asked()).toHaveLength(1);
  verdict = 'I think so';
  await page.keyboard.press('Shift+H');
  await page.getByText(/judge .* gave no usable answer/).waitFor();
  expect(asked()).toHaveLength(2);
});

it('there is none in blind work', async () => {
  await page.getByRole('button', { name: /^Ana/ }).click();
  await page.getByRole('checkbox', { name: /blind/i }).check();
  await page.keyboard.press('Enter');
  await page.locator('.judge-card').waitFor();
  expect(await page.getByRole('button', { name: /^Ask judge/ }).count()).toBe(0);
  await page.keyboard.press('Shift+H');
  expect(asked()).toHaveLength(2);
});

/** Approximate search in the window: offered for a collection that is large enough, never on by itself, always marked, with the way back. */
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../electron/engine';
import { engineConfig } from '../../electron/hosts/engineConfig';
import { type HttpHost, startHttpHost } from '../../electron/hosts/http/server';
import { launchBrowser } from './browser';
import { copyOfSample, type Host } from './host';
import { ask, goTo, openWindow, PREPARING_MS, violations } from './windowKit';

let engine: Engine;
let http: HttpHost;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  const workspace = copyOfSample();
  // The sample is small: it is offered here from ten vectors on.
  engine = await createEngine(engineConfig(process.cwd(), workspace, 'write'), { approximateFrom: 10 });
  http = await startHttpHost({ staticDir: join(process.cwd(), 'dist', 'renderer'), port: 0, onPort: (port) => engine.serve(port) });
  browser = await launchBrowser();
  page = await openWindow(browser, { url: http.url } as Host);
}, PREPARING_MS);
afterAll(async () => {
  await browser?.close();
  await http?.close();
  await engine?.close();
});

const pick = () => page.getByRole('combobox', { name: 'How is searched' });
const mark = () => page.getByText(/^Approximate · recall@100 (0\.\d\d|1\.00) on 20 of your queries$/);

it('is offered, made, measured, chosen, marked and left again', async () => {
  await ask(page, 'técnica e preço');
  // Never on by itself, and there is nothing to choose before it is made.
  expect(await page.getByText('So many vectors can also be searched approximately.').count()).toBe(1);
  expect(await pick().count()).toBe(0);
  const exact = await page.locator('#results [role=row]').allInnerTexts();
  await page.getByRole('button', { name: 'See the offer' }).click();

  await page.getByRole('button', { name: /^Make an approximate index: Nuggets/ }).click();
  await page.getByText(/recall of units @10/).waitFor({ timeout: 120_000 });
  expect(await page.getByText(/On 20 of 20 queries of the collection/).count()).toBe(1);
  expect(await violations(page)).toEqual([]);

  await goTo(page, 'Search');
  await pick().waitFor();
  expect(await mark().count()).toBe(0);
  await pick().selectOption('approximate');
  await mark().waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Search exactly' }).click();
  await mark().waitFor({ state: 'detached' });
  await page.locator('#results').evaluate((list: { scrollTop: number }) => {
    list.scrollTop = 0;
  });
  await expect.poll(() => page.locator('#results [role=row]').first().innerText()).toBe(exact[0]);
});

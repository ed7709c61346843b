import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from './browser';
import { type Host, startHost } from './host';
import { goTo, openWindow, PREPARING_MS, violations } from './windowKit';

/** Queries in other words: written by rules, edited by hand, restored, and a run made with them. */
let host: Host;
let browser: Browser;
beforeAll(async () => {
  host = await startHost();
  browser = await launchBrowser();
}, PREPARING_MS);
afterAll(async () => {
  await browser?.close();
  await host?.close();
});

it('are written, edited before they are searched with, and restored', async () => {
  const page = await openWindow(browser, host);
  await goTo(page, 'Compare');
  await page.keyboard.press('m');
  await page.getByRole('combobox', { name: 'Words of the query' }).selectOption('q_I');
  await page.getByRole('button', { name: 'Queries in other words' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Not written yet.').first().waitFor();
  await dialog.getByRole('button', { name: 'Write them' }).click();
  await dialog.getByText('20 queries, by rules').waitFor();
  const phrase = dialog.getByRole('textbox', { name: /^Issue 1 of / }).first();
  const made = await phrase.inputValue();
  expect(made).not.toBe('');
  await phrase.fill('whether a cheque given as security is a debt');
  await page.keyboard.press('Enter');
  await dialog.getByText('Edited by hand.').waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page)).toEqual([]);
  }
  await dialog.getByRole('button', { name: 'As it was made' }).click();
  await dialog.getByText('Edited by hand.').waitFor({ state: 'detached' });
  expect(
    await dialog
      .getByRole('textbox', { name: /^Issue 1 of / })
      .first()
      .inputValue(),
  ).toBe(made);
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Name' }).fill('issues');
  await page.keyboard.press('Enter');
  await page.locator('.measured tbody tr', { hasText: 'issues' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.context().close();
});

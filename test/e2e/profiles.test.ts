import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser';
import { copyOfSample, type Host, pepita, startHost } from './host';
import { ask, goTo, openWindow, PREPARING_MS, violations } from './windowKit';

/** Profiles and structured summaries in the window, over the sample with summaries beside its nuggets. */
let host: Host;
let browser: Browser;
beforeAll(async () => {
  const workspace = copyOfSample();
  for (const command of [['extract', '--summaries'], ['index']])
    expect(pepita([...command, '--collection', 'sample', '--workspace', workspace]).status).toBe(0);
  host = await startHost(workspace);
  browser = await launchBrowser();
}, PREPARING_MS);
afterAll(async () => {
  await browser?.close();
  await host?.close();
});

describe.each([
  ['light', false],
  ['dark', true],
] as const)('profiles and summaries, %s', (_, dark) => {
  it('a profile is looked at and chosen, and is still chosen after the window is opened again', async () => {
    const page = await openWindow(browser, host, { dark });
    await goTo(page, 'Library');
    const wanted = dark ? 'Tax questions and answers' : 'Norms';
    await page.getByRole('button', { name: /^Read for: / }).click();
    await page.getByRole('button', { name: `Preview ${wanted}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('about', { exact: false }).first().waitFor();
    expect(await dialog.locator('pre').innerText()).toContain('"quotes"');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: new RegExp(`^${wanted}`) }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: `Read for: ${wanted}` }).waitFor();
    expect(await violations(page)).toEqual([]);
    const again = await openWindow(browser, host, { dark });
    await goTo(again, 'Library');
    await again.getByRole('button', { name: `Read for: ${wanted}` }).waitFor();
    await page.context().close();
    await again.context().close();
  });

  it('summaries are searched, tell the fields that match, and are read beside the text', async () => {
    const page = await openWindow(browser, host, { dark });
    await ask(page, 'presumption of a cheque given as security');
    await page.getByRole('radio', { name: 'Summaries' }).click();
    await page.locator('#results').getByText('1 summary').first().waitFor();
    await page.locator('#results').press('Space');
    await page.locator('.units .field').first().waitFor();
    expect(await page.locator('.units .field').first().innerText()).toMatch(/cheque/);
    expect(await violations(page)).toEqual([]);
    // Nothing is wider than its pane, whatever rankings there are.
    const pane = page.locator('.segments').first();
    expect(await pane.evaluate((node) => node.scrollWidth <= node.clientWidth)).toBe(true);
    await page.locator('#results').press('a');
    await page.getByRole('radio', { name: 'Summary', exact: true }).click();
    const item = page.locator('.summary-list .nugget').first();
    await item.focus();
    await page.keyboard.press('Enter');
    const marked = page.locator('.place > div:not([hidden]) mark.strong').first();
    await marked.waitFor();
    const said = await item.locator('.serif').innerText();
    expect(said).toContain((await marked.innerText()).slice(0, 20));
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });
});

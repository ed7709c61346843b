import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser';
import { copyOfSample, type Host, pepita, startHost } from './host';
import { goTo, openWindow, PREPARING_MS, shot, violations } from './windowKit';

/** What judgments tell, and relevance judged over pooled runs, in the window. */
let host: Host;
let browser: Browser;
let workspace: string;
const cli = (...args: string[]) => {
  const { status, json } = pepita([...args, '--collection', 'sample', '--workspace', workspace]);
  expect([status, json.error]).toEqual([0, undefined]);
  return json.data;
};
beforeAll(async () => {
  workspace = copyOfSample();
  // Two annotators over eight nuggets: they agree on six of them.
  const { items } = cli('annotations', 'queue', '--annotator', 'Ana', '--limit', '8');
  for (const [i, { nugget }] of items.entries()) {
    const own = ['--doc', nugget.doc_id, '--nugget', nugget.id, '--importance', i % 2 === 0 ? 'vital' : 'okay'];
    const said = i < 5 ? 'support' : i < 7 ? 'partial' : 'no_support';
    cli('annotations', 'judge', '--annotator', 'Ana', ...own, '--faithful', said);
    cli('annotations', 'judge', '--annotator', 'Bruno', ...own, '--faithful', i < 2 ? 'partial' : said);
  }
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
] as const)('findings, %s', (_, dark) => {
  it('tell scores, agreement and progress, and are written as a page', async () => {
    const page = await openWindow(browser, host, { dark });
    await goTo(page, 'Audit');
    await page.locator('#nuggets').waitFor();
    await page.keyboard.press('Shift+F');
    // Undisputed: 3 support, 2 in part, 1 without; strict 3/6, with halves 4/6. All are of one decision.
    const scores = page.getByRole('region', { name: 'Faithfulness' }).getByRole('row', { name: /^extractive/ });
    await scores.waitFor();
    expect((await scores.innerText()).split(/\s+/).slice(1, 8)).toEqual(['1', '6', '3', '2', '1', '0.50', '0.67']);
    // The one without support is one key from its source.
    await scores.getByRole('button', { name: /^Examples: extractive, Not supported/ }).press('Enter');
    const link = page.locator('.judged-examples button');
    await link.waitFor();
    expect(await violations(page)).toEqual([]);
    const words = await page.locator('.judged-examples li p').first().innerText();
    await link.press('Enter');
    await page.locator('mark.strong').first().waitFor();
    expect(await page.locator('.nugget[aria-selected=true] p').first().innerText()).toBe(words);
    await page.keyboard.press('Shift+F');
    await scores.waitFor();
    const agreement = page.getByRole('region', { name: 'Agreement' });
    // Six of eight are equal; by chance 3.875 would be, so kappa is (.75 − .4844) / (1 − .4844), see the hand count below.
    const chance = (5 * 3 + 2 * 4 + 1 * 1) / 64;
    const kappa = (0.75 - chance) / (1 - chance);
    const pair = agreement.getByRole('row', { name: /Ana · Bruno/ });
    await pair.waitFor();
    expect((await pair.innerText()).split(/\t|\n/).map((cell) => cell.trim())).toEqual(
      expect.arrayContaining(['8', '0.75', kappa.toFixed(2)]),
    );
    await agreement.getByRole('combobox').selectOption('importance');
    await expect.poll(() => pair.innerText()).toContain('1.00');
    expect(await page.getByRole('region', { name: 'Progress' }).innerText()).toMatch(
      /8 of [\d,]+ nuggets judged[\s\S]*8 by two or more[\s\S]*2 disputed/,
    );
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Report' }).click();
    const out = join(workspace, `report-${dark}.html`);
    await page.getByRole('textbox', { name: 'File to write' }).fill(out);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('Written to').waitFor();
    expect(existsSync(out) && readFileSync(out, 'utf8')).toMatch(/<html[\s\S]*extractive/);
    // On paper: whatever the theme, black on white, nothing wider than the sheet, and three kinds of bar that grey tells apart.
    const paper = await browser.newPage({ viewport: { width: 1009, height: 680 }, colorScheme: dark ? 'dark' : 'light' });
    await paper.goto(`file://${out}`);
    await paper.emulateMedia({ media: 'print' });
    const printed = await paper.evaluate(() => {
      const style = (selector: string) => getComputedStyle(document.querySelector(selector)!);
      return {
        ink: [style('body').color, style('body').backgroundColor],
        over: [...document.querySelectorAll('table')].filter((table) => table.getBoundingClientRect().right > innerWidth + 1).length,
        breaks: [style('h2').breakAfter, style('tbody tr').breakInside, style('thead').display],
        bars: new Set(['.bar .s', '.bar .p', '.bar .n'].map((bar) => style(bar).background)).size,
        none: style('.bar .n').backgroundColor,
        buttons: document.querySelectorAll('button, nav, script').length,
      };
    });
    expect(printed).toEqual({
      ink: ['rgb(0, 0, 0)', 'rgb(255, 255, 255)'],
      over: 0,
      breaks: ['avoid', 'avoid', 'table-header-group'],
      bars: 3,
      none: 'rgb(255, 255, 255)',
      buttons: 0,
    });
    expect((await paper.pdf({ preferCSSPageSize: true })).toString('latin1')).toMatch(/^%PDF[\s\S]*\/Type ?\/Page\b/);
    await paper.close();
    await page.context().close();
  });

  it.runIf(!dark)('relevance is graded by key, taken back, and counts in the holes', async () => {
    const page = await openWindow(browser, host, { dark });
    // What is pooled is what runs found: one is made here.
    await goTo(page, 'Compare');
    await page.keyboard.press('m');
    await page.getByRole('textbox', { name: 'Name' }).fill('pooled');
    await page.keyboard.press('Enter');
    await page.locator('.measured tbody tr').first().waitFor();
    await goTo(page, 'Audit');
    await page.locator('#nuggets').waitFor();
    await page.keyboard.press('Shift+R');
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.keyboard.type('Clara');
    await page.keyboard.press('Enter');
    await page.locator('.asked').waitFor();
    await page.locator('.reader .column').waitFor();
    const first = await page.locator('.reader h2').innerText();
    const chosen = page.locator('.label-choice[aria-pressed=true]');
    await page.keyboard.press('2');
    await chosen.waitFor();
    expect(await chosen.innerText()).toContain('Relevant');
    await page.getByText('· 1 judged').waitFor();
    await page.keyboard.press('j');
    await expect.poll(() => page.locator('.reader h2').innerText()).not.toBe(first);
    await page.keyboard.press('0');
    await page.getByText('· 2 judged').waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('· 1 judged').waitFor();
    // The buttons do the same as the keys, and say when there is nothing more.
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    const redo = page.getByRole('button', { name: 'Redo', exact: true });
    await redo.click();
    await page.getByText('· 2 judged').waitFor();
    expect([await undo.getAttribute('aria-disabled'), await redo.getAttribute('aria-disabled')]).toEqual([null, 'true']);
    await undo.click();
    await page.getByText('· 1 judged').waitFor();
    await undo.press('Enter');
    await page.getByText('· 0 judged').waitFor();
    await expect.poll(() => undo.getAttribute('aria-disabled')).toBe('true');
    expect(await undo.evaluate((node) => node === document.activeElement)).toBe(true);
    await redo.click();
    await page.getByText('· 1 judged').waitFor();
    await shot(page, 'relevance');
    expect(await chosen.innerText()).toContain('Relevant');
    await page.getByRole('table', { name: /Not judged among/ }).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
    await page.context().close();
  });
});

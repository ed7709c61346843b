import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser';
import { type Host, pepita, startHost } from './host';
import { ask, goTo, openWindow, PREPARING_MS } from './windowKit';

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

const ranked = (query: string, ...flags: string[]): { doc_id: string; title: string; rank: number }[] =>
  pepita(['search', query, '--collection', 'sample', '--workspace', host.workspace, '--top', '100', ...flags]).json.data.results;

describe('the main job, by keyboard alone', () => {
  it('from a query to the evidence in the text, from evidence to evidence, to the next decision, and back', async () => {
    const page = await openWindow(browser, host, { locale: 'pt-BR' });
    await ask(page, 'técnica e preço');
    const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.className);
    const titleOf = async (n: number) => (await page.locator(`#results [aria-rowindex="${n}"] .title`).first().textContent())!.trim();
    // Tab leads from the search box over the ranking to the list.
    for (let i = 0; i < 12 && (await focused()) !== 'results'; i++) await page.keyboard.press('Tab');
    expect(await focused()).toBe('results');
    await page.keyboard.press('ArrowDown');
    await page.locator('[role=row][aria-selected=true][aria-rowindex="2"]').waitFor();
    await page.keyboard.press('Space');
    await page.locator('[role=row][aria-selected=true] .units button').first().waitFor();
    await page.keyboard.press('Enter');
    await page.locator('mark.strong').first().waitFor();
    expect(await focused()).toBe('text');
    const before = await page.locator('mark.strong').first().textContent();
    await page.keyboard.press('n');
    await page.waitForFunction((old) => document.querySelector('mark.strong')?.textContent !== old, before);
    await page.keyboard.press('Shift+N');
    await page.locator('[role=row][aria-selected=true][aria-rowindex="3"]').waitFor();
    await expect.poll(focused).toBe('text');
    await page.keyboard.press('l');
    expect(await focused()).toBe('results');
    // From now on the keyboard is in the list: no text that comes takes it away.
    for (const n of [4, 5]) {
      await page.keyboard.press('ArrowDown');
      await page.locator(`[role=row][aria-selected=true][aria-rowindex="${n}"]`).waitFor();
      await page
        .locator(`.reader[aria-label=${JSON.stringify(await titleOf(n))}] mark.strong`)
        .first()
        .waitFor();
      expect(await focused()).toBe('results');
    }
    // In Audit, too, whoever reads with the keyboard goes on reading in the next decision.
    await page.keyboard.press('a');
    const text = page.locator('.place > div:not([hidden]) .reader .text');
    await text.click();
    const title = () => page.locator('.place > div:not([hidden]) .reader').getAttribute('aria-label');
    const left = await title();
    await page.keyboard.press('Shift+N');
    await expect.poll(title).not.toBe(left);
    await expect.poll(focused).toBe('text');
    await page.context().close();
  });

  it('the palette reaches every place, and ? shows the keys of the present one', async () => {
    const page = await openWindow(browser, host);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('libr');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Library', level: 1 }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Import decisions').waitFor();
    expect(await page.getByRole('dialog').getByText('Next evidence').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('5');
    await page.getByRole('heading', { name: 'Models', level: 1 }).waitFor();
    await page.keyboard.press('1');
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Show its nuggets').waitFor();
    await page.context().close();
  });
});

describe('another place, and back', () => {
  it('the keyboard is where it was: after a command of the palette, a decision that was chosen, a place that was left', async () => {
    const page = await openWindow(browser, host);
    await ask(page, 'compensation for land acquired under the market value');
    const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.tagName);
    await page.locator('#results').focus();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('theme: dark');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark');
    await expect.poll(focused).toBe('results');
    await page.keyboard.press('4');
    await page.locator('#nuggets [role=option]').first().waitFor();
    // A new place begins at its beginning, not at the rail.
    expect(await focused()).toBe('MAIN');
    await page.keyboard.press('l');
    expect(await focused()).toBe('nuggets');
    const reader = page.locator('.place > div:not([hidden]) .reader');
    const first = await reader.getAttribute('aria-label');
    for (const keys of [['o', 'ArrowDown', 'Enter'], ['Shift+P']]) {
      const title = await reader.getAttribute('aria-label');
      for (const key of keys) {
        await page.keyboard.press(key);
        if (key === 'o') await page.getByRole('dialog').getByRole('option').nth(1).waitFor();
      }
      await expect.poll(() => reader.getAttribute('aria-label')).not.toBe(title);
      expect(await focused()).toBe('nuggets');
    }
    expect(await reader.getAttribute('aria-label')).toBe(first);
    await page.keyboard.press('1');
    expect(await focused()).toBe('results');
    await page.keyboard.press('4');
    expect(await focused()).toBe('nuggets');
    await page.context().close();
  });

  it('the list stands where it was, at the chosen decision, and the text where it was read', async () => {
    const page = await openWindow(browser, host);
    await ask(page, 'compensation for land acquired under the market value');
    const list = page.locator('#results');
    const row = (n: number) => list.locator(`[role=row][aria-selected=true][aria-rowindex="${n}"]`);
    await list.focus();
    for (let n = 2; n <= 12; n++) {
      await page.keyboard.press('ArrowDown');
      await row(n).waitFor();
    }
    const chosen = row(12);
    const scrolled = (element: Element) => element.scrollTop;
    const standsAt = async () => JSON.stringify([await list.evaluate(scrolled), await chosen.boundingBox()]);
    // Rows are measured as they come into view: then the list stands still.
    await page.waitForTimeout(500);
    const stood = await standsAt();
    expect(await list.evaluate(scrolled)).toBeGreaterThan(400);
    const text = page.locator('.place > div:not([hidden]) .text');
    await text.evaluate((element) => element.scrollTo(0, 120));
    const read = await text.evaluate(scrolled);
    expect(read).toBeGreaterThan(0);
    for (const place of ['Library', 'Audit', 'Compare']) {
      await goTo(page, place);
      await list.waitFor({ state: 'hidden' });
      await page.waitForTimeout(300);
      await goTo(page, 'Search');
      await chosen.waitFor();
      await expect.poll(standsAt, { message: place }).toBe(stood);
      // Paragraphs out of view are laid out anew: less than a line's height may be between.
      expect(Math.abs((await text.evaluate(scrolled)) - read), place).toBeLessThan(10);
    }
    // The next key goes on from there.
    await page.keyboard.press('l');
    await page.keyboard.press('ArrowDown');
    await row(13).waitFor();
    await page.context().close();
  });
});

describe('the switch above the list', () => {
  it('keeps the query and the selection, and tells each decision’s move', async () => {
    const query = 'compensation for land acquired under the market value';
    const before = ranked(query).map(({ doc_id }) => doc_id);
    const after = ranked(query, '--unit', 'document', '--ranker', 'bm25');
    const page = await openWindow(browser, host);
    await ask(page, query);
    const selected = () => page.locator('[role=row][aria-selected=true] .title').textContent();
    const title = await selected();
    await page.getByRole('radio', { name: 'BM25' }).click();
    const moved = after.find(({ doc_id }, i) => before.includes(doc_id) && before.indexOf(doc_id) !== i)!;
    const by = before.indexOf(moved.doc_id) + 1 - moved.rank;
    await page
      .locator(`[role=row][aria-rowindex="${moved.rank}"] .move`)
      .getByText(`${by > 0 ? '▲' : '▼'}${Math.abs(by)}`, { exact: true })
      .waitFor();
    expect(await page.locator('textarea').inputValue()).toBe(query);
    expect(await selected()).toBe(title);
    await page.getByRole('radio', { name: 'Full document' }).click();
    await page
      .getByText(/The encoder read the first \d+%/)
      .first()
      .waitFor();
    expect(await selected()).toBe(title);
    await page.context().close();
  });
});

describe('language, theme and width', () => {
  it('speaks Portuguese after a switch, and remembers it', async () => {
    const page = await openWindow(browser, host);
    await page.getByRole('button', { name: 'Português' }).click();
    await page.getByRole('button', { name: 'Acervo' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Acervo' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('pt-BR');
    await page.context().close();
  });

  it('follows the system’s theme until one is chosen', async () => {
    const page = await openWindow(browser, host, { dark: true });
    const theme = () => page.evaluate(() => document.documentElement.dataset['theme']);
    expect(await theme()).toBe('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(theme).toBe('light');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('theme dark');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark');
    await page.context().close();
  });

  it('below 800 px the reader takes over, with a way back', async () => {
    const page = await openWindow(browser, host, { width: 700 });
    await ask(page, 'bail');
    await page.locator('[role=row]').first().click();
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await page.locator('[role=row]').first().waitFor();
    for (const place of ['Library', 'Audit', 'Models']) {
      await goTo(page, place);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
    await page.context().close();
  });
});

describe('nothing leaves the machine', () => {
  it('no request of the page goes anywhere but to its host, and the status line says so', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const asked = new Set<string>();
    page.on('request', (request) => asked.add(new URL(request.url()).host));
    await page.goto(host.url);
    await page.locator('textarea').first().waitFor();
    await ask(page, 'bail');
    expect([...asked].filter((name) => name !== '' && name !== new URL(host.url).host)).toEqual([]);
    await page.getByText('Offline: nothing has left this machine').waitFor();
    await context.close();
  });
});

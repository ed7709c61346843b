import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser';
import { type Host, pepita, startHost } from './host';
import { ask, goTo, openWindow, PREPARING_MS, violations } from './windowKit';

let host: Host;
let browser: Browser;
let folder: string;
beforeAll(async () => {
  host = await startHost();
  browser = await launchBrowser();
  folder = mkdtempSync(join(tmpdir(), 'pepita-own-'));
}, PREPARING_MS);
afterAll(async () => {
  await browser?.close();
  await host?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A query of the sample that has judgments, as the engine tells it to the window. */
async function judgedQuery(page: Page): Promise<string> {
  await goTo(page, 'Compare');
  const place = page.locator('.place > div:not([hidden])');
  const first = place.locator('#lab-queries [role=option]').first();
  await first.click();
  await page.getByText(/This query has \d+ judged decision/).waitFor();
  return (await place.locator('textarea').inputValue()).trim();
}

describe.each([
  ['light', false],
  ['dark', true],
] as const)('accessibility, %s', (_, dark) => {
  it('axe finds nothing on any screen', async () => {
    const page = await openWindow(browser, host, { dark });
    expect(await violations(page)).toEqual([]);
    await ask(page, 'dying declaration');
    await page.locator('mark').first().waitFor();
    await page.locator('#results').press('Space');
    await page.locator('.units button').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await judgedQuery(page);
    await page.locator('#ranking-0 [role=row]').first().waitFor();
    await page.locator('#ranking-2 [role=row]').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await goTo(page, 'Audit');
    await page.locator('#nuggets [role=option]').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('t');
    await page.getByRole('dialog').getByText('Raw output').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    for (const [name, ready] of [
      ['Library', 'Import decisions'],
      ['Models', 'Look again'],
    ] as const) {
      await goTo(page, name);
      await page.getByRole('button', { name: ready }).waitFor();
      await page.getByText('e5-small-pten').first().waitFor();
      expect(await violations(page)).toEqual([]);
    }
    await page.keyboard.press('?');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });
});

describe('Compare', () => {
  it('shows the rankings that the engine makes, their moves, and the judged decisions', async () => {
    const page = await openWindow(browser, host);
    const query = await judgedQuery(page);
    const ranked = (...flags: string[]): { doc_id: string; title: string; rank: number }[] =>
      pepita(['search', query, '--collection', 'sample', '--workspace', host.workspace, '--top', '200', ...flags]).json.data.results;
    const first = ranked();
    const third = ranked('--unit', 'document', '--ranker', 'bm25');
    const row = (column: number, rank: number) => page.locator(`#ranking-${column} [role=row][aria-rowindex="${rank}"]`);
    for (const rank of [1, 2, 3]) {
      expect(await row(0, rank).locator('.title').textContent()).toBe(first[rank - 1]!.title);
      expect(await row(2, rank).locator('.title').textContent()).toBe(third[rank - 1]!.title);
      const by = first.findIndex(({ doc_id }) => doc_id === third[rank - 1]!.doc_id) + 1 - rank;
      expect(await row(2, rank).locator('.move').textContent()).toBe(by === 0 ? '' : `${by > 0 ? '▲' : '▼'}${Math.abs(by)}`);
    }
    const judged = page.locator('#ranking-0').getByRole('img', { name: /^Relevant, grade \d/ });
    expect(await judged.count()).toBeGreaterThan(0);
    // The same decision is chosen in every column; arrow keys lead to the ranking beside.
    await page.locator('#ranking-0').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('ranking-1');
    for (const column of [0, 1, 2]) {
      expect(await page.locator(`#ranking-${column} [aria-selected=true] .title`).textContent()).toBe(first[1]!.title);
    }
    await page.keyboard.press('Enter');
    await page.locator('.reader-head h2').getByText(first[1]!.title, { exact: true }).waitFor();
    await page.context().close();
  });
});

describe('Audit', () => {
  it('lists a decision’s nuggets as they are stored, marks each in the text, and tells how it was made', async () => {
    const page = await openWindow(browser, host);
    await goTo(page, 'Audit');
    await page.locator('#nuggets [role=option]').first().waitFor();
    await page.keyboard.press('o');
    await page.keyboard.type('en-sc-03');
    await page.keyboard.press('Enter');
    const { nuggets, text, title } = pepita(['show', 'en-sc-03', '--collection', 'sample', '--workspace', host.workspace]).json.data;
    await page.locator('.reader-head h2').getByText(title, { exact: true }).waitFor();
    const shown = await page.locator('#nuggets [role=option] > p:first-child').allTextContents();
    expect([...shown].sort()).toEqual(nuggets.map((nugget: { text: string }) => nugget.text).sort());
    await page.keyboard.press('l');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const chosen = nuggets.find((nugget: { text: string }) => nugget.text === shown[2]);
    const marked = page.locator('mark.strong');
    await expect.poll(async () => Number(await marked.first().getAttribute('data-start'))).toBe(chosen.spans[0].start);
    expect((await marked.allTextContents()).join('')).toBe(text.slice(chosen.spans[0].start, chosen.spans.at(-1).end));
    await page.keyboard.press('t');
    await page.getByRole('dialog').getByText('extractive-cues').waitFor();
    await page.context().close();
  });
});

describe('Library', () => {
  it('brings in a folder: import, nuggets and index follow each other, and what was refused is told', async () => {
    const texts = join(folder, 'my decisions');
    mkdirSync(texts);
    const thesis = 'A publicidade dos atos administrativos é condição de sua eficácia, e o prazo para recurso só corre da publicação.';
    writeFileSync(
      join(texts, 'um.txt'),
      `ACÓRDÃO UM\n\nO tribunal decide. ${thesis} ${'Consta dos autos que a parte foi ouvida. '.repeat(20)}\n`,
    );
    writeFileSync(
      join(texts, 'dois.txt'),
      `ACÓRDÃO DOIS\n\nTrata-se de recurso sobre multa. ${'O relator votou pelo desprovimento do recurso. '.repeat(20)}\n`,
    );
    writeFileSync(join(texts, 'vazio.txt'), '');
    const page = await openWindow(browser, host);
    await goTo(page, 'Library');
    await page.keyboard.press('i');
    await page.keyboard.type(texts);
    expect(await page.getByRole('textbox', { name: 'Collection' }).inputValue()).toBe('my decisions');
    await page.keyboard.press('Enter');
    const index = page.getByRole('article').filter({ hasText: 'Index of my decisions' });
    await index.getByText('done', { exact: true }).waitFor();
    const imported = page.getByRole('article').filter({ hasText: 'Import into my decisions' });
    expect(await imported.innerText()).toContain('2 decisions added');
    await imported.getByText('Rejected (1)').click();
    await imported.getByText(/vazio\.txt/).waitFor();
    const card = page.getByRole('article', { name: 'my decisions' });
    await card.getByRole('button', { name: 'Decisions' }).click();
    await card.getByRole('button', { name: 'ACÓRDÃO UM' }).waitFor();
    await card.getByRole('button', { name: 'Search' }).click();
    await ask(page, 'A publicidade dos atos administrativos é condição de sua eficácia');
    await page.locator('mark.strong').first().waitFor();
    expect((await page.locator('mark.strong').allTextContents()).join('')).toContain('publicidade dos atos');
    await page.context().close();
  });
});

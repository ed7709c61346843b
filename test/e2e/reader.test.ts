import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser';
import { copyOfSample, type Host, pepita, startHost } from './host';
import { ask, openWindow, PREPARING_MS } from './windowKit';

/** About 230,000 characters with what makes offsets slip, and a word that stands at the very end alone. */
function longText(): string {
  const paragraph = (n: number) =>
    `${n}. O Tribunal decidiu, por unanimidade 😀, que a a\u0301gua do rio nº ${n} não pertence ao réu; a prova, porém, exige perícia e contraditório, conforme o voto do relator.`;
  const text = Array.from({ length: 1390 }, (_, i) => paragraph(i + 1)).join('\r\n\r\n');
  return `ACÓRDÃO DE TESTE\n\n${text}\n\nA palavra final é zarabatana.\n`;
}

let host: Host;
let browser: Browser;
let folder: string;
beforeAll(async () => {
  const workspace = copyOfSample();
  folder = mkdtempSync(join(tmpdir(), 'pepita-long-'));
  mkdirSync(join(folder, 'texts'));
  writeFileSync(join(folder, 'texts', 'longo.txt'), longText());
  writeFileSync(join(folder, 'texts', 'curto.txt'), 'Um texto curto.\n\nCom dois parágrafos.\n');
  expect(pepita(['import', join(folder, 'texts'), '--collection', 'long', '--workspace', workspace]).status).toBe(0);
  host = await startHost(workspace);
  browser = await launchBrowser();
}, PREPARING_MS);
afterAll(async () => {
  await browser?.close();
  await host?.close();
  rmSync(folder, { recursive: true, force: true });
});

const stored = (docId: string, collection: string): string =>
  pepita(['show', docId, '--collection', collection, '--workspace', host.workspace]).json.data.text;
const chooseCollection = (page: Page, name: string) => page.getByLabel('Collection').first().selectOption(name);

describe('the highlight', () => {
  const query = 'natural justice in a departmental inquiry before dismissal';
  it('is the exact place of the evidence, and the text on screen is the stored text', async () => {
    const page = await openWindow(browser, host);
    await chooseCollection(page, 'sample');
    await ask(page, query);
    await page.locator('mark.strong').first().waitFor();
    const shown = await page.evaluate(() => ({
      text: document.querySelector('.column')!.textContent!,
      marked: [...document.querySelectorAll('mark.strong')].map((mark) => ({
        start: Number((mark as HTMLElement).dataset['start']),
        words: mark.textContent!,
      })),
      row: document.querySelector('[role=row][aria-selected=true]')!.getAttribute('aria-rowindex'),
    }));
    const [found] = pepita(['search', query, '--collection', 'sample', '--workspace', host.workspace, '--top', '1']).json.data.results;
    const text = stored(found.doc_id, 'sample');
    expect(shown.row).toBe('1');
    expect(shown.text).toBe(text);
    const covered = shown.marked.map(({ start, words }) => ({ start, end: start + words.length }));
    for (const { start, words } of shown.marked) expect(text.slice(start, start + words.length)).toBe(words);
    // Piece by piece, the marks are the spans of the nugget and nothing else.
    const spans = [...found.units[0].spans].sort((a, b) => a.start - b.start);
    expect(covered[0]!.start).toBe(spans[0].start);
    expect(covered.at(-1)!.end).toBe(spans.at(-1).end);
    expect(shown.marked.map(({ words }) => words).join('')).toBe(
      spans.map(({ start, end }: { start: number; end: number }) => text.slice(start, end)).join(''),
    );
    await page.context().close();
  });

  it('is copied with its citation by one key', async () => {
    const page = await openWindow(browser, host, { permissions: ['clipboard-read', 'clipboard-write'] });
    await chooseCollection(page, 'sample');
    await ask(page, query);
    await page.locator('mark.strong').first().waitFor();
    const words = (await page.locator('mark.strong').allTextContents()).join('').replace(/\s+/g, ' ').trim();
    const title = await page.locator('.reader-head h2').textContent();
    await page.getByRole('region', { name: /^Full text of/ }).focus();
    await page.keyboard.press('c');
    await page.getByText('Copied', { exact: true }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.startsWith(`“${words}” (`)).toBe(true);
    expect(copied).toContain(title!.trim());
    await page.context().close();
  });
});

describe('a text of 230,000 characters', () => {
  it('opens whole and at once, and the last word is found in it', async () => {
    const page = await openWindow(browser, host);
    await chooseCollection(page, 'long');
    await page.getByRole('radio', { name: 'BM25' }).click();
    await ask(page, 'perícia e contraditório');
    const began = Date.now();
    await page.locator('.column .block').nth(100).waitFor({ state: 'attached' });
    expect(Date.now() - began).toBeLessThan(5000);
    const text = stored('longo', 'long');
    expect(text.length).toBeGreaterThan(230_000);
    expect(await page.locator('.column').evaluate((column) => column.textContent)).toBe(text);

    await page.keyboard.press('Control+f');
    await page.keyboard.type('ZARABATANA');
    const mark = page.locator('mark.find-on');
    await mark.waitFor();
    const place = await mark.evaluate((element) => {
      const box = element.closest('.text')!.getBoundingClientRect();
      const own = element.getBoundingClientRect();
      return { start: Number((element as HTMLElement).dataset['start']), seen: own.top >= box.top && own.bottom <= box.bottom };
    });
    expect(place.start).toBe(text.indexOf('zarabatana'));
    await expect.poll(() => mark.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
    // The combining accent belongs to its letter, and an emoji before it moves nothing.
    await page.getByRole('textbox', { name: 'Find in the text' }).fill('a agua do rio nº 3 ');
    await page.locator('mark.find-on').getByText('a a\u0301gua do rio nº 3', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.activeElement?.classList.contains('text'));
    await page.context().close();
  });
});

describe('what Audit opens first', () => {
  it('was read while nothing else was to be done, and is not read twice', async () => {
    const page = await openWindow(browser, host);
    await chooseCollection(page, 'sample');
    const sent: { method: string; input: { doc_id: string } }[] = [];
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(JSON.parse(String(payload)))));
    const asked = (method: string) => sent.filter((frame) => frame.method === method);
    await page.reload();
    await page.locator('textarea').first().waitFor();
    await expect.poll(() => asked('show').length).toBe(1);
    await page.keyboard.press('4');
    await page.locator('#nuggets [role=option]').first().waitFor();
    // What is read from now on is about the decisions around it.
    const first = asked('show')[0]!.input.doc_id;
    expect(asked('show').filter(({ input }) => input.doc_id === first).length).toBe(1);
    expect(asked('documents').length).toBe(1);
    await page.context().close();
  });
});

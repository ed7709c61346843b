import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser';
import { type Host, pepita, startHost } from './host';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let host: Host;
let browser: Browser;
beforeAll(async () => {
  host = await startHost();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
});

async function open(options: { locale?: string; dark?: boolean; width?: number; height?: number } = {}): Promise<Page> {
  const context = await browser.newContext({
    locale: options.locale ?? 'en-US',
    colorScheme: options.dark ? 'dark' : 'light',
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => {
    throw error;
  });
  await page.goto(host.url);
  await page.getByRole('searchbox').or(page.locator('textarea')).first().waitFor();
  return page;
}

const search = async (page: Page, query: string) => {
  await page.keyboard.press('/');
  await page.keyboard.type(query);
  await page.keyboard.press('Enter');
  await page.locator('[role=row]').first().waitFor();
};

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate(() =>
    (globalThis as any).axe
      .run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
      .then((result: any) =>
        result.violations.map(
          (violation: any) => `${violation.id}: ${violation.nodes.map((node: any) => node.target.join(' ')).join(', ')}`,
        ),
      ),
  );
  return found as string[];
}

describe('the main job, by keyboard alone', () => {
  it('from a query to the evidence in the text, from evidence to evidence, to the next decision', async () => {
    const page = await open({ locale: 'pt-BR' });
    await search(page, 'técnica e preço');
    // Tab order leads from the search box over the ranking to the list.
    for (let i = 0; i < 12 && !(await page.evaluate(() => document.activeElement?.id === 'results')); i++) await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('results');
    await page.keyboard.press('ArrowDown');
    await page.locator('[role=row][aria-selected=true][aria-rowindex="2"]').waitFor();
    await page.keyboard.press('Space');
    await page.locator('[role=row][aria-selected=true] .units button').first().waitFor();
    await page.keyboard.press('Enter');
    await page.locator('mark.strong').first().waitFor();
    expect(await page.evaluate(() => document.activeElement?.classList.contains('text'))).toBe(true);
    const before = await page.locator('mark.strong').first().textContent();
    await page.keyboard.press('n');
    await page.waitForFunction((old) => document.querySelector('mark.strong')?.textContent !== old, before);
    await page.keyboard.press('Shift+N');
    await page.locator('[role=row][aria-selected=true][aria-rowindex="3"]').waitFor();
    await page.context().close();
  });

  it('the palette reaches every place, and ? shows the keys', async () => {
    const page = await open();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('libr');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Library' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('3');
    await page.getByRole('heading', { name: 'Models' }).waitFor();
    await page.context().close();
  });
});

describe('the highlight', () => {
  it('is the exact place of the evidence, and the text on screen is the stored text', async () => {
    const page = await open();
    await search(page, 'natural justice in a departmental inquiry before dismissal');
    await page.locator('mark.strong').first().waitFor();
    const shown = await page.evaluate(() => ({
      title: document.querySelector('.reader-head h2')!.textContent,
      text: document.querySelector('.column')!.textContent!,
      marked: [...document.querySelectorAll('mark.strong')].map((mark) => ({
        start: Number((mark as HTMLElement).dataset['start']),
        words: mark.textContent!,
      })),
      row: document.querySelector('[role=row][aria-selected=true]')!.getAttribute('aria-rowindex'),
    }));
    const found = pepita([
      'search',
      'natural justice in a departmental inquiry before dismissal',
      '--collection',
      'sample',
      '--workspace',
      host.workspace,
      '--top',
      '1',
    ]).json.data.results[0];
    const { text } = pepita(['show', found.doc_id, '--collection', 'sample', '--workspace', host.workspace]).json.data;
    expect(shown.row).toBe('1');
    expect(shown.text).toBe(text);
    const { start, end } = found.units[0].spans[0];
    expect(shown.marked[0]!.start).toBe(start);
    for (const { start: at, words } of shown.marked) expect(text.slice(at, at + words.length)).toBe(words);
    expect(
      shown.marked
        .map(({ words }) => words)
        .join('')
        .startsWith(text.slice(start, Math.min(end, start + 40))),
    ).toBe(true);
    await page.context().close();
  });
});

describe('the switch above the list', () => {
  it('keeps the query and the selection, and tells the moves', async () => {
    const page = await open();
    await search(page, 'compensation for land acquired under the market value');
    const selected = () => page.locator('[role=row][aria-selected=true] .title').textContent();
    const title = await selected();
    await page.getByRole('radio', { name: 'BM25' }).click();
    await page.waitForFunction(() => document.querySelector('.list-meta')?.textContent?.includes('decision'));
    await page
      .locator('.result .move')
      .first()
      .waitFor({ timeout: 5000 })
      .catch(() => {});
    expect(await page.locator('textarea').inputValue()).toContain('compensation for land');
    expect(await selected()).toBe(title);
    await page.getByRole('radio', { name: 'Full document' }).click();
    await page
      .getByText(/The encoder read the first \d+%/)
      .first()
      .waitFor();
    await page.context().close();
  });
});

describe.each([
  ['light', false],
  ['dark', true],
] as const)('accessibility, %s', (_, dark) => {
  it('axe finds nothing on any screen', async () => {
    const page = await open({ dark });
    expect(await violations(page)).toEqual([]);
    await search(page, 'dying declaration');
    await page.locator('mark').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    for (const name of ['Library', 'Models'] as const) {
      await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.waitForTimeout(300);
      expect(await violations(page)).toEqual([]);
    }
    await page.context().close();
  });
});

describe('language and width', () => {
  it('speaks Portuguese after a switch, and remembers it', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Português' }).click();
    await page.getByRole('button', { name: 'Acervo' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Acervo' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('pt-BR');
    await page.context().close();
  });

  it('below 800 px the reader takes over, with a way back', async () => {
    const page = await open({ width: 700 });
    await search(page, 'bail');
    await page.locator('[role=row]').first().click();
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await page.locator('[role=row]').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.context().close();
  });
});

describe('nothing leaves the machine', () => {
  it('no request of the page goes anywhere but to its host', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const asked = new Set<string>();
    page.on('request', (request) => asked.add(new URL(request.url()).host));
    await page.goto(host.url);
    await search(page, 'bail');
    expect([...asked].filter((name) => name !== '' && name !== new URL(host.url).host)).toEqual([]);
    await page.getByText('Offline: nothing has left this machine').waitFor();
    await context.close();
  });
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser';
import { type Host, pepita, startHost } from './host';
import { ask, goTo, openWindow, PREPARING_MS, violations } from './windowKit';

/** One after another: the encoder that the first test has fitted is what the others search with. */
const QUERY = 'prescrição da pretensão punitiva e multa';
let host: Host;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  host = await startHost();
  browser = await launchBrowser();
  page = await openWindow(browser, host);
}, PREPARING_MS);
afterAll(async () => {
  await browser?.close();
  await host?.close();
});

const ranked = (encoder: string): string[] =>
  pepita(['search', QUERY, '--collection', 'sample', '--workspace', host.workspace, '--encoder', encoder]).json.data.results.map(
    ({ title }: { title: string }) => title,
  );
/** Patient: both rankings are made on a processor that may be shared. */
const firstFive = (list: string) =>
  expect.poll(async () => (await page.locator(`${list} [role=row] .title`).allTextContents()).slice(0, 5), { timeout: 20_000 });
const card = () => page.getByRole('article', { name: 'sample' });

it('the library says who makes the nuggets', async () => {
  await goTo(page, 'Library');
  await card().getByRole('button', { name: 'Nuggets by: rules' }).press('Enter');
  expect(await card().getByRole('radio', { name: 'rules' }).isChecked()).toBe(true);
  await card().getByText('picked by cue words').waitFor();
  expect(await violations(page)).toEqual([]);
  await card().getByRole('button', { name: 'Nuggets by: rules' }).press('Enter');
});

describe('the encoders of a collection', () => {
  it('are chosen by the keyboard in the library, each with its time, and make an index', async () => {
    await goTo(page, 'Library');
    await card().getByText('e5-small-pten, up to date').waitFor();
    await card().getByRole('button', { name: 'Encoder: e5-small-pten' }).press('Enter');
    // Past "Decisions", at the end of the same line.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const radio = (name: string) => card().getByRole('radio', { name });
    expect(await radio('e5-small-pten').evaluate((element) => element === document.activeElement)).toBe(true);
    await card().getByText('Timed on a few texts').waitFor();
    await radio('e5-small-pten The default').and(radio('nothing left to do')).waitFor();
    await radio('Fitted to this collection Fast').and(radio('about')).waitFor();
    await page.keyboard.press('ArrowDown');
    await card().getByRole('button', { name: 'Encoder: Fitted' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await card().getByRole('button', { name: 'Index', exact: true }).press('Enter');
    await page.getByRole('article').filter({ hasText: 'Index of sample' }).getByText('Fitted · fitting: solving').waitFor();
    await card().getByText('Fitted, up to date').waitFor();
    await radio('Fitted to this collection Fast').and(radio('nothing left to do')).waitFor();
    await goTo(page, 'Models');
    await page.getByText('Fitted to sample').waitFor();
  });

  it('rank what is searched, each in its own way', async () => {
    await goTo(page, 'Search');
    await ask(page, QUERY);
    const choice = page.getByRole('combobox', { name: 'Encoder', exact: true });
    expect(await choice.locator('option').allTextContents()).toEqual(['e5-small-pten', 'Fitted']);
    const [usual, fitted] = [ranked('e5-small-pten').slice(0, 5), ranked('fitted').slice(0, 5)];
    expect(fitted).not.toEqual(usual);
    await choice.selectOption('Fitted');
    await firstFive('#results').toEqual(fitted);

    await goTo(page, 'Compare');
    await page.locator('.lab textarea').fill(QUERY);
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Ranking 2: Unit' }).selectOption('Nuggets');
    await page.getByRole('combobox', { name: 'Ranking 2: Encoder' }).selectOption('Fitted');
    await firstFive('#ranking-0').toEqual(usual);
    await firstFive('#ranking-1').toEqual(fitted);
    // BM25 reads words, not vectors.
    expect(await page.getByRole('combobox', { name: 'Ranking 3: Encoder' }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
  });

  it('are told to be out of date, where a search shows it and where it is mended', async () => {
    const path = join(host.workspace, 'models', 'fitted-sample', 'manifest.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...manifest, fitted: { ...manifest.fitted, documents: 16 } }));
    const late = await openWindow(browser, host, { dark: true });
    await goTo(late, 'Library');
    await late.getByText('8 of 24 decisions came after it was fitted').waitFor();
    expect(await violations(late)).toEqual([]);
    await goTo(late, 'Search');
    await ask(late, QUERY);
    await late.getByRole('combobox', { name: 'Encoder', exact: true }).selectOption('Fitted');
    await late.getByText('8 of 24 documents came after it was fitted').waitFor();
    expect(await violations(late)).toEqual([]);
    await goTo(late, 'Library');
    await late.getByRole('button', { name: 'Index again: Fitted' }).press('Enter');
    const job = late.getByRole('article').filter({ hasText: 'Index of sample' });
    await job.getByText('Fitted · fitting: solving').waitFor();
    await job.getByRole('button', { name: 'Stop' }).press('Enter');
    await job.getByText('Fitted · cancelled').waitFor();
    await late.context().close();
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser';
import { copyOfSample, type Host, pepita, startHost } from './host';
import { goTo, openWindow, PREPARING_MS, violations } from './windowKit';

/** Nuggets are judged in the window, by keyboard alone but for one selection with the mouse. */
let host: Host;
let browser: Browser;
let workspace: string;
/** Far behind the first page of the queue, judged before the window opens. */
let farAway: string;
beforeAll(async () => {
  workspace = copyOfSample();
  const as = ['--annotator', 'Davi', '--collection', 'sample', '--workspace', workspace];
  const { nugget } = pepita(['annotations', 'queue', ...as, '--limit', '61']).json.data.items[60];
  farAway = nugget.text;
  const judged = pepita(['annotations', 'judge', ...as, '--doc', nugget.doc_id, '--nugget', nugget.id, '--faithful', 'support']);
  expect(judged.status).toBe(0);
  host = await startHost(workspace);
  browser = await launchBrowser();
}, PREPARING_MS);
afterAll(async () => {
  await browser?.close();
  await host?.close();
});

/** Opens the place and signs in. */
async function judge(page: Page, name: string): Promise<void> {
  await goTo(page, 'Audit');
  await page.locator('#nuggets').waitFor();
  await page.keyboard.press('Shift+J');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await ready(page);
}

const ready = async (page: Page) => {
  await page.locator('.judge-card').waitFor();
  await page.locator('mark.strong').first().waitFor();
};
const pressed = (page: Page) => page.locator('.label-choice[aria-pressed=true]').allInnerTexts();
const thesis = (page: Page) => page.locator('.judge-card .thesis').first().innerText();
/** Presses a key and waits until the engine has kept what it means. */
async function key(page: Page, press: string, until: RegExp | string): Promise<void> {
  await page.keyboard.press(press);
  await page.locator('.label-choice[aria-pressed=true]', { hasText: until }).first().waitFor();
}
/** The events as they lie in the workspace. */
const events = () =>
  pepita(['annotations', 'export', join(workspace, 'out.jsonl'), '--collection', 'sample', '--workspace', workspace]).status === 0
    ? readFileSync(join(workspace, 'out.jsonl'), 'utf8')
    : '';

describe.each([
  ['light', false, 'Ana'],
  ['dark', true, 'Bruno'],
] as const)('judging, %s', (_, dark, name) => {
  it('labels, evidence, wording and note are kept at each key, taken back and brought back', async () => {
    const page = await openWindow(browser, host, { dark });
    await judge(page, name);
    const first = await thesis(page);
    await key(page, '1', 'Supported');
    await key(page, '4', 'Vital');
    await key(page, '7', 'No');
    await key(page, 'w', 'Too general');
    expect(await pressed(page)).toHaveLength(4);
    // A sentence is chosen by key, made a word longer, and marked.
    await page.keyboard.press(']');
    await page.locator('mark.picking').first().waitFor();
    const sentence = (await page.locator('mark.picking').allInnerTexts()).join('');
    await page.keyboard.press('}');
    await expect.poll(async () => (await page.locator('mark.picking').allInnerTexts()).join('').length).toBeGreaterThan(sentence.length);
    await page.keyboard.press('{');
    await page.keyboard.press('v');
    await page.locator('mark.judged').first().waitFor();
    expect((await page.locator('mark.judged').allInnerTexts()).join('')).toBe(sentence);
    await page.keyboard.press('i');
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' In my words.');
    await page.keyboard.press('Control+Enter');
    await page.locator('.thesis.own', { hasText: 'In my words.' }).waitFor();
    await page.keyboard.press('m');
    await page.keyboard.type('Compare with paragraph 8');
    await page.keyboard.press('Control+Enter');
    expect(await violations(page)).toEqual([]);

    await page.keyboard.press('j');
    await expect.poll(() => thesis(page)).not.toBe(first);
    expect(await pressed(page)).toEqual([]);
    await key(page, '3', 'Not supported');
    // Back to the first by taking back: the label, then the note of the first nugget.
    await page.keyboard.press('Control+z');
    await expect.poll(() => pressed(page)).toEqual([]);
    await page.keyboard.press('Control+z');
    await expect.poll(() => thesis(page)).toBe(first);
    expect(await page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('');
    await page.keyboard.press('Control+Shift+Z');
    await expect.poll(() => page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('Compare with paragraph 8');
    // The same label again takes it back.
    await page.keyboard.press('4');
    await expect.poll(async () => (await pressed(page)).some((words) => words.includes('Vital'))).toBe(false);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  it('with the mouse, what is selected in the text is marked at its exact place', async () => {
    const page = await openWindow(browser, host, { dark });
    await judge(page, name);
    const before = await thesis(page);
    await page.keyboard.press('j');
    await expect.poll(() => thesis(page)).not.toBe(before);
    const said = await thesis(page);
    const strong = page.locator('mark.strong:not(.hang)').first();
    await expect.poll(async () => said.includes((await strong.innerText()).slice(0, 30))).toBe(true);
    const words = await strong.evaluate((node) => {
      const text = node.firstChild!;
      const range = document.createRange();
      range.setStart(text, 2);
      range.setEnd(text, Math.min(30, text.textContent!.length));
      getSelection()!.removeAllRanges();
      getSelection()!.addRange(range);
      return String(getSelection()).trim();
    });
    await page.keyboard.press('v');
    await page.locator('mark.judged').first().waitFor();
    expect((await page.locator('mark.judged').allInnerTexts()).join('')).toBe(words);
    await key(page, 'b', 'None in the text');
    await page.keyboard.press('Shift+V');
    await page.getByText('As the extractor named it.').waitFor();
    await page.context().close();
  });
});

describe('judging', () => {
  it('keeps who, queue and keys; a key that is taken is refused; others are hidden in blind work and seen by an adjudicator', async () => {
    const page = await openWindow(browser, host);
    await judge(page, 'Ana');
    // Sentences of the text are borne by it; the hint can be put away.
    await page.getByText('Hint: Supported').waitFor();
    await page.keyboard.press('h');
    await page.locator('.hint-line').waitFor({ state: 'detached' });
    await page.keyboard.press('h');
    // A queue of its own: what a seed draws.
    await page.keyboard.press('o');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Queue' }).selectOption('sample');
    await dialog.getByRole('textbox', { name: 'At most' }).fill('5');
    await dialog.getByRole('textbox', { name: 'Seed' }).fill('7');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('of 5 nuggets').first().waitFor();
    await ready(page);
    await page.getByRole('button', { name: 'Change the keys' }).click();
    await page.getByRole('button', { name: 'Supported: 1' }).click();
    await page.keyboard.press('2');
    await page.getByText('2 already means “In part”.').waitFor();
    await page.keyboard.press('n');
    await page.getByText('n is used by the window.', { exact: false }).waitFor();
    await page.keyboard.press('9');
    await page.getByRole('button', { name: 'Supported: 9' }).waitFor();
    await page.keyboard.press('Escape');
    await key(page, '9', 'Supported');
    const drawn = await thesis(page);
    await page.reload();
    await goTo(page, 'Audit');
    await page.getByText('of 5 nuggets').first().waitFor();
    await page.keyboard.press('k');
    await expect.poll(() => thesis(page)).toBe(drawn);
    expect(await pressed(page)).toHaveLength(1);

    // Another one judges blind, and disagrees.
    await page.getByRole('button', { name: 'Ana' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Clara');
    await page.getByRole('checkbox').check();
    await page.keyboard.press('Enter');
    await page.getByText('· 0 judged').waitFor();
    await ready(page);
    expect(await thesis(page)).toBe(drawn);
    expect(await pressed(page)).toEqual([]);
    expect(await page.getByText('What others say').count()).toBe(0);
    expect(await page.locator('.hint-line').count()).toBe(0);
    await key(page, '3', 'Not supported');
    await key(page, 'q', 'Made up');
    // An adjudicator sees both.
    await page.getByRole('button', { name: 'Clara' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Davi');
    await page.getByRole('radio', { name: 'Adjudicator' }).click();
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByText('· 0 judged').waitFor();
    const others = page.getByRole('table', { name: 'What others say' });
    await others.waitFor();
    expect(await others.innerText()).toMatch(/Ana\s+Supported[\s\S]*Clara\s+Not supported[\s\S]*Holds\s+disputed/);
    expect(await page.getByRole('region', { name: 'Beside the labels' }).innerText()).toMatch(/Clara\s+Made up/);
    expect(await violations(page)).toEqual([]);
    await key(page, '2', 'In part');
    await expect.poll(() => others.innerText()).toMatch(/Holds\s+In part/);
    await page.context().close();
    expect(events()).toContain('Compare with paragraph 8');
  });

  it('in Portuguese, narrow, nothing overlaps and axe finds nothing', async () => {
    const page = await openWindow(browser, host, { locale: 'pt-BR', width: 1024, height: 700 });
    await goTo(page, 'Auditar');
    await page.locator('#nuggets').waitFor();
    await page.keyboard.press('Shift+J');
    await page.getByRole('button', { name: 'Começar' }).click();
    await page.keyboard.type('Zélia');
    await page.keyboard.press('Enter');
    await ready(page);
    expect(await page.locator('.judge').evaluate((node) => node.scrollWidth <= node.clientWidth)).toBe(true);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });
});

it('keys that come faster than they are answered each count, once', async () => {
  const page = await openWindow(browser, host);
  // From Search, by the palette.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('judge nuggets');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.keyboard.type('Quico');
  await page.keyboard.press('Enter');
  await ready(page);
  expect(await page.evaluate(() => document.activeElement?.className)).toBe('pane');
  await page.getByText('· 0 judged').waitFor();
  for (const press of ['3', '4', '6', 'q', 'w', 'e', '4', '4', 'w']) await page.keyboard.press(press);
  const said = async () => (await pressed(page)).map((words) => words.split('\n')[0]);
  await expect.poll(said, { timeout: 20_000 }).toEqual(['Not supported', 'Vital', 'Yes', 'Made up', 'Condition missing']);
  await page.getByText('· 1 judged').waitFor();
  // A key means one thing: those of the labels are not also those of the places.
  await page.keyboard.press('?');
  const everywhere = page.getByRole('region', { name: 'Everywhere' });
  await everywhere.waitFor();
  expect(await everywhere.innerText()).not.toMatch(/Search|Library/);
  await page.context().close();
});

describe('undo', () => {
  it('goes to the nugget whose judgment it takes back, on whatever page of the queue it lies', async () => {
    const page = await openWindow(browser, host);
    await judge(page, 'Davi');
    expect(await thesis(page)).not.toBe(farAway);
    await page.keyboard.press('Control+z');
    await expect.poll(() => thesis(page)).toBe(farAway);
    expect(await pressed(page)).toEqual([]);
    await page.keyboard.press('Control+Shift+z');
    await page.locator('.label-choice[aria-pressed=true]', { hasText: 'Supported' }).waitFor();
    expect(await thesis(page)).toBe(farAway);
    await page.context().close();
  });
});

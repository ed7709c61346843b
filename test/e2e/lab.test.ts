/** A researcher's main job in the lab, by keyboard alone: runs, table, queries by difference, other rules, breakdown, export, experiment. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser';
import { type Host, pepita, startHost } from './host';
import { openWindow, PREPARING_MS, violations } from './windowKit';

let host: Host;
let browser: Browser;
let page: Page;
let folder: string;
const failed: string[] = [];
beforeAll(async () => {
  host = await startHost();
  browser = await launchBrowser();
  page = await openWindow(browser, host);
  page.on('console', (message) => message.type() === 'error' && failed.push(message.text()));
  folder = mkdtempSync(join(tmpdir(), 'pepita-lab-'));
}, PREPARING_MS);
afterAll(async () => {
  await browser?.close();
  await host?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Tab until it has the focus: what the keyboard can't reach fails here. */
async function tabTo(target: Locator): Promise<void> {
  const here = () => target.evaluate((element) => element === document.activeElement);
  for (let n = 0; n < 150; n++) {
    if (await here()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${target}.`);
}

async function down(times: number): Promise<void> {
  for (let n = 0; n < times; n++) await page.keyboard.press('ArrowDown');
}

async function bothThemes(): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction((theme) => document.documentElement.dataset['theme'] === theme, colorScheme);
    expect(await violations(page)).toEqual([]);
  }
}

/** What the engine gives for the same ranking, by its own command line. */
function measured(...flags: string[]): Record<string, number> {
  const out = join(folder, `${flags.join('')}.run`);
  const workspace = ['--workspace', host.workspace];
  pepita(['run', '--collection', 'sample', ...flags, '--out', out, ...workspace]);
  return pepita(['evaluate', '--run', out, '--collection', 'sample', ...workspace]).json.data.runs[0].means;
}
const shown = (mean: number) => mean.toFixed(4);
const row = (name: string) => page.locator('.measured tbody tr').filter({ has: page.getByRole('rowheader', { name }) });
const combo = (name: string | RegExp) => page.getByRole('combobox', { name });

describe('the lab, by keyboard', () => {
  it('makes two runs and shows their means', async () => {
    await page.keyboard.press('3');
    await page.keyboard.press('m');
    await page.getByText('No runs yet').waitFor();
    await bothThemes();
    await tabTo(page.getByRole('textbox', { name: 'Name' }));
    await page.keyboard.type('nuggets');
    await page.keyboard.press('Enter');
    await row('nuggets').waitFor();
    await page.getByText('Make a second run').waitFor();
    await tabTo(page.getByRole('button', { name: 'Make a run' }));
    await page.keyboard.press('Enter');
    await tabTo(combo('New run: Unit'));
    await down(2);
    await tabTo(combo('New run: Ranker'));
    await down(1);
    await tabTo(page.getByRole('textbox', { name: 'Name' }));
    await page.keyboard.type('words');
    await page.keyboard.press('Enter');
    await row('words').waitFor();
    const nuggets = measured('--unit', 'nugget');
    const words = measured('--unit', 'document', '--ranker', 'bm25');
    for (const [name, means] of [
      ['nuggets', nuggets],
      ['words', words],
    ] as const)
      for (const mean of Object.values(means)) expect(await row(name).innerText()).toContain(shown(mean));
    await page.locator('svg.scatter [role=option]').first().waitFor();
    await bothThemes();
  });

  it('lists the queries by difference, as the charts do', async () => {
    await tabTo(combo('Order'));
    await down(1);
    const differences = async () =>
      (await page.locator('#lab-queries .values b').allTextContents()).map((text) => Number(text.replace(/[^\d.]/g, '') || 0));
    await expect.poll(async () => (await differences())[0]).toBeGreaterThan(0);
    const found = await differences();
    expect(found).toHaveLength(20);
    expect(found).toEqual([...found].sort((a, b) => b - a));
    await tabTo(page.locator('#lab-queries'));
    await page.keyboard.press('Home');
    const text = await page.locator('#lab-queries [aria-selected=true] .clamp3').textContent();
    // The chosen query is the chosen point and the chosen bar; from the bars the keyboard chooses another.
    const bars = page.locator('svg.deltas');
    expect(await bars.locator('[aria-selected=true]').getAttribute('aria-label')).toContain(text);
    expect(await page.locator('svg.scatter [aria-selected=true]').getAttribute('aria-label')).toContain(text);
    await tabTo(bars);
    await page.keyboard.press('Home');
    const best = await bars.locator('[aria-selected=true]').getAttribute('aria-label');
    expect(best).toContain(await page.locator('#lab-queries [aria-selected=true] .clamp3').textContent());
    expect(best).toMatch(/: \+0\.\d{3}$/);
  });

  it('shows the query’s rankings side by side, with lines between them', async () => {
    await page.keyboard.press('Enter');
    await page.locator('#ranking-1 [role=row]').first().waitFor();
    expect(await page.locator('#ranking-2').count()).toBe(0);
    await page.keyboard.press('l');
    await page.keyboard.press('ArrowDown');
    const chosen = await page.locator('#ranking-0 [aria-selected=true] .title').textContent();
    expect(await page.locator('#ranking-1 [aria-selected=true] .title').textContent()).toBe(chosen);
    await expect.poll(() => page.locator('.link-line.selected').count()).toBe(1);
    expect(await page.getByRole('img', { name: /^Relevant, grade \d/ }).count()).toBeGreaterThan(0);
    expect(await page.getByRole('img', { name: 'Not judged' }).count()).toBeGreaterThan(0);
    await bothThemes();
    await tabTo(page.getByRole('button', { name: 'Ranks as a chart' }));
    await page.keyboard.press('Enter');
    await tabTo(page.locator('svg.bump'));
    await page.keyboard.press('End');
    expect(await page.locator('svg.bump [aria-selected=true]').getAttribute('aria-label')).toMatch(/nuggets (\d+|–), words (\d+|–)$/);
    await bothThemes();
    await tabTo(page.getByRole('button', { name: 'Ranks as a chart' }));
    await page.keyboard.press('Enter');
  });

  it('shows four rankings, each legible, in a small window', async () => {
    for (const columns of [3, 4]) {
      await tabTo(page.getByRole('button', { name: 'Add a ranking' }));
      await page.keyboard.press('Enter');
      await page
        .locator(`#ranking-${columns - 1} [role=row]`)
        .first()
        .waitFor();
      // The button goes with the last column; the new one is where one stands then.
      const first = page.getByRole('combobox', { name: `Ranking ${columns}: Ranking or run` });
      await expect.poll(() => first.evaluate((node) => node === document.activeElement)).toBe(true);
    }
    expect(await page.getByRole('button', { name: 'Add a ranking' }).count()).toBe(0);
    // No two columns show the same ranking.
    const made = await page
      .locator('.columns .head')
      .evaluateAll((heads) => heads.map((head) => [...head.querySelectorAll('select')].map(({ value }) => value).join(' ')));
    expect(new Set(made).size).toBe(4);
    for (const box of ['html', '.columns', '.detail'])
      expect(await page.locator(box).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), box).toBeLessThanOrEqual(0);
    for (const n of [0, 1, 2, 3]) {
      const column = page.locator(`#ranking-${n}`);
      const of = async (part: string) => (await column.locator('[role=row]').first().locator(part).boundingBox())!;
      const [title, rank, grade, edge] = [await of('.title'), await of('.rank'), await of('.grade'), (await column.boundingBox())!];
      expect(title.width).toBeGreaterThanOrEqual(150);
      expect(title.x + title.width).toBeLessThanOrEqual(edge.x + edge.width);
      // Rank and mark stand beside each other, and over no title.
      expect(rank.x + rank.width).toBeLessThanOrEqual(grade.x);
      expect(Math.max(rank.y + rank.height, grade.y + grade.height)).toBeLessThanOrEqual(title.y + 1);
      // Each of the column's choices is whole inside its head.
      for (const pick of await page.locator('.columns .head').nth(n).getByRole('combobox').all()) {
        const { x, width } = (await pick.boundingBox())!;
        expect(x + width).toBeLessThanOrEqual(edge.x + edge.width);
      }
    }
    await bothThemes();
    for (const left of [3, 2]) {
      await tabTo(page.getByRole('button', { name: `Remove: Ranking ${left}` }));
      await page.keyboard.press('Enter');
      await expect.poll(() => page.locator('.columns .head').count()).toBe(left);
      const stays = page.getByRole('combobox', { name: `Ranking ${left}: Ranking or run` });
      await expect.poll(() => stays.evaluate((node) => node === document.activeElement)).toBe(true);
    }
    await tabTo(page.locator('#ranking-0'));
  });

  it('ranks a run by other rules without searching, and says what each score is made of', async () => {
    await page.keyboard.press('r');
    await page.locator('#tuned-1 [role=row]').first().waitFor();
    await tabTo(combo('dense nugget: Aggregation'));
    await down(1);
    const due = measured('--unit', 'nugget', '--aggregate', 'mean:3');
    const now = page.locator('.means-line tbody tr').nth(1);
    for (const mean of Object.values(due)) await expect.poll(() => now.innerText()).toContain(shown(mean));
    await tabTo(page.locator('#tuned-1'));
    await page.keyboard.press('Home');
    const top = page.locator('#tuned-1 [aria-selected=true]');
    await top.waitFor();
    const breakdown = page.getByRole('region', { name: 'What the score is made of' });
    expect(await breakdown.locator('h2').textContent()).toBe(await top.locator('.title').textContent());
    const gives = (await breakdown.locator('.gives').allTextContents()).map((text) => Number(text.split(' gives ')[1]));
    const score = Number(await top.locator('.facts-line .num').textContent());
    expect(gives.length).toBeGreaterThan(1);
    expect(gives.reduce((sum, one) => sum + one, 0)).toBeCloseTo(score, 2);
    await bothThemes();
  });

  it('exports the table in LaTeX, with the run as it is tuned, and a chart', async () => {
    await page.keyboard.press('m');
    await row('nuggets (rescored)').waitFor();
    const saved = async (button: Locator) => {
      await tabTo(button);
      const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
      return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
    };
    const { name, content } = await saved(page.getByRole('button', { name: 'Means: LaTeX' }));
    expect(name).toBe('sample-means.tex');
    const latex = content.toString('utf8');
    expect(latex).toContain('\\toprule');
    expect(latex.split('\n').filter((line) => /^(nuggets|nuggets \(rescored\)|words) &/.test(line))).toHaveLength(3);
    const svg = await saved(page.getByRole('button', { name: /^SVG: ndcg@10 by query/ }));
    expect(svg.content.toString('utf8')).toMatch(/^<svg[^>]* xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(svg.content.toString('utf8')).not.toContain('var(--');
    const png = await saved(page.getByRole('button', { name: /^PNG: Difference in ndcg@10/ }));
    expect([...png.content.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
  });

  it('runs an experiment that it has written, after its fault was mended', async () => {
    await page.keyboard.press('e');
    const run = page.getByRole('button', { name: 'Run the experiment' });
    await page.getByText('7 runs: bm25').waitFor();
    await tabTo(page.getByRole('textbox', { name: 'The experiment’s file' }));
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('# mine\nx: 1\n');
    await page
      .getByRole('button', { name: 'Line 2, column 1' })
      .or(page.getByRole('button', { name: 'Line 1, column 1' }))
      .waitFor();
    expect(await run.isDisabled()).toBe(true);
    await bothThemes();
    for (let n = 0; n < 5; n++) await page.keyboard.press('Backspace');
    await page.getByText('7 runs: bm25').waitFor();
    await tabTo(run);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'units side by side' }).waitFor();
    const words = measured('--unit', 'document', '--ranker', 'bm25');
    expect(await row('bm25').innerText()).toContain(shown(words['ndcg@10']!));
    expect(await page.locator('.measured tbody tr').count()).toBe(7);
    await bothThemes();
    const { experiments } = pepita(['experiment', 'list', '--workspace', host.workspace]).json.data;
    expect(experiments).toMatchObject([{ name: 'units side by side', runs: 7 }]);
  });

  it('removes an outcome once that is confirmed; its file stays', async () => {
    const list = page.getByRole('navigation', { name: 'Outcomes' });
    const trash = list.getByRole('button', { name: 'Remove the outcome: units side by side' });
    await tabTo(trash);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Remove the outcome: units side by side?' });
    expect(await dialog.innerText()).toContain('Its 7 runs, its tables and its report are lost.');
    const [file] = /\S+experiment\.yaml/.exec(await dialog.innerText())!;
    await bothThemes();
    // Enter alone removes nothing.
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await trash.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await tabTo(dialog.getByRole('button', { name: 'Remove', exact: true }));
    await page.keyboard.press('Enter');
    await trash.waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'The experiment’s file' }).waitFor();
    expect(
      await list.getByRole('button', { name: 'The experiment’s file' }).evaluate((element) => element === document.activeElement),
    ).toBe(true);
    expect(pepita(['experiment', 'list', '--workspace', host.workspace]).json.data.experiments).toEqual([]);
    expect(readFileSync(file, 'utf8')).toContain('name: "units side by side"');
  });

  it('removes a run once that is confirmed, and no word of the page was a fault', async () => {
    await page.keyboard.press('m');
    // The table drawn anew (here by sorting) takes the focus from nothing in it.
    const sort = page.getByRole('button', { name: 'Sort by nDCG@10' });
    await tabTo(sort);
    await page.keyboard.press('Enter');
    await page.locator('.measured th[aria-sort="descending"]').waitFor();
    expect(await sort.evaluate((element) => element === document.activeElement)).toBe(true);
    await tabTo(page.getByRole('button', { name: 'Remove the run: words' }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Remove the run: words?' });
    expect(await dialog.innerText()).toContain('can’t be undone');
    await bothThemes();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await row('words').waitFor();
    await page.keyboard.press('Enter');
    await tabTo(dialog.getByRole('button', { name: 'Remove', exact: true }));
    await page.keyboard.press('Enter');
    await row('words').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('rescore');
    await page.keyboard.press('Enter');
    await page.locator('.tune').waitFor();
    expect(failed).toEqual([]);
  });
});

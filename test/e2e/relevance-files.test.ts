import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from './browser';
import { copyOfSample, type Host, pepita, startHost } from './host';
import { goTo, openWindow, PREPARING_MS, violations } from './windowKit';

/** Judgments of relevance of another workspace come in by the window's dialog, and go out by it. */
let host: Host;
let browser: Browser;
let workspace: string;
let file: string;
const cli = (...args: string[]) => {
  const { status, json } = pepita([...args, '--collection', 'sample', '--workspace', workspace]);
  expect([status, json.error]).toEqual([0, undefined]);
  return json.data;
};
const judged = (doc: string, grade: string) =>
  cli('judging', 'judge', '--annotator', 'Ana', '--query-id', 'en-q01', '--doc', doc, '--grade', grade);

beforeAll(async () => {
  workspace = copyOfSample();
  file = join(workspace, 'there.jsonl');
  judged('en-sc-03', '2');
  cli('judging', 'export', file);
  const [base] = readFileSync(file, 'utf8').trim().split('\n');
  const there = (id: string, more: object) => JSON.stringify({ ...JSON.parse(base!), id, at: '2099-01-01T00:00:00.000Z', ...more });
  // There Ana has gone on with the same pair, Bruno has judged another; one row names no decision, one is cut off.
  const rows = [
    base,
    there('a', { action: { type: 'judge', grade: 1 } }),
    there('b', { annotator: 'Bruno', doc_id: 'en-sc-05', action: { type: 'judge', grade: 3 } }),
    there('c', { doc_id: 'en-sc-99' }),
    base!.slice(0, 40),
  ];
  writeFileSync(file, `${rows.join('\n')}\n`);
  // Here she has gone on too.
  judged('en-sc-03', '3');
  host = await startHost(workspace);
  browser = await launchBrowser();
}, PREPARING_MS);
afterAll(async () => {
  await browser?.close();
  await host?.close();
});

it.each([
  ['light', false],
  ['dark', true],
] as const)('each counts once, a conflict and what is refused are told; what is written is whole, %s', async (_, dark) => {
  const page = await openWindow(browser, host, { dark });
  await goTo(page, 'Audit');
  await page.locator('#nuggets').waitFor();
  await page.keyboard.press('Shift+R');
  const opener = page.getByRole('button', { name: 'Import judgments of relevance' });
  await opener.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Import judgments of relevance' });
  const path = dialog.getByRole('textbox', { name: 'File to read' });
  // The system's dialogs are the desktop's alone.
  expect(await dialog.getByRole('button', { name: 'Choose…' }).count()).toBe(0);
  await path.fill(join(workspace, 'nowhere.jsonl'));
  await page.keyboard.press('Enter');
  await dialog.getByText('is not there, or is no file.', { exact: false }).first().waitFor();
  // What to do is said by the window's own places, not by commands.
  await dialog.getByText('Choose a file that “Export judgments of relevance” wrote.').waitFor();
  await path.fill(file);
  await page.keyboard.press('Enter');
  const told = dialog.getByRole('status');
  await told.waitFor();
  const said = await told.innerText();
  // The first time two are new; the second time, in the other theme, all three were there.
  expect(said).toContain(dark ? '0 annotations are new · 3 were there' : '2 annotations are new · 1 was there');
  expect(said.includes('en-q01 en-sc-03 · Ana · Relevance: here “3”, there “1”; “1” counts')).toBe(!dark);
  expect(said).toMatch(/Refused \(2\)[\s\S]*there\.jsonl, row 4: there is no document "en-sc-99"[\s\S]*there\.jsonl, row 5/);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => opener.evaluate((node) => node === document.activeElement)).toBe(true);

  const out = join(workspace, `out-${dark}.jsonl`);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('export judgments of rel');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'File to write' }).fill(out);
  await page.keyboard.press('Enter');
  await page.getByText(`4 rows written to ${out}`).waitFor();
  const events = readFileSync(out, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { annotator: string; doc_id: string; action: { grade: number } });
  expect(events.map(({ annotator, doc_id, action }) => `${annotator} ${doc_id} ${action.grade}`)).toEqual([
    'Ana en-sc-03 2',
    'Ana en-sc-03 3',
    'Ana en-sc-03 1',
    'Bruno en-sc-05 3',
  ]);
  cli('export', 'qrels', '--out', join(workspace, 'qrels.txt'));
  expect(readFileSync(join(workspace, 'qrels.txt'), 'utf8')).toMatch(/en-q01 0 en-sc-03 1\n[\s\S]*en-q01 0 en-sc-05 3\n/);
  await page.context().close();
});

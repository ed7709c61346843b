/** A second reading by a language model in the window, by keyboard: begun, told, stopped, taken up, compared, and why each decision stands where it does. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatAnswer, json, type RemoteServer, type Seen, startRemoteServer } from '../engine/remoteServer';
import { launchBrowser } from './browser';
import { copyOfSample, type Host, pepita, startHost } from './host';
import { goTo, openWindow, PREPARING_MS, shot, violations } from './windowKit';

let server: RemoteServer;
let host: Host;
let browser: Browser;
let page: Page;
const REASON =
  'it holds that the cheque was given as security, and that it does not prove the debt by itself where the holder knew of the contract';

const chats = () => server.seen.filter(({ path }) => path === '/v1/chat/completions');
/** The last three of the candidates, the last first: an order that can be foretold. */
const lastFirst = (user: string) => {
  const ids = [...user.matchAll(/^\[(\d+)\] /gm)].map(([, n]) => n!);
  return JSON.stringify({
    ranking: ids
      .reverse()
      .slice(0, 3)
      .map((id) => ({ id, reason: `candidate ${id}: ${REASON}` })),
  });
};
const answer = (seen: Seen, response: Parameters<typeof json>[0]) => {
  if (seen.path !== '/v1/chat/completions') return false;
  json(response, 200, chatAnswer(seen.body, lastFirst(seen.body.messages[1].content)));
  return true;
};

beforeAll(async () => {
  server = await startRemoteServer();
  server.always(answer);
  const workspace = copyOfSample();
  const at = ['--workspace', workspace];
  pepita([
    'run',
    '--collection',
    'sample',
    '--unit',
    'document',
    '--ranker',
    'bm25',
    '--name',
    'words',
    '--out',
    join(workspace, 'words.run'),
    ...at,
  ]);
  pepita(['endpoints', 'add', 'ours', server.url, '--chat-model', 'chat', '--context-size', '32000', '--concurrency', '1', ...at]);
  host = await startHost(workspace);
  browser = await launchBrowser();
  page = await openWindow(browser, host);
}, PREPARING_MS);
afterAll(async () => {
  await browser?.close();
  await host?.close();
  await server?.close();
  if (host) rmSync(host.workspace, { recursive: true, force: true });
});

const combo = (name: string) => page.getByRole('combobox', { name, exact: true });
const row = (name: string) =>
  page.locator('.measured tbody tr').filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${name}( baseline)?$`) }) });

describe('reranking in the window', () => {
  it('says what is missing where there is no model', async () => {
    await goTo(page, 'Compare');
    await page.keyboard.press('m');
    await combo('New run: Unit').selectOption('document');
    await combo('New run: Ranker').selectOption('bm25');
    await page.getByRole('textbox', { name: 'Name' }).fill('words');
    await page.keyboard.press('Enter');
    await row('words').waitFor();
    await page.getByRole('button', { name: 'Rerank a run' }).focus();
    await page.keyboard.press('k');
    const dialog = page.getByRole('dialog', { name: 'Rerank a run' });
    await dialog.getByText('Reranking needs a language model.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Rerank', exact: true }).isDisabled()).toBe(true);
    await shot(page, 'rerank-no-model');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('shows the host and what would be sent before anything is', async () => {
    pepita(['endpoints', 'enable', 'ours', '--workspace', host.workspace]);
    await page.keyboard.press('k');
    const dialog = page.getByRole('dialog', { name: 'Rerank a run' });
    await dialog.getByText(`20 queries and what is shown of their candidates would be sent to ${server.host}:`).waitFor();
    await dialog.getByRole('spinbutton', { name: 'Candidates' }).fill('8');
    await dialog.getByRole('spinbutton', { name: 'Returned' }).fill('3');
    await dialog.getByRole('spinbutton', { name: 'Repeats' }).fill('2');
    await dialog.getByText('about 40 requests').waitFor();
    await shot(page, 'rerank-dialog');
    expect(await violations(page)).toEqual([]);
    expect(chats()).toHaveLength(0);
    await dialog.getByRole('textbox', { name: 'Name' }).fill('second');
    // The third question is held back, so that there is a middle to stop in.
    let reached = () => {};
    const third = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const held = () => {
      reached();
      return true;
    };
    server.script(answer, answer, held);
    await page.keyboard.press('Enter');
    await third;
  });

  it('tells how far it is, also in a window that was opened since; stopped and taken up, it asks nothing again', async () => {
    const line = page.getByRole('group', { name: 'Reranking over sample' });
    await line.getByText('2 of 40').waitFor();
    await shot(page, 'rerank-line');
    expect(await violations(page)).toEqual([]);
    await page.reload();
    await goTo(page, 'Compare');
    await line.getByText('2 of 40').waitFor();
    await line.getByRole('button', { name: 'Stop' }).press('Enter');
    await line.getByText('What was answered is kept.').waitFor();
    server.script();
    await page.keyboard.press('m');
    expect(await violations(page)).toEqual([]);
    expect(chats()).toHaveLength(3);
    await line.getByRole('button', { name: 'Resume' }).press('Enter');
    await row('second').waitFor();
    expect(chats()).toHaveLength(41);
  });

  it('is held against the run before, with how much the repeats vary', async () => {
    await expect.poll(() => combo('Run A').locator('option:checked').textContent()).toBe('words');
    expect(await combo('Run B').locator('option:checked').textContent()).toBe('second');
    await row('second-2').waitFor();
    const table = page.getByRole('region', { name: 'Reranked runs' }).getByRole('table');
    const cells = await table.locator('tbody tr').first().locator('td').allTextContents();
    // The lists say what the candidates’ order says: shuffled, none is the same.
    expect(cells.slice(0, 2)).toEqual(['map', '2']);
    const [before, mean, sd] = cells.slice(2, 5).map(Number);
    const means = pepita([
      'evaluate',
      '--run',
      join(host.workspace, 'words.run'),
      '--collection',
      'sample',
      '--measures',
      'map',
      '--workspace',
      host.workspace,
    ]);
    expect(before).toBeCloseTo(means.json.data.runs[0].means.map, 4);
    expect(mean).toBeGreaterThan(0);
    expect(sd).toBeGreaterThan(0);
    expect(cells[6]).toMatch(/^\d+%$/);
    await table.scrollIntoViewIfNeeded();
    await shot(page, 'rerank-table');
    expect(await violations(page)).toEqual([]);
  });

  it('shows each decision’s reason, whether the model moved it, and where it stood before', async () => {
    await page.locator('svg.deltas').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.locator('#ranking-1 [role=row]').first().waitFor();
    await page.locator('#ranking-0 [role=row]').first().waitFor();
    const first = page.locator('#ranking-1 [role=row]').first();
    const stood = Number(/by the model · was (\d+)/.exec(await first.innerText())![1]);
    expect(await first.innerText()).toContain(`candidate ${stood}: it holds`);
    const title = await first.locator('.title').textContent();
    // Where it stood in the run before is where that run has it.
    const there = page.locator('#ranking-0 [role=row]').filter({ has: page.getByText(title!, { exact: true }) });
    expect(await there.first().locator('.rank').textContent()).toBe(String(stood));
    await page.locator('#ranking-1').focus();
    await page.keyboard.press('Home');
    const detail = page.locator('section.detail');
    await detail.getByText(`candidate ${stood}: ${REASON}`).waitFor();
    await detail.getByText(`Returned by the model; before, it stood at ${stood}.`).waitFor();
    await shot(page, 'rerank-side');
    expect(await violations(page)).toEqual([]);
    for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowDown');
    await detail.getByText('Read by the model and not returned').waitFor();
    expect(await page.locator('#ranking-1 [aria-selected=true]').innerText()).toContain('order kept · was 1');
  });

  it('says the same in Portuguese', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('português');
    await page.keyboard.press('Enter');
    await page
      .locator('#ranking-1')
      .getByText(/pelo modelo · era \d+/)
      .first()
      .waitFor();
    await shot(page, 'rerank-side-pt');
    await page.keyboard.press('m');
    await page.getByRole('heading', { name: 'Execuções reordenadas' }).scrollIntoViewIfNeeded();
    await shot(page, 'rerank-table-pt');
    await page.keyboard.press('k');
    await page.getByRole('dialog', { name: 'Reordenar uma execução' }).getByText(`seriam enviados a ${server.host}:`).waitFor();
    await shot(page, 'rerank-dialog-pt');
    expect(await violations(page)).toEqual([]);
  });
});

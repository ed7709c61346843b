import { rmSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RemoteServer, startRemoteServer } from '../engine/remoteServer';
import { launchBrowser } from './browser';
import { copyOfSample, type Host, startHost } from './host';
import { ask, goTo, openWindow, PREPARING_MS, shot, violations } from './windowKit';

/** Remote endpoints in the window: nothing is sent before a person has read where it goes. */
let server: RemoteServer;
let host: Host;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await startRemoteServer();
  host = await startHost(copyOfSample());
  browser = await launchBrowser();
  page = await openWindow(browser, host);
}, PREPARING_MS);
afterAll(async () => {
  await browser?.close();
  await host?.close();
  await server?.close();
  if (host) rmSync(host.workspace, { recursive: true, force: true });
});

const section = () => page.getByRole('region', { name: 'Remote endpoints' });
const ours = () => section().getByRole('listitem', { name: 'ours' });
const status = () => page.locator('footer.status');

describe('an endpoint, by keyboard', () => {
  it('is added, turned off; where its key comes from is said', async () => {
    await goTo(page, 'Models');
    await section().getByRole('button', { name: 'Add an endpoint' }).first().press('Enter');
    await page.getByLabel('Address').fill(server.url);
    await page.getByLabel('Name', { exact: true }).fill('ours');
    await page.getByLabel('Chat model', { exact: true }).fill('chat');
    await page.getByLabel('Embedding model', { exact: true }).fill('embed');
    await expect.poll(() => section().getByText('PEPITA_KEY_OURS').count()).toBe(1);
    await page.getByText('Limits, prices').press('Enter');
    await page.getByLabel('Price of a million tokens sent').fill('1');
    await page.getByLabel('Price of a million tokens received').fill('4');
    await page.getByLabel('How long the chat model may think').fill('low');
    await shot(page, 'endpoint-form');
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Embedding model', { exact: true }).press('Enter');
    await ours().waitFor();
    expect(await ours().innerText()).toContain(server.host);
    await status().getByText('Offline: nothing has left this machine').waitFor();
  });

  it('is turned on after its host and what is sent were shown; Escape leaves it off', async () => {
    await ours().getByRole('button', { name: 'Turn on' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Turn on “ours”?' });
    for (const words of [server.host, 'the whole text of the decisions, to chat', 'the beginning of one decision', 'each query'])
      await dialog.getByText(words).waitFor();
    await shot(page, 'endpoint-ask');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await status().getByText('Offline: nothing has left this machine').waitFor();
    expect(server.seen).toHaveLength(0);
    await ours().getByRole('button', { name: 'Turn on' }).press('Enter');
    await dialog.getByRole('button', { name: 'Turn on' }).press('Enter');
    await status().getByText(`Remote hosts in use: ${server.host}`).waitFor();
    expect(server.seen).toHaveLength(0);
    await ours().getByRole('button', { name: 'Try it' }).press('Enter');
    await ours().getByText('embed gave a vector of 26 values').waitFor();
    await shot(page, 'endpoint-on');
    expect(await violations(page)).toEqual([]);
  });
});

describe('work through it', () => {
  const card = () => page.getByRole('article', { name: 'sample', exact: true });

  it('nuggets: what would be sent and cost comes first, what was sent after', async () => {
    await goTo(page, 'Library');
    await card()
      .getByRole('button', { name: /^Nuggets by/ })
      .click();
    await card()
      .getByRole('radio', { name: /chat \(remote\)/ })
      .check();
    await card()
      .getByText(/The text of \d+ decisions would be sent to .* Cost: /)
      .waitFor();
    await shot(page, 'endpoint-extract');
    const asked = server.seen.length;
    await card()
      .getByRole('button', { name: /^Read for/ })
      .click();
    await card().getByRole('button', { name: 'Preview' }).first().press('Enter');
    const preview = page.getByRole('dialog', { name: /^Preview:/ });
    await preview.getByText(`The beginning of this decision will be sent to ${server.host}.`).waitFor();
    await preview.getByText('The prompt as it would be sent').waitFor();
    await shot(page, 'endpoint-preview');
    expect(server.seen.length).toBe(asked);
    await preview.getByRole('button', { name: 'Read it with the model' }).press('Enter');
    await preview.getByText(/requests, .* tokens sent, .* received · cost/).waitFor({ timeout: 30_000 });
    expect(server.seen.at(-1)!.body).toMatchObject({ model: 'chat', reasoning_effort: 'low' });
    await shot(page, 'endpoint-previewed');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await card().getByRole('button', { name: 'Extract', exact: false }).first().click();
    const job = page.getByRole('article').filter({ hasText: 'Nuggets of sample' }).first();
    await job.getByText(/requests, .* tokens sent, .* received · cost/).waitFor({ timeout: 120_000 });
    expect(server.seen.length).toBeGreaterThan(asked);
  });

  it('an index by it, and a search: the box says where the query goes', async () => {
    await page
      .getByText(/^Index of sample|^Nuggets of sample/)
      .first()
      .waitFor();
    if (
      (await card()
        .getByRole('button', { name: /^Encoder/ })
        .getAttribute('aria-expanded')) === 'false'
    )
      await card()
        .getByRole('button', { name: /^Encoder/ })
        .click();
    await card()
      .getByRole('radio', { name: /embed \(remote\)/ })
      .check();
    await shot(page, 'endpoint-index');
    await card().getByRole('button', { name: 'Index', exact: true }).click();
    await page.getByRole('article').filter({ hasText: 'Index of sample' }).first().getByText('done').waitFor({ timeout: 200_000 });
    await goTo(page, 'Search');
    // The new nuggets have no vector of the default encoder yet; the documents have.
    await page.getByRole('radio', { name: 'Full document' }).click();
    await ask(page, 'prescrição intercorrente');
    const before = server.seen.length;
    expect(await page.getByRole('note').count()).toBe(0);
    await page.getByRole('combobox', { name: 'Encoder' }).selectOption('remote:ours');
    await page.getByRole('note').getByText(`The query is sent to ${server.host}.`).waitFor();
    await expect
      .poll(() => server.seen.slice(before).map(({ body }) => body.input), { timeout: 30_000 })
      .toEqual([['prescrição intercorrente']]);
    await shot(page, 'endpoint-search');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('radio', { name: 'BM25' }).click();
    await expect.poll(() => page.getByRole('note').count(), { timeout: 30_000 }).toBe(0);
  });

  it('turned off while it extracts, the work ends at once and says why; the line at the bottom is as before', async () => {
    // Another model makes other nuggets: all is to be read again. It never answers.
    await goTo(page, 'Models');
    await section().getByRole('button', { name: 'Add an endpoint' }).first().click();
    await page.getByLabel('Address').fill(server.url);
    await page.getByLabel('Name', { exact: true }).fill('silent');
    await page.getByLabel('Chat model', { exact: true }).fill('other');
    await page.getByLabel('Chat model', { exact: true }).press('Enter');
    const silent = section().getByRole('listitem', { name: 'silent' });
    await silent.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
    await silent.getByRole('button', { name: 'Turn off' }).waitFor();
    server.always(({ path }) => path.endsWith('/chat/completions'));
    await goTo(page, 'Library');
    await card()
      .getByRole('button', { name: /^Nuggets by/ })
      .click();
    await card()
      .getByRole('radio', { name: /other \(remote\)/ })
      .check();
    const asked = server.seen.length;
    await card().getByRole('button', { name: 'Extract', exact: false }).first().click();
    await expect.poll(() => server.seen.length, { timeout: 30_000 }).toBeGreaterThan(asked + 3);
    await goTo(page, 'Models');
    for (const row of [silent, ours()]) await row.getByRole('button', { name: 'Turn off' }).press('Enter');
    await status().getByText('Offline: nothing has left this machine').waitFor();
    await goTo(page, 'Library');
    await page.getByRole('article').filter({ hasText: 'Nuggets of sample' }).first().getByText('The endpoint is off').waitFor();
    await shot(page, 'endpoint-off');
    await goTo(page, 'Search');
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Encoder' }).locator('option').allInnerTexts())
      .not.toContain('ours (remote)');
  });
});

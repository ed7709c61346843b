/** Tests of the system's dialogs for folders and files, over the window that the Electron tests hold open. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { goTo, shot, violations } from '../windowKit';
import type { Standin } from './standin';

export function choosingTests(held: () => { standin: Standin; page: Page; folder: string }): void {
  const focused = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement).textContent);

  it('chooses a folder; a path with spaces and accents arrives whole and is imported', async () => {
    const { standin, page, folder } = held();
    const chosen = join(folder, 'Meus  acórdãos', 'ação nº 1 “são”');
    mkdirSync(chosen, { recursive: true });
    writeFileSync(join(chosen, 'um.txt'), 'O recurso foi provido por unanimidade. A prova bastava à condenação.');
    await goTo(page, 'Library');
    await page.getByRole('button', { name: 'Import decisions' }).first().click();
    const path = page.getByLabel('Folder or file');
    await path.fill('/typed before');
    const button = page.getByRole('button', { name: 'Choose a folder…' });
    await shot(page, 'choose-import');
    standin.dialogs.answers.push(null);
    await button.press('Enter');
    await expect.poll(() => standin.dialogs.shown.length).toBe(1);
    // Cancelled: nothing has changed, and the focus is where it was.
    await page.waitForTimeout(200);
    expect(await path.inputValue()).toBe('/typed before');
    expect(await focused(page)).toBe('Choose a folder…');
    expect(await violations(page)).toEqual([]);

    standin.dialogs.answers.push(chosen);
    await page.keyboard.press('Enter');
    await expect.poll(() => path.inputValue()).toBe(chosen);
    expect(await path.evaluate((node) => node === document.activeElement)).toBe(true);
    expect(standin.dialogs.shown.at(-1)).toEqual({
      window: standin.windows[0],
      options: { properties: ['openDirectory', 'createDirectory'] },
    });
    await page.getByRole('textbox', { name: 'Collection' }).fill('chosen');
    await page.keyboard.press('Enter');
    await page.getByText('1 decision added').waitFor();
  });

  it('chooses a file; the page can say no more than the kind, and opens one dialog at a time', async () => {
    const { standin, page } = held();
    const shown = standin.dialogs.shown.length;
    await page.getByRole('button', { name: 'Import decisions' }).first().click();
    let choose: (path: string) => void = () => {};
    standin.dialogs.answers.push(new Promise((resolve) => (choose = resolve)));
    await page.getByRole('button', { name: 'Choose a file…' }).click();
    await expect.poll(() => standin.dialogs.shown.length).toBe(shown + 1);
    expect(standin.dialogs.shown.at(-1)?.options).toEqual({ properties: ['openFile'] });
    const answers = await page.evaluate(async () => {
      const bridge = (globalThis as any).pepita;
      const heard: unknown[] = [];
      bridge.onFrame((frame: any) => frame.t === 'chosen' && heard.push([frame.id, frame.path]));
      const options = { defaultPath: '/etc', properties: ['showHiddenFiles', 'multiSelections'] };
      bridge.post({ t: 'choose', id: 9001, kind: 'file', ...options });
      await new Promise((resolve) => setTimeout(resolve, 200));
      return heard;
    });
    expect(answers).toEqual([[9001, null]]);
    choose('/somewhere/rows.jsonl');
    await expect.poll(() => page.getByLabel('Folder or file').inputValue()).toBe('/somewhere/rows.jsonl');
    const refused = await page.evaluate(async () => {
      const bridge = (globalThis as any).pepita;
      const heard: unknown[] = [];
      bridge.onFrame((frame: any) => frame.t === 'chosen' && heard.push(frame.path));
      for (const kind of ['anything', '/etc/passwd', { properties: ['openFile'] }, undefined, '__proto__'])
        bridge.post({ t: 'choose', id: 9002, kind });
      await new Promise((resolve) => setTimeout(resolve, 300));
      return heard;
    });
    expect(refused).toEqual([null, null, null, null, null]);
    expect(standin.dialogs.shown.length).toBe(shown + 1);
    await page.getByLabel('Folder or file').fill('');
  });

  it('chooses where a file goes: the name that it usually has is proposed', async () => {
    const { standin, page, folder } = held();
    await goTo(page, 'Audit');
    await page.locator('#nuggets').waitFor();
    await page.keyboard.press('Shift+R');
    await page.getByRole('button', { name: 'Export judgments of relevance' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export judgments of relevance' });
    const out = join(folder, 'Meus  acórdãos', 'relevância.jsonl');
    standin.dialogs.answers.push(out);
    await dialog.getByRole('button', { name: 'Choose…' }).press('Enter');
    await expect.poll(() => dialog.getByLabel('File to write').inputValue()).toBe(out);
    expect(standin.dialogs.shown.at(-1)).toEqual({
      window: standin.windows[0],
      options: {
        defaultPath: 'relevance.jsonl',
        filters: [{ name: 'JSONL', extensions: ['jsonl'] }],
        properties: ['createDirectory', 'showOverwriteConfirmation'],
      },
    });
    await shot(page, 'choose-export');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await dialog.getByText(`0 rows written to ${out}.`).waitFor();
    await page.keyboard.press('Escape');
  });
}

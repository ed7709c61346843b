/** The window in Brazilian Portuguese: what the engine says of a fault is told in Portuguese, whichever room it comes from. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser';
import { type Host, startHost } from './host';
import { goTo, openWindow, PREPARING_MS } from './windowKit';

let host: Host;
let browser: Browser;
let page: Page;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pepita-pt-'));
  host = await startHost();
  // A profile that is no profile, as a user may leave it behind.
  mkdirSync(join(host.workspace, 'profiles'), { recursive: true });
  writeFileSync(join(host.workspace, 'profiles', 'ruim.json'), '{"id": "ruim", "kind": "nuggets", "version": "one"}');
  browser = await launchBrowser();
  page = await openWindow(browser, host, { locale: 'pt-BR' });
  page.setDefaultTimeout(8000);
}, PREPARING_MS);
afterAll(async () => {
  await browser?.close();
  await host?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const says = async (portuguese: string, english: string): Promise<void> => {
  await page.getByText(portuguese).first().waitFor();
  expect(await page.locator('body').innerText()).not.toContain(english);
};

async function importing(path: string): Promise<void> {
  if (!(await page.getByLabel('Pasta ou arquivo').isVisible())) await page.getByRole('button', { name: 'Importar decisões' }).click();
  await page.getByLabel('Pasta ou arquivo').fill(path);
  await page.getByRole('textbox', { name: 'Coleção' }).fill('sample');
  await page.getByRole('button', { name: 'Importar', exact: true }).click();
}

describe('faults, in Portuguese', () => {
  it('of an import: a path that is not there, and a file of another kind', async () => {
    await goTo(page, 'Acervo');
    await importing(join(folder, 'nada'));
    await says('nada não existe.', 'is not there');
    await page.getByText('Confira o caminho; "sample:" é a coleção de exemplo.').first().waitFor();
    writeFileSync(join(folder, 'tabela.xyz'), 'q1 0 d1\n');
    await importing(join(folder, 'tabela.xyz'));
    await page
      .getByText(/^Recusadas/)
      .first()
      .click();
    await says('só arquivos TXT e MD são lidos: salve-o antes como texto simples', 'only TXT');
  });

  it('of a profile: what its fields should be', async () => {
    const card = page.getByRole('article', { name: 'sample', exact: true });
    await card.getByRole('button', { name: 'Lido para: Jurisprudência' }).click();
    await says('campo "version": valor inválido: deveria ser um número, veio um texto', 'Invalid input');
  });

  it('of an endpoint: its address', async () => {
    await goTo(page, 'Modelos');
    await page.getByRole('button', { name: 'Adicionar servidor' }).first().click();
    await page.getByLabel('Endereço').fill('ftp://example.org/v1');
    await page.getByLabel('Nome', { exact: true }).fill('nosso');
    await page.getByLabel('Modelo de chat', { exact: true }).fill('chat');
    await page.getByLabel('Modelo de chat', { exact: true }).press('Enter');
    await says('Este não é o endereço de um servidor remoto: ftp: não é http nem https.', 'This is no address');
    await page.getByText('Use um endereço https.').waitFor();
  });

  it('of an experiment: a collection and a unit that there are not', async () => {
    await goTo(page, 'Comparar');
    await page.keyboard.press('e');
    const source = page.getByLabel('O arquivo do experimento');
    const head = 'version: 1\nname: a\nmeasures: [ndcg@10]\n';
    await source.fill(`${head}collection: nenhuma\nruns: [{unit: nugget}]\n`);
    await says('Não há coleção "nenhuma". Há: "sample".', 'There is no collection');
    await source.fill(`${head}collection: sample\nruns: [{unit: capitulo}]\n`);
    await says('opção inválida: deveria ser uma destas: "nugget"', 'Invalid option');
  });

  it('of judging: a file of annotations that is not there', async () => {
    await goTo(page, 'Auditar');
    await page.locator('#nuggets').waitFor();
    await page.keyboard.press('Shift+F');
    await page.getByRole('button', { name: 'Importar', exact: true }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Arquivo a ler').fill(join(folder, 'nada.jsonl'));
    await dialog.getByRole('button', { name: 'Importar', exact: true }).click();
    await says('nada.jsonl não existe, ou não é um arquivo.', 'is not there, or is no file');
  });
});

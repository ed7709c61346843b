/** The window in a real browser, over a real host: opening, asking, looking with axe. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import type { Host } from './host';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** The first file of a run makes the sample's index: a minute, or several where the processor is shared. */
export const PREPARING_MS = 600_000;
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export interface Opening {
  readonly locale?: string;
  readonly dark?: boolean;
  readonly width?: number;
  readonly height?: number;
  readonly permissions?: string[];
}

/** A page of its own, with nothing remembered. A fault of the page's own fails the test. */
export async function openWindow(browser: Browser, host: Host, options: Opening = {}): Promise<Page> {
  const context = await browser.newContext({
    locale: options.locale ?? 'en-US',
    colorScheme: options.dark ? 'dark' : 'light',
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    reducedMotion: 'reduce',
    permissions: options.permissions ?? [],
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => {
    throw error;
  });
  await page.goto(host.url);
  await page.locator('textarea').first().waitFor();
  return page;
}

/** Types a query and waits for the first ranked decision. */
export async function ask(page: Page, query: string): Promise<void> {
  await page.keyboard.press('/');
  await page.keyboard.type(query);
  await page.keyboard.press('Enter');
  await page.locator('#results [role=row]').first().waitFor();
}

export const goTo = (page: Page, place: string): Promise<void> =>
  page
    .getByRole('navigation', { name: /^(Places|Lugares)$/ })
    .getByRole('button', { name: place, exact: true })
    .click();

/** What axe finds on the present screen: rule and element, nothing where all is well. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(
    (rules) =>
      (globalThis as any).axe
        .run(document, { runOnly: rules })
        .then((result: any) =>
          result.violations.flatMap((violation: any) => violation.nodes.map((node: any) => `${violation.id}: ${node.target.join(' ')}`)),
        ),
    RULES,
  );
}

/** Screenshots in both themes, for looking at, where PEPITA_SHOTS names a folder. */
export async function shot(page: Page, name: string): Promise<void> {
  const dir = process.env['PEPITA_SHOTS'];
  if (!dir) return;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${dir}/${name}-${colorScheme}.png` });
  }
}

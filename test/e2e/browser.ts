/** A real Chromium: CHROMIUM, one of the machine, else the one that an npm package carries. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const MACHINE = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

export async function launchBrowser(): Promise<Browser> {
  const own = MACHINE.find((path) => path && existsSync(path));
  if (own) return chromium.launch({ executablePath: own, args: ARGS });
  const packaged = (await import('@sparticuz/chromium')).default;
  // One process for everything, as a small server would want it, dies when a context is closed.
  const args = packaged.args.filter((arg) => arg !== '--single-process' && arg !== '--no-zygote');
  return chromium.launch({ executablePath: await packaged.executablePath(), args: [...args, ...ARGS], headless: true });
}

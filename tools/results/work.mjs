/** Where the measurements work, and the command line that they call. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../ready.mjs';

export const DATA = join(root, '..', 'shared', 'data');
export const WORK = join(root, '.cache', 'results');
/** Where `npm run test:live` puts the models of packages. */
export const MODELS = join(root, '.cache', 'models');
export const CLI = join(root, 'dist', 'cli.mjs');

/** Runs `pepita … --json` in a workspace and returns its data. */
export function pepita(workspace, ...args) {
  const out = execFileSync(process.execPath, [CLI, ...args, '--workspace', workspace, '--json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 28,
    env: { ...process.env, PEPITA_GPU: 'off', PEPITA_MODELS: MODELS },
  });
  return JSON.parse(out).data;
}

/** `.9578` */
export const figure = (x, digits = 4) => x.toFixed(digits).replace(/^(-?)0\./, '$1.');

/** Where the measurements work, and the command line that they call. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
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

/** The run that these flags of `pepita run` make, once: its file, and the name that other commands know it by. */
export function runOf(workspace, collection, flags) {
  const name = `${collection} ${flags.join(' ')}`.replace(/[^\p{L}\p{N}.]+/gu, '-');
  const file = join(WORK, `${name}.run`);
  if (!existsSync(file)) pepita(workspace, 'run', '--collection', collection, ...flags, '--name', name, '--out', file, '--quiet');
  return { file, name };
}

/** `.9578` */
export const figure = (x, digits = 4) => x.toFixed(digits).replace(/^(-?)0\./, '$1.');

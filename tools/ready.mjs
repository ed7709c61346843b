/**
 * Brings a checkout from nothing to runnable: packages, then bundles, each only
 * where something changed. Plain Node, since it runs before anything is installed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const say = (line) => process.stderr.write(`${line}\n`);

function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32', ...options });
  if (result.status === 0) return;
  say(`"${command} ${args.join(' ')}" failed (${result.error?.message ?? `exit ${result.status}`}).`);
  process.exit(result.status || 1);
}

/** Files that a step depends on, as one hash over names, sizes and times. */
function fingerprint(paths) {
  const hash = createHash('sha256');
  const visit = (path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name));
    else hash.update(`${relative(root, path)} ${stat.size} ${stat.mtimeMs}\n`);
  };
  for (const path of paths) visit(join(root, path));
  return hash.digest('hex');
}

function stepDone(stamp, print) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === print;
}

/** `npm ci`, once for each lock file. */
export function ensureInstalled() {
  const [major] = process.versions.node.split('.').map(Number);
  if (major < 20) {
    say(`Pepita needs Node.js 20 or newer; this is ${process.versions.node}.`);
    process.exit(1);
  }
  const stamp = join(root, 'node_modules', '.pepita-installed');
  const print = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (stepDone(stamp, print)) return;
  say('Installing packages (once; about 1 GB, a few minutes) …');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(stamp, print);
}

/** Bundles of engine, hosts and window in dist/, when a source changed. */
export function ensureBuilt() {
  const stamp = join(root, 'dist', '.built');
  const print = fingerprint(['shared', 'electron', 'renderer', 'tools/build.mjs', 'package-lock.json']);
  if (stepDone(stamp, print)) return;
  say('Building …');
  run(process.execPath, [join(root, 'tools', 'build.mjs')]);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, print);
}

export function ensureReady() {
  ensureInstalled();
  ensureBuilt();
}

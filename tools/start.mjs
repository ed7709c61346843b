/**
 * `npm start`: installs and builds what is missing, does the main job on the sample
 * collection, prints a small table, and opens the workbench: the Electron window where
 * its binary is to be had, else the browser on this machine's loopback address.
 *
 *   npm start -- --serve      stays up and prints the address, without opening anything
 *   npm start -- --workspace DIR
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureReady, root } from './ready.mjs';

const args = process.argv.slice(2);
const serveOnly = args.includes('--serve');
const workspaceArgs = args.filter((argument) => argument !== '--serve');
ensureReady();

const cli = join(root, 'dist', 'cli.mjs');
const prepared = spawnSync(process.execPath, [cli, 'welcome', ...workspaceArgs], { stdio: 'inherit' });
if (prepared.status !== 0) process.exit(prepared.status ?? 1);

const hasDisplay =
  process.platform === 'win32' || process.platform === 'darwin' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
const hasTerminal = process.stdout.isTTY === true;

if (serveOnly) serve(['--no-open']);
else if (!hasDisplay && !hasTerminal)
  console.log('\nNo display and no terminal here. To open the workbench in a browser: npm start -- --serve');
else if (!hasDisplay) serve(['--no-open']);
else openWindow();

function serve(flags) {
  const child = spawn(process.execPath, [cli, 'serve', ...flags, ...workspaceArgs], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 0));
}

function openWindow() {
  const binary = electronBinary();
  if (!binary) {
    console.log('\nElectron’s binary is not on this machine: the workbench opens in the browser.');
    return serve([]);
  }
  const at = workspaceArgs.indexOf('--workspace');
  const env = { ...process.env, ...(at >= 0 && workspaceArgs[at + 1] ? { PEPITA_WORKSPACE: workspaceArgs[at + 1] } : {}) };
  const child = spawn(binary, [root], { stdio: 'inherit', env });
  child.on('error', () => serve([]));
  child.on('exit', (code) => process.exit(code ?? 0));
}

/**
 * The path of Electron's executable, or undefined. Its package fetches it at first use,
 * which needs the network; where that failed, it is tried again after a day.
 */
function electronBinary() {
  const failed = join(root, '.cache', 'electron-not-fetched');
  const age = Date.now() - (statSync(failed, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const binary = join(root, 'node_modules', 'electron', 'dist', electronName());
  if (existsSync(binary)) return binary;
  if (process.env.ELECTRON_OVERRIDE_DIST_PATH === undefined && age < 24 * 3600 * 1000) return undefined;
  const answer = spawnSync(process.execPath, ['-e', 'process.stdout.write("\\n" + require("electron"))'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 180_000,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const path = answer.status === 0 ? answer.stdout.trim().split('\n').at(-1) : '';
  if (path && existsSync(path)) return path;
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(failed, '');
  return undefined;
}

function electronName() {
  if (process.platform === 'darwin') return join('Electron.app', 'Contents', 'MacOS', 'Electron');
  return process.platform === 'win32' ? 'electron.exe' : 'electron';
}

/** `npm run dist`: the installable app for this system, through electron-builder (which fetches Electron's binary). */
import { spawnSync } from 'node:child_process';
import { ensureReady, root } from './ready.mjs';

ensureReady();
const { status } = spawnSync('npx', ['--no-install', 'electron-builder', '--publish', 'never', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exit(status ?? 1);

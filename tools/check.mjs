/** `npm run check`: the one gate. Types for each runtime, lint and format, import walls, unused code, tests. */
import { spawnSync } from 'node:child_process';
import { ensureInstalled, root } from './ready.mjs';

ensureInstalled();
const steps = [
  ['types: shared', 'tsc', '-p', 'shared/tsconfig.json'],
  ['types: engine, hosts, main', 'tsc', '-p', 'electron/tsconfig.json'],
  ['types: preload', 'tsc', '-p', 'electron/preload/tsconfig.json'],
  ['types: window', 'tsc', '-p', 'renderer/tsconfig.json'],
  ['types: tests', 'tsc', '-p', 'test/tsconfig.json'],
  ['lint and format', 'biome', 'check', '--error-on-warnings', '.'],
  ['walls', 'node', 'tools/walls.mjs'],
  ['unused code', 'knip'],
];
const failed = [];
for (const [name, command, ...args] of steps) {
  const { status } = spawnSync('npx', ['--no-install', command, ...args], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  if (status !== 0) failed.push(name);
}
if (!process.argv.includes('--no-tests')) {
  const { status } = spawnSync(process.execPath, ['tools/test.mjs'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) failed.push('tests');
}
if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`);
process.exit(failed.length > 0 ? 1 : 0);

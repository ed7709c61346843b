/**
 * `npm test`: unit, engine, contract and e2e (commands, then windows). `npm run test:live` (or --live)
 * fetches model packages and runs the tests that need them.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureReady, root } from './ready.mjs';

const live = process.argv.includes('--live');
const rest = process.argv.slice(2).filter((argument) => argument !== '--live');
ensureReady();

const node = (args) => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
if (live) {
  const fetched = node([join('test', 'live', 'fetch-models.mjs')]);
  if (fetched !== 0) process.exit(fetched);
}
const projects = live ? ['live'] : ['unit', 'engine', 'contract', 'commands', 'e2e'];
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
process.exit(node([vitest, 'run', ...projects.flatMap((name) => ['--project', name]), ...rest]));

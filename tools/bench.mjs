/**
 * `npm run bench -- embed`: speed as ratios against a peer in the same run, on this machine.
 * Peers are Python packages in a virtual environment of their own (.cache/bench); where Python is
 * missing, ours alone is measured.
 */
import { mkdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { benchEmbed } from './bench/embed.mjs';
import { ensureReady, root } from './ready.mjs';

const BENCHES = { embed: benchEmbed };

ensureReady();
mkdirSync(join(root, '.cache', 'bench'), { recursive: true });
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`No such benchmark: ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(2);
}
console.log(`Machine: ${cpus().length} × ${cpus()[0].model}, Node ${process.versions.node}\n`);
for (const name of asked.length > 0 ? asked : Object.keys(BENCHES)) await BENCHES[name]();

/**
 * `npm run bench -- embed extract search approximate`: speed as ratios against a peer in the same run, on this machine.
 * Peers are Python packages in a virtual environment of their own (.cache/bench); where Python is
 * missing, ours alone is measured.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { benchEmbed } from './bench/embed.mjs';
import { benchExtract } from './bench/extract.mjs';
import { benchApproximate } from './bench/search/approximate.mjs';
import { benchSearch } from './bench/search.mjs';
import { chosenWork } from './chosen.mjs';
import { ensureReady, root } from './ready.mjs';

const BENCHES = { embed: benchEmbed, extract: benchExtract, search: benchSearch, approximate: benchApproximate };

ensureReady();
mkdirSync(join(root, '.cache', 'bench'), { recursive: true });
const chosen = chosenWork(BENCHES, 'benchmark');
for (const work of chosen) await work();

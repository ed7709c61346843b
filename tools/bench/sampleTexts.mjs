/** Texts to be timed: pieces of the sample's decisions. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../ready.mjs';

/** `count` stretches of at most `chars` characters, evenly spread, cut at spaces. */
export function cut(chars, count) {
  const folder = join(root, 'resources', 'sample', 'decisions');
  const all = readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replace(/\s+/g, ' '))
    .join(' ');
  const step = (all.length - chars) / count;
  return Array.from({ length: count }, (_, i) => {
    const from = all.indexOf(' ', Math.floor(i * step)) + 1;
    return all.slice(from, all.lastIndexOf(' ', from + chars));
  });
}

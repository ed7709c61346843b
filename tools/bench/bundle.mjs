/** The engine's own source, bundled for a run. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from '../ready.mjs';

/**
 * @param contents source that imports from the repository's root, or from the folder `from` below it
 * @returns the URL of the bundle, to be imported
 */
export async function bundleEngine(name, contents, from = '') {
  const outfile = join(root, '.cache', 'bench', name);
  const stdin = { contents, resolveDir: join(root, from), loader: 'ts' };
  await build({ stdin, outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
  return pathToFileURL(outfile).href;
}

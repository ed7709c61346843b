/** Bundles: one file for each process of ours, packages left outside; the window through Vite. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { build as buildWindow } from 'vite';
import { root } from './ready.mjs';

const node = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  packages: 'external',
  sourcemap: true,
  absWorkingDir: root,
  logLevel: 'warning',
};

rmSync(join(root, 'dist'), { recursive: true, force: true });
await Promise.all([
  build({
    ...node,
    format: 'esm',
    // The session is also what worker threads start from: it lies beside the bundles that start them.
    entryPoints: { cli: 'electron/hosts/cli/main.ts', utility: 'electron/hosts/utility.ts', session: 'electron/engine/embed/session.mjs' },
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
  }),
  build({
    ...node,
    format: 'cjs',
    entryPoints: { main: 'electron/main/index.ts', preload: 'electron/preload/index.ts' },
    external: ['electron'],
    outdir: 'dist',
    outExtension: { '.js': '.cjs' },
    // A sandboxed preload can require nothing but electron: whatever it uses is bundled.
    packages: 'bundle',
  }),
  buildWindow({ configFile: join(root, 'renderer', 'vite.config.ts'), logLevel: 'warn' }),
]);

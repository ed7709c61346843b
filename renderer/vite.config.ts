import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: dirname(fileURLToPath(import.meta.url)),
  base: './',
  plugins: [react()],
  // Nothing is inlined: the content policy allows files of ours alone.
  build: { outDir: '../dist/renderer', emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});

/**
 * The walls between the rooms, checked: who may import what. TypeScript itself tells
 * each file's imports, type imports included. (dependency-cruiser, the usual tool, does
 * not know TypeScript 6 yet and would cruise nothing.)
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { root } from './ready.mjs';

const STEPS = [
  ...['import', 'extract', 'embed', 'llama', 'fit', 'store', 'search', 'aggregate', 'compare', 'experiment', 'remote'],
  ...['annotate', 'formulate', 'rerank'],
];
/** The one file of the engine that may speak to another machine, and the modules that can. */
const WIRE = 'electron/engine/remote/wire.ts';
const NET = new Set(['http', 'https', 'http2', 'net', 'tls', 'dgram', 'dns', 'dns/promises', 'undici', 'ws', 'axios', 'openai']);
/** Functions that reach the network without an import. */
const NET_GLOBALS =
  /(?<![.\w])(?:globalThis\.)?(?:fetch|XMLHttpRequest|WebSocket|EventSource)\s*\(|\bprocess\.(?:binding|getBuiltinModule)\b/;
const stepOf = (file) => STEPS.find((step) => file.startsWith(`electron/engine/${step}/`));
const under =
  (...folders) =>
  (path) =>
    folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
const builtin = (path) => path.startsWith('node:');
/** A file of ours; `electron` alone is the package. */
const ours = (path) => path.includes('/') && under('shared', 'electron', 'renderer')(path);

/** Each: files it is about, imports that it forbids, why. A package's import is its name, a file's its path from the root. */
const WALLS = [
  ['shared imports zod alone', under('shared'), (to) => !under('shared')(to) && to !== 'zod'],
  ['the window imports shared alone', under('renderer'), (to) => to === 'electron' || under('electron')(to) || builtin(to)],
  ['main never imports the engine', under('electron/main'), under('electron/engine', 'electron/hosts')],
  ['preload imports nothing of ours', under('electron/preload'), (to) => ours(to) && !under('electron/preload')(to)],
  [
    'engine and hosts never import electron',
    under('electron/engine', 'electron/hosts'),
    (to) => to === 'electron' || under('electron/main', 'electron/preload')(to),
  ],
  ['the engine knows no host', under('electron/engine'), under('electron/hosts')],
  [
    'text and chat are base rooms',
    under('electron/engine/text', 'electron/engine/chat'),
    (to) => stepOf(to) !== undefined || under('electron/engine/use')(to),
  ],
  ['the http host knows no other host', under('electron/hosts/http'), under('electron/hosts/cli', 'electron/hosts/utility')],
  [
    'onnxruntime-node has one importer',
    (file) => ours(file) && file !== 'electron/engine/embed/session.mjs',
    (to) => to === 'onnxruntime-node',
  ],
  [
    'hyparquet has one importer',
    (file) => ours(file) && file !== 'electron/engine/import/parquetRows.ts',
    (to) => to === 'hyparquet' || to === 'hyparquet-compressors',
  ],
  ['yaml has one importer', (file) => ours(file) && file !== 'electron/engine/experiment/yaml.ts', (to) => to === 'yaml'],
  [
    'LanceDB has one importer',
    (file) => ours(file) && !under('electron/engine/store')(file),
    (to) => to === '@lancedb/lancedb' || to === 'apache-arrow',
  ],
  ['node-llama-cpp has one importer', (file) => ours(file) && file !== 'electron/engine/llama/runtime.ts', (to) => to === 'node-llama-cpp'],
  [
    'the engine speaks to other machines in one file',
    (file) => under('electron/engine')(file) && file !== WIRE,
    (to) => NET.has(to.replace(/^node:/, '')),
  ],
  ['main opens no connection', under('electron/main', 'electron/preload'), (to) => NET.has(to.replace(/^node:/, ''))],
];

/** Imports of every source file, resolved. */
export function readGraph(folder = root) {
  const graph = new Map();
  for (const room of ['shared', 'electron', 'renderer']) {
    for (const name of readdirSync(join(folder, room), { recursive: true })) {
      // Vite's configuration is a tool, not the window.
      if (!/\.(tsx?|mjs)$/.test(name) || name === 'vite.config.ts') continue;
      const file = `${room}/${String(name).replaceAll('\\', '/')}`;
      const { importedFiles } = ts.preProcessFile(readFileSync(join(folder, file), 'utf8'), true, true);
      graph.set(
        file,
        importedFiles.map(({ fileName }) => resolveImport(folder, file, fileName)),
      );
    }
  }
  return graph;
}

function resolveImport(folder, from, to) {
  if (!to.startsWith('.'))
    return to.startsWith('node:')
      ? to
      : to
          .split('/')
          .slice(0, to.startsWith('@') ? 2 : 1)
          .join('/');
  const path = relative(folder, join(folder, dirname(from), to)).replaceAll('\\', '/');
  return (
    [`${path}.ts`, `${path}.tsx`, `${path}/index.ts`, path].find(
      (candidate) => existsSync(join(folder, candidate)) && /\.\w+$/.test(candidate),
    ) ?? path
  );
}

/** Files of the engine and of main that reach the network without importing anything for it. */
export function loose(folder = root) {
  const found = [];
  for (const room of ['electron/engine', 'electron/main', 'electron/preload', 'shared']) {
    for (const name of readdirSync(join(folder, room), { recursive: true })) {
      if (!/\.(ts|mjs)$/.test(name)) continue;
      const file = `${room}/${String(name).replaceAll('\\', '/')}`;
      const code = readFileSync(join(folder, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
      const use = NET_GLOBALS.exec(code);
      if (use) found.push(`${file} → ${use[0]}: the engine speaks to other machines in one file`);
    }
  }
  return found;
}

export function breaches(graph) {
  const found = [];
  for (const [file, imports] of graph) {
    for (const to of imports) {
      for (const [wall, about, forbids] of WALLS) if (about(file) && forbids(to)) found.push(`${file} → ${to}: ${wall}`);
      const step = stepOf(file);
      const other = stepOf(to) ?? (under('electron/engine/use')(to) ? 'use' : undefined);
      if (step && other && other !== step) found.push(`${file} → ${to}: steps never import their siblings`);
    }
  }
  return found;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const graph = readGraph();
  const found = [...breaches(graph), ...loose()];
  for (const breach of found) console.error(breach);
  console.log(`${graph.size} files, ${[...graph.values()].flat().length} imports, ${found.length} breaches`);
  process.exit(found.length > 0 || graph.size < 100 ? 1 : 0);
}

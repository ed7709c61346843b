/** The store in a process of its own, so that it can be killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll } from 'vitest';

let folder = '';
const children = new Set<ChildProcess>();

beforeAll(async () => {
  // Below the project, so that the native packages are found.
  mkdirSync('.cache', { recursive: true });
  folder = mkdtempSync(resolve('.cache', 'store-process-'));
  await build({
    entryPoints: {
      open: 'electron/engine/store/open.ts',
      extract: 'electron/engine/use/extractCollection.ts',
      extractKit: 'test/engine/extractKit.ts',
      chatKit: 'test/engine/chatKit.ts',
      endpoints: 'electron/engine/use/endpoints.ts',
    },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  });
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

export interface StoreProcess {
  readonly pid: number;
  /** Lines that it has printed so far. */
  readonly lines: readonly string[];
  /** Waits for a line that begins like this. */
  line(start: string): Promise<string>;
  /** kill -9, and waits until it is gone. */
  kill(): Promise<void>;
  ended: Promise<number | null>;
}

/** Runs `body` (an async function's body: `openStore`, `extractCollection`, `extractKit`, `chatKit`, `openEndpoints`, `dir`, `print`) in a process. */
export function run(dir: string, body: string): StoreProcess {
  const script = join(folder, `run-${children.size}-${Date.now()}.mjs`);
  writeFileSync(
    script,
    `import { writeSync } from 'node:fs';
     import { openStore } from './open.mjs';
     import { extractCollection } from './extract.mjs';
     import * as extractKit from './extractKit.mjs';
     import * as chatKit from './chatKit.mjs';
     import { openEndpoints } from './endpoints.mjs';
     const dir = ${JSON.stringify(dir)};
     const print = (line) => writeSync(1, line + '\\n');
     try { ${body} } catch (error) { print('ERROR ' + error.code + ' ' + error.message); }`,
  );
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.add(child);
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    for (const look of waiting) look();
  });
  const ended = new Promise<number | null>((done) => child.on('close', (code) => done(code)));
  void ended.then(() => children.delete(child));
  return {
    pid: child.pid!,
    lines,
    ended,
    line: (start) =>
      new Promise((done, fail) => {
        const look = () => {
          const found = lines.find((line) => line.startsWith(start));
          if (found === undefined) return;
          waiting.delete(look);
          done(found);
        };
        waiting.add(look);
        look();
        void ended.then(() => fail(new Error(`the process ended without "${start}": ${lines.join(' | ')}`)));
      }),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

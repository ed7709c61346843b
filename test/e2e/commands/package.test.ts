import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractAll, listPackage } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/**
 * electron-builder with a folder that stands in for Electron's own: the layout is the
 * real one, and Node runs what was packed.
 */
const linux = process.platform === 'linux' && process.arch === 'x64';
let work: string;
let resources: string;

beforeAll(() => {
  if (!linux) return;
  work = mkdtempSync(join(tmpdir(), 'pepita-package-'));
  const electron = join(work, 'electron');
  mkdirSync(join(electron, 'locales'), { recursive: true });
  for (const locale of ['en-US', 'pt-BR', 'fr']) writeFileSync(join(electron, 'locales', `${locale}.pak`), '');
  writeFileSync(join(electron, 'electron'), '#!/bin/sh\n');
  chmodSync(join(electron, 'electron'), 0o755);
  const { version } = JSON.parse(readFileSync('node_modules/electron/package.json', 'utf8')) as { version: string };
  writeFileSync(join(electron, 'version'), version);
  // Fuses are burnt into Electron's own executable, which is not here; what they are to be is looked at below.
  const config = join(work, 'electron-builder.yml');
  writeFileSync(config, readFileSync('electron-builder.yml', 'utf8').replace(/^electronFuses:\n(?: {2}.*\n)+/m, ''));
  execFileSync(
    process.execPath,
    [
      'node_modules/electron-builder/cli.js',
      '--linux',
      'dir',
      '--publish',
      'never',
      `-c.electronDist=${electron}`,
      `-c.directories.output=${join(work, 'out')}`,
      '--config',
      config,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  resources = join(work, 'out', 'linux-unpacked', 'resources');
});
afterAll(() => {
  if (work) rmSync(work, { recursive: true, force: true });
});

describe.skipIf(!linux)('the packed app (on x64 Linux)', () => {
  it('holds what it needs and nothing that it does not', () => {
    const files = listPackage(join(resources, 'app.asar'), { isPack: false });
    for (const needed of [
      '/dist/main.cjs',
      '/dist/preload.cjs',
      '/dist/utility.mjs',
      '/dist/session.mjs',
      '/dist/renderer/index.html',
      '/models/e5-small-pten/model.onnx',
      '/models/dot/model.onnx',
      '/resources/prompts/jurisprudence.pt.md',
      '/resources/sample/metadata.pt.csv',
    ]) {
      expect(files).toContain(needed);
    }
    const own = files.filter((file) => !file.startsWith('/node_modules'));
    for (const unwanted of [
      /^\/test/,
      /^\/tools/,
      /^\/electron\//,
      /^\/shared\//,
      /^\/renderer\//,
      /^\/models\/build/,
      /\.ts$/,
      /\.map$/,
      /^\/\.git/,
    ])
      expect(own.filter((file) => unwanted.test(file))).toEqual([]);
    for (const dev of ['vite', 'typescript', 'electron', 'playwright-core', '@sparticuz'])
      expect(files).not.toContain(`/node_modules/${dev}/package.json`);
  });

  it('burns the fuses that keep Node out of the executable', () => {
    const fuses = /^electronFuses:\n((?: {2}.*\n)+)/m.exec(readFileSync('electron-builder.yml', 'utf8'))![1]!;
    for (const off of ['runAsNode', 'enableNodeOptionsEnvironmentVariable', 'enableNodeCliInspectArguments'])
      expect(fuses).toContain(`${off}: false`);
    for (const on of ['enableEmbeddedAsarIntegrityValidation', 'onlyLoadAppFromAsar']) expect(fuses).toContain(`${on}: true`);
  });

  it('keeps native files outside the archive', () => {
    const unpacked = join(resources, 'app.asar.unpacked', 'node_modules');
    const natives = (readdirSync(unpacked, { recursive: true }) as string[]).filter((file) => file.endsWith('.node'));
    for (const name of ['onnxruntime', 'lancedb', 'llama']) expect(natives.some((file) => file.includes(name))).toBe(true);
    expect(natives.filter((file) => /darwin|win32|arm64/.test(file))).toEqual([]);
  });

  it('runs: the packed command line does a search on the packed sample', () => {
    const app = join(work, 'app');
    extractAll(join(resources, 'app.asar'), app);
    expect(existsSync(join(app, 'node_modules', '@lancedb'))).toBe(true);
    const out = execFileSync(process.execPath, [join(app, 'dist', 'cli.mjs'), 'doctor', '--json', '--workspace', join(work, 'workspace')], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const { checks } = JSON.parse(out).data as { checks: { name: string; ok: boolean }[] };
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  });
});

/** A workspace with the sample collection, made once by the command line, and the browser host over a copy of it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const CLI = join(process.cwd(), 'dist', 'cli.mjs');

/** How long a test file waits for another to make the sample. */
const WAIT_MS = 400_000;

export interface Host {
  readonly url: string;
  readonly workspace: string;
  readonly process: ChildProcess;
  close(): Promise<void>;
}

/** The sample, imported, extracted and indexed: once for all test files of a run, or once for all runs in the folder PEPITA_E2E_SAMPLE. */
function preparedSample(): string {
  const made = process.env['PEPITA_E2E_SAMPLE'] || join(tmpdir(), `pepita-e2e-sample-${process.ppid}`);
  const workspace = join(made, 'workspace');
  const done = join(made, 'done');
  const until = Date.now() + WAIT_MS;
  // Of files that run beside each other, the first to make the folder makes the sample.
  while (!existsSync(done)) {
    if (mkdirSync(made, { recursive: true }) !== undefined) {
      execFileSync(process.execPath, [CLI, 'welcome', '--workspace', workspace, '--quiet'], { stdio: ['ignore', 'ignore', 'inherit'] });
      cpSync(CLI, done);
    } else if (Date.now() > until) throw new Error(`Nobody has finished the sample in ${made}: remove that folder.`);
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
  return workspace;
}

export function copyOfSample(): string {
  const workspace = mkdtempSync(join(tmpdir(), 'pepita-e2e-'));
  cpSync(preparedSample(), workspace, { recursive: true });
  return workspace;
}

export async function startHost(workspace = copyOfSample()): Promise<Host> {
  const child = spawn(process.execPath, [CLI, 'serve', '--workspace', workspace, '--no-open', '--quiet'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout! }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`the host ended with ${code}`)));
  });
  return {
    url,
    workspace,
    process: child,
    async close() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
      rmSync(workspace, { recursive: true, force: true });
    },
  };
}

/** A command's JSON answer. */
export function pepita(args: readonly string[]): {
  status: number;
  json: { ok: boolean; data?: any; error?: any; warnings?: string[] };
  stderr: string;
} {
  try {
    const stdout = execFileSync(process.execPath, [CLI, ...args, '--json'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 1 << 28,
    });
    return { status: 0, json: JSON.parse(stdout), stderr: '' };
  } catch (error) {
    const failed = error as { status: number; stdout: string; stderr: string };
    return { status: failed.status, json: failed.stdout ? JSON.parse(failed.stdout) : { ok: false }, stderr: failed.stderr };
  }
}

/** A folder with the first of the sample's decisions: enough for work that is to be interrupted. */
export function someDecisions(count: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'pepita-some-'));
  const all = join('resources', 'sample', 'decisions');
  for (const name of readdirSync(all).sort().slice(0, count)) cpSync(join(all, name), join(folder, name));
  return folder;
}

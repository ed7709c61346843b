/** A workspace with the sample collection, made once by the command line, and the browser host over a copy of it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const CLI = join(process.cwd(), 'dist', 'cli.mjs');

export interface Host {
  readonly url: string;
  readonly workspace: string;
  readonly process: ChildProcess;
  close(): Promise<void>;
}

/** The sample, imported, extracted and indexed: once for all test files of a run, or once for all runs in the folder PEPITA_E2E_SAMPLE. */
function preparedSample(): string {
  const made = process.env['PEPITA_E2E_SAMPLE'] || join(tmpdir(), `pepita-e2e-sample-${process.ppid}`);
  if (!existsSync(join(made, 'done'))) {
    rmSync(made, { recursive: true, force: true });
    execFileSync(process.execPath, [CLI, 'welcome', '--workspace', join(made, 'workspace'), '--quiet'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    cpSync(CLI, join(made, 'done'));
  }
  return join(made, 'workspace');
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

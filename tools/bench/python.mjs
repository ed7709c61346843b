/** Peers written in Python: a virtual environment of their own, and a process that answers one line with one line. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../ready.mjs';

const FOLDER = join(root, '.cache', 'bench');
const HERE = join(root, 'tools', 'bench');
export const pythonCommand = join(FOLDER, 'venv', process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');

/** Makes the environment where it is not there. @returns whether the peers can be measured; says why not */
export function ensurePython() {
  const wanted = readFileSync(join(HERE, 'requirements.txt'), 'utf8');
  const stamp = join(FOLDER, 'venv', 'installed.txt');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true;
  const run = (command, args) => spawnSync(command, args, { stdio: ['ignore', 2, 2] }).status === 0;
  console.error('Making a virtual environment for the peers …');
  const made =
    run('python3', ['-m', 'venv', join(FOLDER, 'venv')]) &&
    run(pythonCommand, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', join(HERE, 'requirements.txt')]);
  if (made) writeFileSync(stamp, wanted);
  else console.error('Python 3 with pip, or its package index, is missing: the peers are not measured.');
  return made;
}

/** A script in this folder, run to its end. */
export function runPeer(script, args) {
  const { status } = spawnSync(pythonCommand, [join(HERE, script), ...args], { stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`${script} failed.`);
}

/** A script in this folder, started once. */
export function startPeer(script, args) {
  const child = spawn(pythonCommand, [join(HERE, script), ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(request) {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`${script} ended with no answer.`);
      return JSON.parse(value);
    },
    stop: () => child.stdin.end(),
  };
}

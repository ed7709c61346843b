/** Commands in processes of their own, watched for every attempt to reach another machine. */
import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CLI } from '../../host';

export interface Attempt {
  readonly kind: string;
  readonly what: string;
}

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Not execFileSync: a server that the command asks may live in this very process. */
export function start(command: string, args: readonly string[], options: SpawnOptions = {}): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, stderr] = ['', ''];
    child.stdout!.setEncoding('utf8').on('data', (part) => (stdout += part));
    child.stderr!.setEncoding('utf8').on('data', (part) => (stderr += part));
    child.on('close', (status) => resolve({ status, stdout, stderr }));
  });
}

export interface Watch {
  /** For a child's environment. */
  readonly env: NodeJS.ProcessEnv;
  /** Everything that was tried, and one `loaded` for each process. */
  attempts(): Attempt[];
  end(): void;
}

export function watchNode(): Watch {
  const dir = mkdtempSync(join(tmpdir(), 'pepita-egress-'));
  const log = join(dir, 'log');
  const hook = pathToFileURL(join(process.cwd(), 'test', 'e2e', 'commands', 'egress', 'hook.mjs')).href;
  return {
    env: { ...process.env, NODE_OPTIONS: `--import ${hook}`, PEPITA_EGRESS_LOG: log },
    attempts: () =>
      readFileSync(log, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Attempt),
    end: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** Whether system calls of a child can be watched here. */
export const STRACE = process.platform === 'linux' && spawnSync('strace', ['-f', '-e', 'trace=connect', 'true']).status === 0;

/** Internet addresses that a command and all its threads and children connect or send to, native libraries included. */
export async function straced(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<{ ran: Ran; addresses: string[] }> {
  const dir = mkdtempSync(join(tmpdir(), 'pepita-strace-'));
  const log = join(dir, 'log');
  const calls = 'trace=connect,sendto,sendmsg,sendmmsg';
  const ran = await start('strace', ['-f', '-qq', '--seccomp-bpf', '-e', calls, '-o', log, process.execPath, CLI, ...args], { env });
  const addresses = readFileSync(log, 'utf8')
    .split('\n')
    .flatMap((line) => /sa_family=AF_INET6?.*$/.exec(line) ?? [])
    .map((call) => `${/(?:inet_addr\("|inet_pton\(AF_INET6, ")([^"]+)/.exec(call)?.[1]}:${/port=htons\((\d+)\)/.exec(call)?.[1]}`);
  rmSync(dir, { recursive: true, force: true });
  return { ran, addresses };
}

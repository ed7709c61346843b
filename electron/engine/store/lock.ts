/**
 * One writer a workspace: a lock file that names the process. A lock whose process
 * is gone (a crash, a kill) is taken over at once.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../../shared/errors';

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When the process began, in the kernel's ticks, where it can be told: another process may have the same pid later. */
  readonly started: string;
  readonly token: string;
}

/** @throws WORKSPACE_TAKEN where a living process writes here; returns a function that gives the lock back */
export function takeLock(dir: string): () => void {
  const path = join(dir, 'writer.lock');
  const mine: Holder = { pid: process.pid, host: hostname(), started: startOf(process.pid), token: randomUUID() };
  for (let attempt = 0; attempt < 20; attempt++) {
    if (tryCreate(path, mine)) {
      const release = () => {
        process.off('exit', release);
        if (readHolder(path)?.token === mine.token) rmSync(path, { force: true });
      };
      process.on('exit', release);
      return release;
    }
    const holder = readHolder(path);
    if (holder && isAlive(holder)) {
      throw new AppError(
        'WORKSPACE_TAKEN',
        `Another process (${holder.pid}${holder.host === hostname() ? '' : ` on ${holder.host}`}) writes to the workspace ${dir}.`,
        'Close the other Pepita (the workbench or a command), or choose another folder with --workspace.',
        { pid: holder.pid, host: holder.host },
      );
    }
    setAside(path, holder);
  }
  throw new AppError(
    'WORKSPACE_TAKEN',
    `The lock of the workspace ${dir} can't be taken.`,
    `Make sure that no Pepita runs, then delete ${path}.`,
  );
}

function tryCreate(path: string, holder: Holder): boolean {
  try {
    writeFileSync(path, JSON.stringify(holder), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Moves a dead lock away; if somebody else's living one was caught in the race, it is put back. */
function setAside(path: string, dead: Holder | undefined): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const moved = readHolder(aside);
  if (moved && moved.token !== dead?.token && isAlive(moved)) renameSync(aside, path);
  else rmSync(aside, { force: true });
}

function readHolder(path: string): Holder | undefined {
  try {
    const json = JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder>;
    return typeof json.pid === 'number' && typeof json.host === 'string'
      ? { started: '', token: '', ...json, pid: json.pid, host: json.host }
      : undefined;
  } catch {
    return undefined;
  }
}

/** A process on another computer (a shared folder) can't be looked at, so it counts as alive. */
function isAlive(holder: Holder): boolean {
  if (holder.host !== hostname()) return true;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const started = startOf(holder.pid);
  return started === '' || holder.started === '' || started === holder.started;
}

/** Field 22 of /proc/PID/stat, or '' where there is no such file. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** Who holds a lock file, and whether that process still lives. */
import { readFileSync, statSync } from 'node:fs';
import { hostname } from 'node:os';

export interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When the process began, in the kernel's ticks, where it can be told: another process may have the same pid later. */
  readonly started: string;
  /** Names this one taking of the lock; '' where the file is damaged. */
  readonly token: string;
}

/** A file without a readable content is written by someone at this moment, or was lost with the power. */
const BEING_WRITTEN_MS = 2000;

/** Undefined where there is no such file. A damaged one (cut by a power loss) is held by nobody: its pid is 0. */
export function readHolder(path: string): Holder | undefined {
  let raw: string;
  try {
    raw = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { pid, host, started, token } = JSON.parse(raw) as Partial<Holder>;
    if (typeof pid === 'number' && pid > 0 && typeof host === 'string' && typeof token === 'string')
      return { pid, host, started: String(started ?? ''), token };
  } catch {
    // told below
  }
  return { pid: 0, host: hostname(), started: '', token: '', ...ageOf(path) };
}

/** A process on another computer (a shared folder) can't be looked at, so it counts as alive. */
export function isAlive(holder: Holder & { readonly young?: boolean }): boolean {
  if (holder.host !== hostname()) return true;
  if (holder.pid === 0) return holder.young === true;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const started = processStart(holder.pid);
  return started === '' || holder.started === '' || started === holder.started;
}

/** Field 22 of /proc/PID/stat, or '' where there is no such file. A process that has ended but was not yet waited for counts as gone. */
export function processStart(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : (fields[19] ?? '');
  } catch {
    return '';
  }
}

function ageOf(path: string): { young?: boolean } {
  try {
    return { young: Date.now() - statSync(path).mtimeMs < BEING_WRITTEN_MS };
  } catch {
    return {};
  }
}

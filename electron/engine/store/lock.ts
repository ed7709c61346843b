/**
 * One writer a workspace: a lock file that names the process. A lock whose process
 * is gone (a crash, a kill) is taken over at once, by one taker only.
 */
import { randomUUID } from 'node:crypto';
import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../../shared/errors';
import { type Holder, isAlive, processStart, readHolder } from './lockHolder';

const ATTEMPTS = 50;

/** @throws WORKSPACE_TAKEN where a living process writes here; returns a function that gives the lock back */
export function takeLock(dir: string): () => void {
  const path = join(dir, 'writer.lock');
  const mine = myself();
  const other = acquire(path, mine);
  if (other) throw taken(dir, path, other);
  const release = () => {
    process.off('exit', release);
    if (readHolder(path)?.token === mine.token) rmSync(path, { force: true });
  };
  process.on('exit', release);
  return release;
}

export const myself = (): Holder => ({ pid: process.pid, host: hostname(), started: processStart(process.pid), token: randomUUID() });

/** Takes the file for `mine`; returns who holds it where somebody living does. */
export function acquire(path: string, mine: Holder): Holder | undefined {
  let holder: Holder | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (create(path, mine)) return undefined;
    holder = readHolder(path);
    if (!holder) continue; // given back in between
    if (isAlive(holder)) return holder;
    // Only one process may replace a certain dead lock: the one that holds the claim on it,
    // which is a lock like this one (its holder may die as well). The lock itself is never
    // absent meanwhile, so nobody can slip in between.
    const claim = `${path}.${holder.token || 'damaged'}`;
    const rival = acquire(claim, mine);
    if (rival) return rival;
    try {
      if (readHolder(path)?.token === holder.token) {
        replace(path, mine);
        return undefined;
      }
    } finally {
      rmSync(claim, { force: true });
    }
  }
  return holder ?? mine;
}

/** Makes the file with its content in one step, or tells that it is there. */
function create(path: string, holder: Holder): boolean {
  const draft = `${path}.${randomUUID()}.new`;
  try {
    writeFileSync(draft, JSON.stringify(holder));
    linkSync(draft, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (code === 'ENOSPC' || code === 'EACCES' || code === 'EROFS' || code === 'ENOENT') throw error;
    return createWithoutLinks(path, holder);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** For file systems that know no hard links (FAT, some network folders). */
function createWithoutLinks(path: string, holder: Holder): boolean {
  try {
    writeFileSync(path, JSON.stringify(holder), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function replace(path: string, holder: Holder): void {
  const draft = `${path}.${randomUUID()}.new`;
  writeFileSync(draft, JSON.stringify(holder));
  renameSync(draft, path);
}

function taken(dir: string, path: string, { pid, host }: Holder): AppError {
  const here = host === hostname();
  return new AppError(
    'WORKSPACE_TAKEN',
    here
      ? `Another process (${pid}) writes to the workspace ${dir}.`
      : `A process (${pid}) on the computer "${host}" writes to the workspace ${dir}.`,
    here
      ? 'Close the other Pepita (the workbench or a command), or choose another folder with --workspace.'
      : `Close Pepita there. If none runs there any more (or this computer had that name before), delete ${path}.`,
    { pid, host },
  );
}

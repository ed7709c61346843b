/** A lock for the moment that a change of one file takes: who comes second waits, whichever process it is. */
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../../shared/errors';
import { acquire, myself } from './lock';
import { readHolder } from './lockHolder';

/** A change takes milliseconds; who holds the lock so long is stuck. */
const PATIENCE_MS = 10_000;

/** @param path of the lock file. @throws WORKSPACE_TAKEN where a living process does not give it back */
export async function underLock<T>(path: string, work: () => Promise<T>, patience = PATIENCE_MS): Promise<T> {
  const mine = myself();
  const until = Date.now() + patience;
  for (let holder = acquire(path, mine); holder; holder = acquire(path, mine)) {
    if (Date.now() > until)
      throw new AppError(
        'WORKSPACE_TAKEN',
        `A process (${holder.pid}) on the computer "${holder.host}" has been holding ${path}. Nothing was changed.`,
        'Close the other Pepita. If none runs there any more, delete that file.',
        { pid: holder.pid, host: holder.host },
      );
    // Not in step with the others that wait.
    await pause(5 + Math.random() * 20);
  }
  try {
    return await work();
  } finally {
    if (readHolder(path)?.token === mine.token) rmSync(path, { force: true });
  }
}

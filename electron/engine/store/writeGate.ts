/** Every write passes here: only in write mode, only while open, one after the other. */
import { AppError, toAppError } from '../../../shared/errors';
import { serialise } from './serialise';

export interface WriteGate {
  /** @throws WORKSPACE_TAKEN where the store is open for reading only, DISK_FULL */
  write<T>(work: () => Promise<T>): Promise<T>;
  /** Waits for what is being written; nothing is taken after it. */
  shut(): Promise<void>;
}

export function openWriteGate(dir: string, readonly: boolean): WriteGate {
  const inTurn = serialise();
  let open = true;
  return {
    async write(work) {
      if (readonly)
        throw new AppError('WORKSPACE_TAKEN', `The workspace ${dir} is open for reading only.`, 'Close the other Pepita first.');
      if (!open) throw new AppError('INTERNAL', `The workspace ${dir} is closed.`);
      return inTurn(work).catch((error: unknown) => {
        const known = toAppError(error);
        throw known.code === 'DISK_FULL' ? known : error;
      });
    },
    shut() {
      open = false;
      return inTurn(async () => {});
    },
  };
}

/** What ends an answer before the model does: its JSON is closed, it goes round in circles, or the user cancels. */
import { AppError } from '../../../shared/errors';
import type { StopReason } from './chatModel';
import { endsInEndlessString, endsInLoop } from './loops';

/** @param piece what came last, the end of `raw` */
export function endOfAnswer(raw: string, piece: string): StopReason | undefined {
  if (piece.includes('}') && isJson(raw)) return 'complete';
  return endsInLoop(raw) || endsInEndlessString(raw) ? 'loop' : undefined;
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

/** Rejects at once when the signal is aborted, though the native call still runs to its next look at it. */
export function orAbort<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const cancel = () => reject(new AppError('CANCELLED', 'Cancelled. What was done is kept.'));
    signal.addEventListener('abort', cancel, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel));
  });
}

/**
 * The closed set of things that can go wrong, as values. Nothing is thrown
 * across a process: a call ends in ok, err or cancelled.
 */
import { z } from 'zod';

export const ErrorCode = z.enum([
  'USAGE', // a flag or an argument is wrong
  'BAD_INPUT', // a file or a value can't be read as what it should be
  'NOT_FOUND', // no such collection, document, query, file
  'WORKSPACE_TAKEN', // another process writes here
  'WORKSPACE_TOO_NEW', // made by a later Pepita
  'MODEL_MISSING', // no such model on this machine
  'MODEL_FAILED', // the model is there but does not work
  'ENDPOINT_OFF', // a remote endpoint that is not turned on, or no longer
  'ENDPOINT_FAILED', // a remote endpoint can't be reached or lets nobody in: more requests would fail too
  'NOT_INDEXED', // vectors for this unit and encoder are missing
  'DISK_FULL',
  'CANCELLED',
  'DISCONNECTED', // the engine went away during the call
  'BAD_FRAME', // a message that is no frame of ours
  'INTERNAL',
]);
export type ErrorCode = z.infer<typeof ErrorCode>;

export const AppErrorShape = z.object({
  code: ErrorCode,
  message: z.string(),
  /** What the user can do about it; '' where nothing. */
  remedy: z.string(),
  details: z.record(z.string(), z.unknown()),
});
export type AppErrorShape = z.infer<typeof AppErrorShape>;

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly remedy: string;
  readonly details: Record<string, unknown>;
  constructor(code: ErrorCode, message: string, remedy = '', details: Record<string, unknown> = {}) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.remedy = remedy;
    this.details = details;
  }
  toShape(): AppErrorShape {
    return { code: this.code, message: this.message, remedy: this.remedy, details: this.details };
  }
}

const isAbort = (e: unknown): boolean => e instanceof Error && (e.name === 'AbortError' || e.name === 'TimeoutError');
const isFull = (e: unknown): boolean =>
  e instanceof Error && ((e as { code?: unknown }).code === 'ENOSPC' || /no space left|os error 28/i.test(e.message));

/** Any thrown thing as an error value; unknown ones become INTERNAL. */
export function toAppError(e: unknown): AppError {
  if (e instanceof AppError) return e;
  if (isAbort(e)) return new AppError('CANCELLED', 'Cancelled. What was done is kept.');
  if (isFull(e)) {
    return new AppError('DISK_FULL', 'The disk is full. What was done is kept.', 'Free some space, then start again: the work resumes.');
  }
  const message = e instanceof Error ? e.message : String(e);
  return new AppError('INTERNAL', message, 'This is a fault of Pepita. Please report it with the details.', {
    stack: e instanceof Error ? (e.stack ?? '') : '',
  });
}

/** Throws a CANCELLED error when the signal is aborted: call it between batches, never inside a commit. */
export function throwIfAborted(signal: { readonly aborted: boolean } | undefined): void {
  if (signal?.aborted) throw new AppError('CANCELLED', 'Cancelled. What was done is kept.');
}

export function assertNever(x: never): never {
  throw new AppError('INTERNAL', `unexpected value ${JSON.stringify(x)}`);
}

/** The typed client of the engine over any port. */
import type { Event, Input, Method, Output } from '../contract';
import { AppError } from '../errors';
import { type ClientFrame, ServerFrame } from './frames';
import type { Port } from './port';

/** What the client needs of an AbortSignal, so that shared code names no runtime. */
export interface Signal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface CallOptions<M extends Method> {
  readonly signal?: Signal;
  readonly onEvent?: (event: Event<M>) => void;
}

export interface Client {
  /** Rejects with an AppError: the engine's own, CANCELLED, or DISCONNECTED. */
  call<M extends Method>(method: M, input: Input<M>, options?: CallOptions<M>): Promise<Output<M>>;
  close(): void;
}

interface Pending {
  resolve(value: unknown): void;
  reject(error: AppError): void;
  event(event: unknown): void;
}

const disconnected = () =>
  new AppError('DISCONNECTED', 'The engine went away during the call.', 'It is started again by itself; what was committed is kept.');

export function createClient(port: Port): Client {
  const pending = new Map<number, Pending>();
  let nextId = 1;
  let closed = false;

  port.onFrame((raw) => {
    const parsed = ServerFrame.safeParse(raw);
    if (!parsed.success || parsed.data.t === 'bad') return;
    const frame = parsed.data;
    const call = pending.get(frame.id);
    if (!call) return;
    if (frame.t === 'event') return call.event(frame.event);
    pending.delete(frame.id);
    if (frame.t === 'ok') call.resolve(frame.value);
    else if (frame.t === 'err') call.reject(new AppError(frame.error.code, frame.error.message, frame.error.remedy, frame.error.details));
    else call.reject(new AppError('CANCELLED', 'Cancelled. What was done is kept.'));
  });
  port.onClose(() => {
    closed = true;
    for (const call of pending.values()) call.reject(disconnected());
    pending.clear();
  });

  return {
    call<M extends Method>(method: M, input: Input<M>, options: CallOptions<M> = {}) {
      return new Promise<Output<M>>((resolve, reject) => {
        if (closed) return reject(disconnected());
        const { signal, onEvent } = options;
        if (signal?.aborted) return reject(new AppError('CANCELLED', 'Cancelled before it began.'));
        const id = nextId++;
        // The promise settles when the engine says how the call ended, not when the cancel is sent.
        const cancel = () => port.post({ t: 'cancel', id } satisfies ClientFrame);
        const settle = () => signal?.removeEventListener('abort', cancel);
        pending.set(id, {
          resolve: (value) => {
            settle();
            resolve(value as Output<M>);
          },
          reject: (error) => {
            settle();
            reject(error);
          },
          event: (event) => onEvent?.(event as Event<M>),
        });
        signal?.addEventListener('abort', cancel);
        port.post({ t: 'call', id, method, input } satisfies ClientFrame);
      });
    },
    close: () => port.close(),
  };
}

/**
 * Serves the contract over any port: parses what comes in, dispatches, cancels,
 * and sends exactly one terminal frame for each call. Nothing that arrives can
 * make it throw.
 */
import { contract, type Event, isMethod, type Method, type Output, type ParsedInput } from '../contract';
import { AppError, type AppErrorShape, toAppError } from '../errors';
import { ClientFrame, type ServerFrame } from './frames';
import type { Port } from './port';

export interface CallContext<M extends Method, S> {
  readonly signal: S;
  readonly emit: (event: Event<M>) => void;
}

/** One function for each command; S is the runtime's AbortSignal. */
export type Handlers<S> = { readonly [M in Method]: (input: ParsedInput<M>, context: CallContext<M, S>) => Promise<Output<M>> };

export interface Aborter<S> {
  readonly signal: S;
  abort(): void;
}

/** Returns a function that stops serving and cancels what runs. `onInternal` hears of faults of ours. */
export function serve<S>(
  port: Port,
  handlers: Handlers<S>,
  createAborter: () => Aborter<S>,
  onInternal: (error: AppError, method: string) => void = () => {},
): () => void {
  const running = new Map<number, Aborter<S>>();
  const post = (frame: ServerFrame) => port.post(frame);

  const stop = () => {
    for (const aborter of running.values()) aborter.abort();
    running.clear();
    offFrame();
    offClose();
  };
  const offFrame = port.onFrame((raw) => {
    const parsed = ClientFrame.safeParse(raw);
    if (!parsed.success) return post({ t: 'bad', reason: 'not a call and not a cancel' });
    const frame = parsed.data;
    if (frame.t === 'cancel') return running.get(frame.id)?.abort();
    if (running.has(frame.id)) return post({ t: 'bad', reason: `call ${frame.id} is already running` });
    void runCall(frame.id, frame.method, frame.input);
  });
  const offClose = port.onClose(stop);
  return stop;

  async function runCall(id: number, method: string, input: unknown): Promise<void> {
    const fail = (error: AppErrorShape) => post({ t: 'err', id, error });
    if (!isMethod(method)) return fail(new AppError('USAGE', `There is no command "${method}".`).toShape());
    const command = contract[method];
    const parsed = command.input.safeParse(input);
    if (!parsed.success) return fail(new AppError('USAGE', `${method}: ${describe(parsed.error)}`).toShape());
    const aborter = createAborter();
    running.set(id, aborter);
    try {
      const handler = handlers[method] as (input: unknown, context: CallContext<Method, S>) => Promise<unknown>;
      const value = await handler(parsed.data, {
        signal: aborter.signal,
        emit: (event: unknown) => running.get(id) === aborter && post({ t: 'event', id, event }),
      } as CallContext<Method, S>);
      if (running.get(id) === aborter) post({ t: 'ok', id, value });
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.code === 'INTERNAL') onInternal(error, method);
      if (running.get(id) !== aborter) return;
      if (error.code === 'CANCELLED') post({ t: 'cancelled', id });
      else fail(error.toShape());
    } finally {
      if (running.get(id) === aborter) running.delete(id);
    }
  }
}

function describe(error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] }): string {
  return error.issues.map((issue) => `${issue.path.map(String).join('.') || 'input'}: ${issue.message}`).join('; ');
}

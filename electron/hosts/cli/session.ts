/** One command: opens the engine in its own process, calls it, prints, closes, and sets the exit status. */
import { contract, type Input, type Method, type Output } from '../../../shared/contract';
import type { Progress } from '../../../shared/domain';
import { type AppError, toAppError } from '../../../shared/errors';
import { type Client, createClient } from '../../../shared/rpc/client';
import { createMemoryPorts } from '../../../shared/rpc/port';
import { createEngine, type Engine } from '../../engine';
import { defaultWorkspace, engineConfig } from '../engineConfig';
import { productRoot } from '../productRoot';
import { exitStatus, type OutputFlags, printError, printResult, progressPrinter } from './output';

export interface CommonFlags extends OutputFlags {
  readonly workspace?: string;
}

/** A first Ctrl-C cancels (what was done is kept); a second one ends at once. */
export function interruptSignal(): AbortSignal {
  const aborter = new AbortController();
  const stop = () => {
    if (aborter.signal.aborted) process.exit(130);
    aborter.abort();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return aborter.signal;
}

/** @param takeUpJobs whether interrupted jobs go on by themselves: in the workbench alone */
export async function openEngine(flags: CommonFlags, mode: 'write' | 'read', takeUpJobs = false): Promise<Engine> {
  const root = productRoot(import.meta.url);
  return createEngine(engineConfig(root, flags.workspace ?? defaultWorkspace(), mode), { takeUpJobs });
}

export async function runMethod<M extends Method>(
  method: M,
  flags: CommonFlags,
  input: Input<M>,
  present: {
    text(data: Output<M>): string;
    warnings?(data: Output<M>): string[] /** What --json shows, where it is not the output itself. */;
    data?(data: Output<M>): unknown;
    /** What the user must read before the call is made. */
    before?(client: Client): Promise<string | undefined>;
  },
): Promise<void> {
  const printer = progressPrinter(flags);
  await withClient(flags, contract[method].effect, async (client, signal) => {
    const notice = await present.before?.(client);
    if (notice) process.stderr.write(`${notice}\n`);
    const data = await client
      .call(method, input, { signal, onEvent: (event) => printer.on(event as Progress) })
      .finally(() => printer.end());
    printResult(flags, present.data?.(data) ?? data, flags.json ? '' : present.text(data), present.warnings?.(data));
  });
}

/** Opens the engine for the time of `work`; what it throws is printed and sets the exit status. */
export async function withClient(
  flags: CommonFlags,
  mode: 'write' | 'read',
  work: (client: Client, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const signal = interruptSignal();
  let engine: Engine | undefined;
  try {
    engine = await openEngine(flags, mode);
    const [near, far] = createMemoryPorts();
    engine.serve(far);
    await work(createClient(near), signal);
  } catch (thrown) {
    fail(flags, toAppError(thrown));
  } finally {
    await engine?.close();
  }
}

export function fail(flags: OutputFlags, error: AppError): void {
  printError(flags, error);
  if (error.code === 'INTERNAL' && !flags.json && error.details.stack) process.stderr.write(`${String(error.details.stack)}\n`);
  process.exitCode = exitStatus(error.code);
}

/**
 * Keeps the engine's process alive: native libraries run there, so that their crash
 * costs a call, never the window. It is started again up to three times in a row;
 * a minute without a crash forgives.
 */
import { type UtilityProcess, utilityProcess } from 'electron';

export type EngineState =
  | { readonly state: 'starting' }
  | { readonly state: 'ready' }
  /** It went away and is started again. */
  | { readonly state: 'restarting'; readonly crashes: number }
  /** It is not started again: why, and what to do. */
  | { readonly state: 'failed'; readonly message: string; readonly remedy: string };

const MAX_CRASHES = 3;
const FORGIVE_AFTER_MS = 60_000;
const RESTART_DELAYS_MS = [200, 1000, 3000];

export interface Supervisor {
  readonly state: EngineState;
  send(message: unknown): void;
  /** Asks it to finish its current commit and end; kills it when it does not. */
  quit(): Promise<void>;
}

export function superviseEngine(
  modulePath: string,
  args: readonly string[],
  on: { message(message: unknown): void; state(state: EngineState): void },
): Supervisor {
  let child: UtilityProcess | undefined;
  let state: EngineState = { state: 'starting' };
  let crashes = 0;
  let quitting = false;

  const setState = (next: EngineState) => {
    state = next;
    on.state(next);
  };

  function start(): void {
    const process = utilityProcess.fork(modulePath, [...args], { serviceName: 'Pepita engine', stdio: 'inherit' });
    child = process;
    const startedAt = Date.now();
    process.on('message', (message: { ready?: boolean; failed?: { message: string; remedy: string } }) => {
      if (message?.ready === true) setState({ state: 'ready' });
      else if (message?.failed) {
        // A reason (the workspace is taken, too new …) is no crash: starting again would not help.
        quitting = true;
        setState({ state: 'failed', message: message.failed.message, remedy: message.failed.remedy });
      } else on.message(message);
    });
    process.on('exit', () => {
      if (child === process) child = undefined;
      if (quitting) return;
      crashes = Date.now() - startedAt > FORGIVE_AFTER_MS ? 1 : crashes + 1;
      if (crashes > MAX_CRASHES) {
        setState({
          state: 'failed',
          message: `The engine crashed ${crashes} times in a row.`,
          remedy: 'Close Pepita and open it again; what was committed is kept.',
        });
        return;
      }
      setState({ state: 'restarting', crashes });
      setTimeout(start, RESTART_DELAYS_MS[crashes - 1]);
    });
  }
  start();

  return {
    get state() {
      return state;
    },
    send: (message) => child?.postMessage(message),
    async quit() {
      quitting = true;
      const process = child;
      if (!process) return;
      await new Promise<void>((resolve) => {
        const kill = setTimeout(() => process.kill(), 10_000);
        process.on('exit', () => {
          clearTimeout(kill);
          resolve();
        });
        process.postMessage({ quit: true });
      });
    },
  };
}

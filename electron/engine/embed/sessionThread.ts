/** One session in a worker thread of its own: one request at a time. */
import { Worker } from 'node:worker_threads';
import type { Feed } from './onnx';
import type { Session } from './session.mjs';

type Results = Awaited<ReturnType<Session['run']>>;
type Message = Pick<Session, 'inputs' | 'outputs'> | { results: Results } | { error: string };

export interface SessionThread extends Pick<Session, 'inputs' | 'outputs'> {
  readonly alive: boolean;
  /** Settled when the thread has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** @throws Error with the runtime's message, or with what ended the thread */
  run(feeds: Readonly<Record<string, Feed>>, wanted: readonly string[]): Promise<Results>;
  close(): Promise<void>;
}

/** It keeps the process alive only while it works. @throws Error with the runtime's message where the graph doesn't open */
export async function openSessionThread(source: Uint8Array | string, threads: number): Promise<SessionThread> {
  const worker = new Worker(new URL('./session.mjs', import.meta.url), { workerData: { serves: 'graph', source, threads } });
  let asked: { resolve: (message: Message) => void; reject: (error: Error) => void } | undefined;
  let fault: Error | undefined;
  let alive = true;
  /** What runs now; it never fails. */
  let open: Promise<void> = Promise.resolve();

  const answer = () =>
    new Promise<Message>((resolve, reject) => {
      if (!alive) return reject(fault ?? new Error('its thread has ended'));
      asked = { resolve, reject };
      worker.ref();
    }).finally(() => {
      asked = undefined;
      worker.unref();
    });
  worker.on('message', (message: Message) => asked?.resolve(message));
  worker.on('error', (error: Error) => {
    fault = error;
  });
  const ended = new Promise<void>((resolve) => {
    worker.on('exit', (code) => {
      alive = false;
      asked?.reject(fault ?? new Error(`its thread ended with status ${code}`));
      resolve();
    });
  });

  const heads = await answer();
  if (!('inputs' in heads)) throw new Error('its thread began with an answer');
  return {
    inputs: heads.inputs,
    outputs: heads.outputs,
    ended,
    get alive() {
      return alive;
    },
    async run(feeds, wanted) {
      const coming = answer();
      open = coming.then(
        () => {},
        () => {},
      );
      worker.postMessage({ feeds, wanted });
      const message = await coming;
      if ('error' in message) throw new Error(message.error);
      if (!('results' in message)) throw new Error('its thread gave no results');
      return message.results;
    },
    async close() {
      // A thread that is stopped inside of the runtime's own code can take the process down: what runs ends first.
      await open;
      // Nothing else may keep the process alive by now.
      worker.ref();
      worker.postMessage({ close: true });
      await ended;
    },
  };
}

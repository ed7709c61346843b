/**
 * A graph in several worker threads, one session each. onnxruntime-node runs in the thread that calls it, so that one
 * thread can never run two texts at once; and the threads inside of one run wait for each other at every layer.
 */
import type { Session } from './session.mjs';
import type { SessionThread } from './sessionThread';

/**
 * The first thread is opened at once, the others when so many runs are open at the same time. One that dies takes its
 * own run with it, and another is opened when it is needed.
 * @param lanes runs that may be open at once; more wait for their turn, in order
 * @throws Error with the runtime's message where the graph doesn't open
 */
export async function openSessionPool(open: () => Promise<SessionThread>, lanes: number): Promise<Session> {
  const first = await open();
  const all = new Set<Promise<SessionThread>>();
  const idle: SessionThread[] = [];
  const waiting: (() => void)[] = [];

  function keep(opening: Promise<SessionThread>): Promise<SessionThread> {
    all.add(opening);
    const forget = () => void all.delete(opening);
    opening.then((thread) => thread.ended.then(forget), forget);
    return opening;
  }

  async function take(): Promise<SessionThread> {
    for (;;) {
      const free = idle.pop();
      if (free?.alive) return free;
      if (free) continue;
      if (all.size < lanes) return keep(open());
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  }

  idle.push(await keep(Promise.resolve(first)));
  return {
    inputs: first.inputs,
    outputs: first.outputs,
    async run(feeds, wanted) {
      const thread = await take();
      try {
        return await thread.run(feeds, wanted);
      } finally {
        if (thread.alive) idle.push(thread);
        waiting.shift()?.();
      }
    },
    async release() {
      for (const thread of await Promise.allSettled(all)) if (thread.status === 'fulfilled') await thread.value.close();
    },
  };
}

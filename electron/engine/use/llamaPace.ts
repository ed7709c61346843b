/** How this machine is shared out among the documents that a model reads at once: measured once, then remembered in the workspace. */
import { availableParallelism, cpus, loadavg } from 'node:os';
import { z } from 'zod';
import type { Speed } from '../llama/pace';
import type { Store } from '../ports';

const FACT = 'llama_pace';
const Remembered = z.record(z.string(), z.object({ lanes: z.int(), threads: z.int(), read: z.number(), write: z.number() }));

/** Beside other work another choice is best: the load of the last minute decides which is asked for (0 where the system tells none). */
const load = (): 'busy' | 'idle' => (loadavg()[0]! < availableParallelism() / 2 ? 'idle' : 'busy');
const keyOf = (modelSha256: string, threads: number | undefined): string =>
  [modelSha256, `${cpus()[0]?.model ?? ''} × ${availableParallelism()}`, threads ?? 'all', load()].join(' | ');

async function remembered(store: Store): Promise<z.infer<typeof Remembered>> {
  const known = Remembered.safeParse((await store.getFact(FACT)) ?? {});
  return known.success ? known.data : {};
}

/** @param threads the user's limit */
export async function llamaPace(store: Store, modelSha256: string, threads: number | undefined) {
  const key = keyOf(modelSha256, threads);
  const pace = (await remembered(store))[key];
  return {
    ...(pace && { pace }),
    async onPace({ lanes, threads: each, read, write }: Speed): Promise<void> {
      if (!store.readonly) await store.putFact(FACT, { ...(await remembered(store)), [key]: { lanes, threads: each, read, write } });
    },
  };
}

/** What was measured of a model on this machine under its load now, for people; '' where nothing was. */
export async function describePace(store: Store, modelSha256: string, threads: number | undefined): Promise<string> {
  const pace = (await remembered(store))[keyOf(modelSha256, threads)];
  if (!pace) return '';
  const { lanes, threads: each, read, write } = pace;
  return `${lanes} × ${each} thread${each === 1 ? '' : 's'}: reads ${Math.round(read * lanes)}, writes ${Math.round(write * lanes)} tokens/s`;
}

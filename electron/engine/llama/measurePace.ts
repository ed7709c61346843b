/** A short trial of each way to share out the processor, with the model itself. */
import { best, candidates, type Pace, type Speed } from './pace';
import type { LlamaContextSequence, LlamaModel } from './runtime';

/** Tokens that a trial reads and writes in each lane. */
const READ = 48;
const WRITE = 6;
/** A trial is broken off where it takes this many times as long as the best so far would. */
const HOPELESS = 2;
const TEXT = 'O tribunal decidiu que a prescrição intercorrente exige a inércia do credor. ';

/** @param threads at most so many at work */
export async function measurePace(model: LlamaModel, threads: number): Promise<Speed> {
  const measured: Speed[] = [];
  for (const pace of candidates(threads)) {
    const limit = measured.length === 0 ? Number.POSITIVE_INFINITY : HOPELESS * trialSeconds(best(measured)) * pace.lanes;
    const speed = await trial(model, pace, limit).catch((error: unknown) => {
      // Several contexts may be more than the memory holds; one must do.
      if (measured.length === 0) throw error;
      return undefined;
    });
    if (speed) measured.push(speed);
  }
  return best(measured);
}

const trialSeconds = ({ lanes, read, write }: Speed): number => (READ / read + WRITE / write) / lanes;

/** @returns undefined where it took longer than `limit` seconds */
async function trial(model: LlamaModel, pace: Pace, limit: number): Promise<Speed | undefined> {
  const contexts = await Promise.allSettled(
    Array.from({ length: pace.lanes }, () => model.createContext({ ...CONTEXT, contextSize: 256, threads: pace.threads })),
  );
  try {
    const lost = contexts.find((context) => context.status === 'rejected');
    if (lost) throw lost.reason;
    const sequences = contexts.flatMap((context) => (context.status === 'fulfilled' ? [context.value.getSequence()] : []));
    const tokens = model.tokenize(TEXT.repeat(20)).slice(0, READ + 1);
    // The first run of a context makes its buffers.
    await Promise.all(sequences.map((sequence) => sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(0, 1))));
    const until = performance.now() + limit * 1000;
    const read = await allTook(sequences, (sequence) => sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(1)));
    const write = await allTook(sequences, (sequence) => writeSome(sequence, until));
    if (performance.now() > until) return undefined;
    return { ...pace, read: READ / read, write: WRITE / write };
  } finally {
    for (const context of contexts) if (context.status === 'fulfilled') await context.value.dispose();
  }
}

async function writeSome(sequence: LlamaContextSequence, until: number): Promise<void> {
  let written = 0;
  const last = sequence.contextTokens.at(-1)!;
  for await (const _ of sequence.evaluate([last], { temperature: 0, yieldEogToken: true }))
    if (++written >= WRITE || performance.now() > until) return;
}

async function allTook(
  sequences: readonly LlamaContextSequence[],
  work: (sequence: LlamaContextSequence) => Promise<void>,
): Promise<number> {
  const started = performance.now();
  await Promise.all(sequences.map(work));
  return (performance.now() - started) / 1000;
}

/**
 * How every context on the processor is made. Flash attention cuts the context among its threads, so that an answer
 * would depend on how many there are; without it one thread and several give the same, bit for bit. One sequence a
 * context, since a batch of several has other rounding than each alone.
 */
export const CONTEXT = { sequences: 1, flashAttention: false } as const;

import { rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { prefixStates } from '../../electron/engine/llama/prefixStates';
import type { LlamaContextSequence, Token } from '../../electron/engine/llama/runtime';

const later = () => new Promise((resolve) => setTimeout(resolve, 5));

/** A sequence that keeps its tokens in a file as the real one keeps its state. */
function scripted() {
  const files = new Map<string, Token[]>();
  const lane = () => {
    let held: Token[] = [];
    let reads = 0;
    const sequence = {
      get contextTokens() {
        return held.slice();
      },
      clearHistory: async () => {
        held = [];
      },
      async saveStateToFile(path: string) {
        const tokens = held.slice();
        await later();
        await writeFile(path, 'state');
        files.set(path, tokens);
      },
      async loadStateFromFile(path: string) {
        held = files.get(path)!.slice();
      },
    } as unknown as LlamaContextSequence;
    const read = (prefix: Token[]) => async () => {
      reads++;
      await later();
      held = prefix.slice();
    };
    return { sequence, read, held: () => held, reads: () => reads };
  };
  return { lane, files };
}

const [PT, EN] = [[1, 2, 3] as Token[], [1, 9] as Token[]];

describe('the fixed part of a prompt', () => {
  it('is read once for all lanes; two prompts that are read at once never take each other’s state', async () => {
    const { lane } = scripted();
    const states = prefixStates(true);
    const lanes = Array.from({ length: 4 }, lane);
    const of = (i: number) => (i % 2 === 0 ? PT : EN);
    await Promise.all(lanes.map(({ sequence, read }, i) => states.load(sequence, of(i), read(of(i)))));
    for (const [i, each] of lanes.entries()) expect(each.held()).toEqual(of(i));
    expect(lanes.map((each) => each.reads())).toEqual([1, 1, 0, 0]);
    // The other way round: each lane now has the other prompt, and nothing is read again.
    for (const [i, { sequence, read }] of lanes.entries()) {
      await sequence.clearHistory();
      await states.load(sequence, of(i + 1), read(of(i + 1)));
      expect(lanes[i]!.held()).toEqual(of(i + 1));
    }
    expect(lanes.map((each) => each.reads())).toEqual([1, 1, 0, 0]);
    await states.dispose();
  });

  it('is read again where its file is gone, is another’s, or the first reader was cancelled', async () => {
    const { lane, files } = scripted();
    const states = prefixStates(true);
    const [a, b, c, d] = [lane(), lane(), lane(), lane()];
    const cancelled = states.load(a.sequence, PT, async () => {
      await later();
      throw new Error('cancelled');
    });
    const waiting = states.load(b.sequence, PT, b.read(PT));
    await expect(cancelled).rejects.toThrow('cancelled');
    await waiting;
    expect([b.held(), b.reads()]).toEqual([PT, 1]);
    const path = [...files.keys()][0]!;
    files.set(path, EN);
    await states.load(c.sequence, PT, c.read(PT));
    expect([c.held(), c.reads()]).toEqual([PT, 1]);
    await rm(dirname(path), { recursive: true });
    await states.load(d.sequence, PT, d.read(PT));
    expect([d.held(), d.reads()]).toEqual([PT, 1]);
    await states.dispose();
  });
});

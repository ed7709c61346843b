/** What a model has made of a prompt's fixed part: read once, then given to every lane. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LlamaContextSequence, Token } from './runtime';

export interface PrefixStates {
  /**
   * Leaves exactly the prefix in an empty sequence: copied from the lane that read it first, else read by `read`.
   * Who comes while another reads waits for it.
   */
  load(sequence: LlamaContextSequence, prefix: readonly Token[], read: () => Promise<void>): Promise<void>;
  dispose(): Promise<void>;
}

/** @param shared whether there are several lanes: one keeps its prefix by itself */
export function prefixStates(shared: boolean): PrefixStates {
  const saved = new Map<string, Promise<string | undefined>>();
  let folder: Promise<string> | undefined;
  /** Each prefix has a file of its own, also while another is being read. */
  let begun = 0;

  async function save(sequence: LlamaContextSequence, n: number): Promise<string | undefined> {
    folder ??= mkdtemp(join(tmpdir(), 'pepita-prefix-'));
    const path = join(await folder, `${n}.state`);
    await sequence.saveStateToFile(path);
    return path;
  }

  /** @returns false where the state is not to be had: the sequence is empty then */
  async function copied(sequence: LlamaContextSequence, prefix: readonly Token[], path: string | undefined): Promise<boolean> {
    // Someone may have tidied the folder for temporary files.
    if (!path || !(await stat(path).catch(() => undefined))) return false;
    await sequence.loadStateFromFile(path, { acceptRisk: true });
    const held = sequence.contextTokens;
    if (held.length === prefix.length && prefix.every((token, i) => held[i] === token)) return true;
    await sequence.clearHistory();
    return false;
  }

  return {
    async load(sequence, prefix, read) {
      if (!shared || prefix.length === 0) return read();
      const key = prefix.join(' ');
      for (let before = saved.get(key); before; before = saved.get(key)) {
        if (await copied(sequence, prefix, await before.catch(() => undefined))) return;
        // Of those that waited the first reads, the others wait for it.
        if (saved.get(key) === before) saved.delete(key);
      }
      const n = ++begun;
      // A full disk costs the sharing, not the work.
      const saving = read().then(() => save(sequence, n).catch(() => undefined));
      saved.set(key, saving);
      await saving;
    },
    async dispose() {
      if (folder) await rm(await folder, { recursive: true, force: true });
    },
  };
}

/** A fixed-seed sample of texts of which the whole need never be in memory. Pure. */
import { sha256Hex } from '../text/hash';

export interface Sample {
  add(text: string): void;
  /** The texts chosen, in an order that depends on the seed and the texts alone. */
  texts(): string[];
}

/**
 * Keeps the `size` texts whose hash with the seed is smallest: a text counts once however often it comes, the order of
 * adding does not matter, and after a few texts more most of the sample is the one that it was.
 */
export function createSample(size: number, seed: number): Sample {
  let kept = new Map<string, string>();
  let limit: string | undefined;

  function shrink(): void {
    const smallest = [...kept].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, size);
    kept = new Map(smallest);
    limit = smallest.length === size ? smallest[size - 1]?.[0] : undefined;
  }

  return {
    add(text) {
      const key = sha256Hex(`${seed}\n${text}`);
      if (limit !== undefined && key > limit) return;
      kept.set(key, text);
      if (kept.size >= 2 * size) shrink();
    },
    texts() {
      shrink();
      return [...kept.values()];
    },
  };
}

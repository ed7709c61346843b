/** Texts → vectors in the store, in slabs: each slab is one commit, so that what is done is kept. */
import { throwIfAborted } from '../../../shared/errors';
import type { Encoder, Store, VectorRow, VectorSpace } from '../ports';
import type { ProgressReporter } from './progress';

/** Texts embedded between two commits. */
const SLAB = 512;

/** Vectors are kept under all that changes them. */
export const vectorSpace = ({ info }: Encoder): VectorSpace => ({
  encoder_id: info.id,
  sha256: info.identity,
  dimensions: info.dimensions,
});

/** @param todo keys and texts, in the order of embedding */
export async function embedTexts(
  store: Store,
  encoder: Encoder,
  todo: readonly (readonly [key: string, text: string])[],
  progress: ProgressReporter,
  signal?: AbortSignal,
): Promise<void> {
  const space = vectorSpace(encoder);
  progress.at(0);
  for (let at = 0; at < todo.length; at += SLAB) {
    throwIfAborted(signal);
    const slab = todo.slice(at, at + SLAB);
    const result = await encoder.embed(
      slab.map(([, text]) => text),
      'passage',
      { ...(signal ? { signal } : {}), onBatch: (n) => progress.at(at + n) },
    );
    await store.putVectors(
      space,
      slab.map(
        ([key], i): VectorRow => ({
          text_sha256: key,
          vector: result.vectors.subarray(i * space.dimensions, (i + 1) * space.dimensions),
          tokens: result.tokens[i]!,
          used_chars: result.used_chars[i]!,
        }),
      ),
    );
    progress.at(at + slab.length);
  }
  progress.end();
}

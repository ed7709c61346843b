/** Vectors of queries: none is made twice while its encoder is open, and those of the next queries can be made ahead. */
import type { Encoder } from '../ports';
import { sha256Hex } from '../text/hash';

/** Queries whose vectors are kept, of each encoder: some 1.5 MB. */
const KEPT = 1000;

interface QueryVectors {
  /** By the hash of their texts, those asked for last at the end. */
  readonly made: Map<string, Float32Array>;
  readonly making: Map<string, Making>;
}

interface Making {
  readonly vectors: Promise<Float32Array>;
  /** Of the call that asked: another call is not to end with it. */
  readonly signal: AbortSignal | undefined;
}

const ofEncoder = new WeakMap<Encoder, QueryVectors>();

/**
 * Texts × dimensions, row-major, as the encoder gives them for these very texts together. Others hold the array too: it is not to be changed.
 * @throws what the encoder throws; that is not kept
 */
export async function queryVectors(encoder: Encoder, texts: readonly string[], signal?: AbortSignal): Promise<Float32Array> {
  const { made, making } = keptOf(encoder);
  const key = sha256Hex(JSON.stringify(texts));
  const known = made.get(key);
  if (known) {
    made.delete(key);
    made.set(key, known);
    return known;
  }
  const open = making.get(key);
  if (open && open.signal === signal) return open.vectors;
  const vectors = encoder.embed(texts, 'query', signal ? { signal } : {}).then((result) => result.vectors);
  const mine = { vectors, signal };
  making.set(key, mine);
  try {
    made.set(key, await vectors);
    if (made.size > KEPT) made.delete(made.keys().next().value!);
    return await vectors;
  } finally {
    if (making.get(key) === mine) making.delete(key);
  }
}

function keptOf(encoder: Encoder): QueryVectors {
  let kept = ofEncoder.get(encoder);
  if (!kept) {
    kept = { made: new Map(), making: new Map() };
    ofEncoder.set(encoder, kept);
  }
  return kept;
}

/** Sentences that together stand for all others: greedy facility location over centred sentence vectors. */
import { throwIfAborted } from '../../../shared/errors';

/**
 * X = (e − μ) / ‖e − μ‖, S = max(0, X·Xᵀ)²; each step takes the sentence that raises Σᵢ maxⱼ Sᵢⱼ most, the earliest among equals.
 * @param vectors n × dims, row-major
 * @param mean μ, dims
 * @param chosen sentences that already cover (the theses)
 * @returns up to `count` further sentences, in the order in which they were taken
 */
export function coverBy(
  vectors: Float32Array,
  dims: number,
  mean: Float32Array,
  chosen: readonly number[],
  count: number,
  signal?: AbortSignal,
): number[] {
  const n = vectors.length / dims;
  const centred = centre(vectors, dims, mean);
  const similarities = squaredSimilarities(centred, n, dims, signal);
  const covered = new Float32Array(n);
  const taken = new Uint8Array(n);
  const take = (j: number) => {
    taken[j] = 1;
    for (let i = 0; i < n; i++) if (similarities[j * n + i]! > covered[i]!) covered[i] = similarities[j * n + i]!;
  };
  for (const j of chosen) take(j);
  const picked: number[] = [];
  while (picked.length < count && picked.length + chosen.length < n) {
    throwIfAborted(signal);
    let best = -1;
    let bestGain = -1;
    for (let j = 0; j < n; j++) {
      if (taken[j]) continue;
      let gain = 0;
      for (let i = 0; i < n; i++) {
        const more = similarities[j * n + i]! - covered[i]!;
        if (more > 0) gain += more;
      }
      if (gain > bestGain + 1e-6) {
        best = j;
        bestGain = gain;
      }
    }
    if (best < 0) break;
    take(best);
    picked.push(best);
  }
  return picked;
}

/** The mean of the rows of an n × dims matrix. */
export function meanOf(vectors: Float32Array, dims: number): Float32Array {
  const mean = new Float64Array(dims);
  const n = Math.max(1, vectors.length / dims);
  for (let i = 0; i < vectors.length; i++) mean[i % dims]! += vectors[i]! / n;
  return Float32Array.from(mean);
}

function centre(vectors: Float32Array, dims: number, mean: Float32Array): Float32Array {
  const out = new Float32Array(vectors.length);
  for (let at = 0; at < vectors.length; at += dims) {
    let sum = 0;
    for (let d = 0; d < dims; d++) {
      const x = vectors[at + d]! - mean[d]!;
      out[at + d] = x;
      sum += x * x;
    }
    const scale = sum > 1e-12 ? 1 / Math.sqrt(sum) : 0;
    for (let d = 0; d < dims; d++) out[at + d]! *= scale;
  }
  return out;
}

/** n × n, symmetric. */
function squaredSimilarities(x: Float32Array, n: number, dims: number, signal: AbortSignal | undefined): Float32Array {
  const out = new Float32Array(n * n);
  for (let i = 0; i < n; i++) {
    if (i % 64 === 0) throwIfAborted(signal);
    for (let j = i; j < n; j++) {
      let dot = 0;
      for (let d = 0; d < dims; d++) dot += x[i * dims + d]! * x[j * dims + d]!;
      const s = dot > 0 ? dot * dot : 0;
      out[i * n + j] = s;
      out[j * n + i] = s;
    }
  }
  return out;
}

/** Exact inner products over vectors in memory. */
import { readFile } from 'node:fs/promises';
import type { DotScorer } from '../ports';
import { openGraph } from './onnx';

/**
 * By a MatMul: about six times faster than a loop in JavaScript at 200,000 × 384.
 * @param path models/dot/model.onnx: x [n, d], q [d, m] → y [n, m]
 */
export async function openDotScorer(path: string, options: { threads?: number } = {}): Promise<DotScorer> {
  const graph = await openGraph(await readFile(path), path, options);
  return {
    async score(matrix, dims, queries) {
      const rows = matrix.length / dims;
      const m = queries.length / dims;
      if (rows === 0 || m === 0) return new Float32Array(0);
      const transposed = new Float32Array(queries.length);
      for (let i = 0; i < m; i++) for (let d = 0; d < dims; d++) transposed[d * m + i] = queries[i * dims + d]!;
      const result = await graph.run({ x: { data: matrix, dims: [rows, dims] }, q: { data: transposed, dims: [dims, m] } }, ['y']);
      return result['y']!.data;
    },
  };
}

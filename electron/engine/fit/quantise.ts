/** A table of floats as whole numbers of 8 bits and one scale a row. Pure. */

export interface Int8Table {
  /** rows × dims, -127 … 127 */
  readonly values: Int8Array;
  /** One a row: a float is value × scale, wrong by half a scale at most. */
  readonly scales: Float32Array;
  readonly dims: number;
}

export function quantiseRows(table: Float32Array, dims: number): Int8Table {
  const rows = table.length / dims;
  const values = new Int8Array(table.length);
  const scales = new Float32Array(rows).fill(1);
  for (let row = 0; row < rows; row++) {
    const floats = table.subarray(row * dims, (row + 1) * dims);
    const largest = floats.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    // A row of zeros, or of numbers too small for a scale, stays zero.
    const scale = Math.fround(largest / 127);
    if (scale === 0) continue;
    scales[row] = scale;
    for (let d = 0; d < dims; d++) values[row * dims + d] = Math.max(-127, Math.min(127, Math.round(floats[d]! / scale)));
  }
  return { values, scales, dims };
}

/** What a graph is given for a batch: ids padded on the right, a mask, segment ids of zero. Pure. */
import type { GraphInput } from '../../../shared/encoders';
import type { Feed } from './onnx';

/** @returns one feed (rows × length) for each input that the graph takes; padded places are masked */
export function feedsOf(
  ids: readonly (readonly number[])[],
  inputs: readonly GraphInput[],
  padId: number,
): { feeds: Record<string, Feed>; length: number } {
  const length = ids.reduce((longest, row) => Math.max(longest, row.length), 0);
  const size = ids.length * length;
  const data = {
    input_ids: new BigInt64Array(size).fill(BigInt(padId)),
    attention_mask: new BigInt64Array(size),
    token_type_ids: new BigInt64Array(size),
  };
  for (const [r, row] of ids.entries()) {
    for (const [t, id] of row.entries()) {
      data.input_ids[r * length + t] = BigInt(id);
      data.attention_mask[r * length + t] = 1n;
    }
  }
  return { feeds: Object.fromEntries(inputs.map((name) => [name, { data: data[name], dims: [ids.length, length] }])), length };
}

/** What may enter a vector table. A vector of another length would be padded or cut silently by the table, so it is refused here. */
import { AppError } from '../../../shared/errors';
import type { VectorRow, VectorSpace } from '../ports';

/** How far from 1 a norm may be: what int8 layers and 32-bit sums bring about. */
const TOLERANCE = 1e-3;

/** @throws BAD_INPUT where it is not of the space's dimensions, not finite or not of norm 1 */
export function checkVector(space: VectorSpace, { vector, text_sha256 }: VectorRow): void {
  const name = `${space.encoder_id} (${space.sha256.slice(0, 12)}, ${space.dimensions} dimensions)`;
  const refuse = (what: string) =>
    new AppError(
      'BAD_INPUT',
      `${what} Nothing was written.`,
      'Index again with the model whose vectors are there; if it comes back, the model file is damaged.',
      {
        encoder: space.encoder_id,
        dimensions: space.dimensions,
        found: vector.length,
        text_sha256,
      },
    );
  if (vector.length !== space.dimensions) throw refuse(`A vector of ${vector.length} dimensions does not belong to the model ${name}.`);
  let sum = 0;
  for (const x of vector) sum += x * x;
  if (!Number.isFinite(sum)) throw refuse(`A vector of the model ${name} holds a value that is no finite number.`);
  const norm = Math.sqrt(sum);
  if (Math.abs(norm - 1) > TOLERANCE) throw refuse(`A vector of the model ${name} has the norm ${norm.toFixed(4)} where 1 is due.`);
}

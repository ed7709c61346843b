/** The vectors of an embeddings answer: put in order by `index`, decoded, and refused where one is none. Pure. */
import { AppError } from '../../../shared/errors';

/**
 * @param due how many vectors were asked for
 * @param dimensions that each must have; null: as many as the first has
 * @throws MODEL_FAILED
 */
export function readVectors(json: unknown, due: number, dimensions: number | null, host: string): Float32Array[] {
  const wrong = (why: string) =>
    new AppError(
      'MODEL_FAILED',
      `The vectors of ${host} can't be used: ${why}.`,
      'Look at the endpoint\u2019s model; what is done is kept.',
      { host },
    );
  const data = (json as { data?: unknown } | null)?.data;
  if (!Array.isArray(data)) throw wrong('the answer holds no list of them');
  if (data.length !== due) throw wrong(`${due} were asked for, ${data.length} came`);
  const vectors = new Array<Float32Array | undefined>(due);
  let length = dimensions;
  for (const [place, item] of data.entries()) {
    const { index = place, embedding } = (item ?? {}) as { index?: unknown; embedding?: unknown };
    if (!Number.isInteger(index) || Number(index) < 0 || Number(index) >= due) throw wrong(`one has the index ${JSON.stringify(index)}`);
    if (vectors[Number(index)]) throw wrong(`two have the index ${Number(index)}`);
    const vector = decode(embedding);
    if (!vector || vector.length === 0) throw wrong(`number ${Number(index)} is neither a list of numbers nor base64`);
    length ??= vector.length;
    if (vector.length !== length) throw wrong(`number ${Number(index)} has ${vector.length} values, not ${length}`);
    if (!vector.every(Number.isFinite)) throw wrong(`number ${Number(index)} has a value that is not finite`);
    if (vector.every((value) => value === 0)) throw wrong(`number ${Number(index)} is all zeros`);
    vectors[Number(index)] = vector;
  }
  return vectors as Float32Array[];
}

/** Numbers, or 32-bit floats in base64, little end first. */
function decode(embedding: unknown): Float32Array | undefined {
  if (Array.isArray(embedding)) return embedding.every((value) => typeof value === 'number') ? Float32Array.from(embedding) : undefined;
  if (typeof embedding !== 'string' || !/^[A-Za-z0-9+/]*={0,2}$/.test(embedding)) return undefined;
  const bytes = Buffer.from(embedding, 'base64');
  if (bytes.length % 4 !== 0) return undefined;
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(4 * i));
}

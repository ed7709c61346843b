/**
 * One table of vectors for each model: named by the model's hash and dimension, so
 * that vectors of two models never meet. A row is keyed by the hash of its text.
 */
import type { Connection } from '@lancedb/lancedb';
import { AppError } from '../../../shared/errors';
import type { VectorRow, VectorSpace } from '../ports';
import { isIn } from './filter';
import { vectorSchema } from './schema';
import type { Tables } from './tables';

/** Below this many keys they are named in the filter; above, the table is read through. */
const NAMED_KEYS = 500;

export const vectorTableName = ({ sha256, dimensions }: VectorSpace): string => `vectors_${sha256.slice(0, 16)}_${dimensions}`;

export function openVectors(db: Connection, tables: Tables) {
  /** Keys by table, read once and then kept up to date: only for the one writer. */
  const keys = new Map<string, Set<string>>();

  async function allKeys(name: string): Promise<Set<string>> {
    const kept = keys.get(name);
    if (kept) return kept;
    const found = new Set((await tables.read(name, undefined, ['text_sha256'])).map((row) => String(row.text_sha256)));
    keys.set(name, found);
    return found;
  }

  return {
    async known(space: VectorSpace, wanted: readonly string[]): Promise<Set<string>> {
      const there = await allKeys(vectorTableName(space));
      return new Set(wanted.filter((key) => there.has(key)));
    },

    async put(space: VectorSpace, rows: readonly VectorRow[]): Promise<void> {
      for (const row of rows) checkVector(space, row);
      const name = vectorTableName(space);
      if (!(await db.tableNames()).includes(name)) await db.createEmptyTable(name, vectorSchema(space.dimensions));
      const there = await allKeys(name);
      const fresh = new Map(rows.filter((row) => !there.has(row.text_sha256)).map((row) => [row.text_sha256, row]));
      await tables.add(
        name,
        [...fresh.values()].map((row) => ({ ...row, vector: Array.from(row.vector) })),
      );
      for (const key of fresh.keys()) there.add(key);
    },

    async get(space: VectorSpace, wanted: readonly string[]): Promise<{ matrix: Float32Array; used_chars: Int32Array; missing: string[] }> {
      const { dimensions } = space;
      const matrix = new Float32Array(wanted.length * dimensions);
      const used_chars = new Int32Array(wanted.length);
      const places = new Map<string, number[]>();
      for (const [i, key] of wanted.entries()) {
        const list = places.get(key);
        if (list) list.push(i);
        else places.set(key, [i]);
      }
      const seen = new Set<string>();
      const table = wanted.length > 0 ? await tables.open(vectorTableName(space)) : undefined;
      if (table) {
        let query = table.query().select(['text_sha256', 'vector', 'used_chars']);
        if (places.size <= NAMED_KEYS) query = query.where(isIn('text_sha256', [...places.keys()]));
        for await (const batch of query) {
          const shas = batch.getChild('text_sha256')!;
          const used = batch.getChild('used_chars')!;
          const vectors = batch.getChild('vector')!.data[0]!;
          const values = vectors.children[0]!.values as Float32Array;
          for (let r = 0; r < batch.numRows; r++) {
            const key = String(shas.get(r));
            const rows = places.get(key);
            if (!rows) continue;
            seen.add(key);
            const from = (vectors.offset + r) * dimensions;
            for (const row of rows) {
              matrix.set(values.subarray(from, from + dimensions), row * dimensions);
              used_chars[row] = Number(used.get(r));
            }
          }
        }
      }
      return { matrix, used_chars, missing: [...places.keys()].filter((key) => !seen.has(key)) };
    },

    forget(): void {
      keys.clear();
    },
  };
}

/** A vector of another length is silently padded or cut by the table, so it is refused here. */
function checkVector(space: VectorSpace, { vector, text_sha256 }: VectorRow): void {
  const remedy = 'Index the collection again with this encoder; if it comes back, the model file is damaged.';
  if (vector.length !== space.dimensions) {
    throw new AppError(
      'BAD_INPUT',
      `A vector of ${vector.length} dimensions does not belong to ${space.encoder_id}, which has ${space.dimensions}.`,
      remedy,
      { text_sha256 },
    );
  }
  let sum = 0;
  for (const x of vector) sum += x * x;
  if (!(Math.abs(sum - 1) <= 2e-3)) {
    throw new AppError('BAD_INPUT', `A vector of ${space.encoder_id} has the norm ${Math.sqrt(sum)} where 1 is due.`, remedy, {
      text_sha256,
    });
  }
}

/**
 * One table of vectors for each model: named by the model's hash and dimension, so
 * that vectors of two models never meet. A row is keyed by the hash of its text.
 */
import type { Connection } from '@lancedb/lancedb';
import type { RecordBatch } from 'apache-arrow';
import type { VectorRow, VectorSpace } from '../ports';
import { checkVector } from './checkVector';
import { isIn } from './filter';
import { vectorSchema } from './schema';
import type { Tables } from './tables';
import { vectorTable } from './vectorTable';

/** Below this many keys they are named in filters; above, the table is read through. */
const NAMED_KEYS = 1000;

export const vectorTableName = ({ sha256, dimensions }: VectorSpace): string => `vectors_${sha256.slice(0, 16)}_${dimensions}`;

/** `owns`: this process is the only writer, so that the keys once read can be kept in memory. */
export function openVectors(db: Connection, tables: Tables, owns: boolean) {
  const kept = new Map<string, Set<string>>();

  async function allKeys(name: string): Promise<Set<string>> {
    const known = kept.get(name);
    if (known) return known;
    const found = new Set((await tables.read(name, undefined, ['text_sha256'])).map((row) => String(row.text_sha256)));
    if (owns) kept.set(name, found);
    return found;
  }

  return {
    async known(space: VectorSpace, wanted: readonly string[]): Promise<Set<string>> {
      if (wanted.length === 0) return new Set();
      const there = await allKeys(vectorTableName(space));
      return new Set(wanted.filter((key) => there.has(key)));
    },

    async put(space: VectorSpace, rows: readonly VectorRow[]): Promise<void> {
      for (const row of rows) checkVector(space, row);
      const name = vectorTableName(space);
      if (!(await tables.open(name))) await db.createEmptyTable(name, vectorSchema(space.dimensions));
      const there = await allKeys(name);
      const fresh = new Map(rows.filter((row) => !there.has(row.text_sha256)).map((row) => [row.text_sha256, row]));
      await tables.add(name, vectorTable(space.dimensions, [...fresh.values()]));
      for (const key of fresh.keys()) there.add(key);
    },

    async drop(space: VectorSpace): Promise<void> {
      const name = vectorTableName(space);
      kept.delete(name);
      await tables.drop(name);
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
      const take = (batch: RecordBatch) => {
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
      };
      const table = wanted.length > 0 ? await tables.open(vectorTableName(space)) : undefined;
      if (table) {
        let query = table.query().select(['text_sha256', 'vector', 'used_chars']);
        if (places.size <= NAMED_KEYS) query = query.where(isIn('text_sha256', [...places.keys()]));
        for await (const batch of query) take(batch as RecordBatch);
      }
      return { matrix, used_chars, missing: [...places.keys()].filter((key) => !seen.has(key)) };
    },
  };
}

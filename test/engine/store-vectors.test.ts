import { describe, expect, it } from 'vitest';
import { vectorTableName } from '../../electron/engine/store/vectors';
import { open, sha256, space, tempFolder, vector, vectorRow } from './storeKit';

describe('vectors', () => {
  it('come back in the order asked for, also twice; what is missing is named and its row is zero', async () => {
    const store = await open(tempFolder());
    const m = space('m');
    await store.putVectors(m, [vectorRow(1), vectorRow(2), vectorRow(3)]);
    const key = (n: number) => vectorRow(n).text_sha256;
    const found = await store.vectors(m, [key(3), 'unknown', key(1), key(3), 'unknown']);
    expect(found.missing).toEqual(['unknown']);
    expect([...found.matrix]).toEqual([...vector(3), 0, 0, 0, 0, ...vector(1), ...vector(3), 0, 0, 0, 0]);
    expect([...found.used_chars]).toEqual([30, 0, 10, 30, 0]);
    expect(await store.knownVectors(m, [key(2), 'unknown'])).toEqual(new Set([key(2)]));
    expect((await store.vectors(m, [])).matrix.length).toBe(0);
  });

  it('are read right out of many commits, by names and by reading through', async () => {
    const store = await open(tempFolder());
    const m = space('m', 8);
    for (let from = 0; from < 2600; from += 260)
      await store.putVectors(
        m,
        Array.from({ length: 260 }, (_, i) => vectorRow(from + i, 8)),
      );
    for (const wanted of [
      Array.from({ length: 2600 }, (_, i) => 2599 - i),
      Array.from({ length: 900 }, (_, i) => (i * 7) % 2600),
      [1234],
    ]) {
      const { matrix, used_chars, missing } = await store.vectors(
        m,
        wanted.map((n) => vectorRow(n).text_sha256),
      );
      expect(missing).toEqual([]);
      for (const [i, n] of wanted.entries()) {
        expect([...matrix.subarray(i * 8, i * 8 + 8)]).toEqual([...vector(n, 8)]);
        expect(used_chars[i]).toBe(10 * n);
      }
    }
  });

  it('of two models never meet, even with the same texts and dimensions', async () => {
    const store = await open(tempFolder());
    const [a, b] = [space('model a'), space('model b')];
    await store.putVectors(a, [vectorRow(1)]);
    await store.putVectors(b, [{ ...vectorRow(1), vector: vector(2) }]);
    const key = vectorRow(1).text_sha256;
    expect([...(await store.vectors(a, [key])).matrix]).toEqual([...vector(1)]);
    expect([...(await store.vectors(b, [key])).matrix]).toEqual([...vector(2)]);
    expect(await store.vectorSpaces()).toEqual([a, b]);
    expect(vectorTableName(a)).toBe(`vectors_${sha256('model a').slice(0, 16)}_4`);
    expect(vectorTableName(a)).not.toBe(vectorTableName({ ...a, dimensions: 8 }));
  });

  it('of a space that is not there are all missing', async () => {
    const store = await open(tempFolder());
    const found = await store.vectors(space('nobody'), ['x', 'y']);
    expect(found.missing).toEqual(['x', 'y']);
    expect(found.matrix).toEqual(new Float32Array(8));
    expect(await store.knownVectors(space('nobody'), ['x'])).toEqual(new Set());
  });

  it('written twice are one row, in one batch and in two, and after a reopening', async () => {
    const dir = tempFolder();
    const store = await open(dir);
    await store.putVectors(space('m'), [vectorRow(1), vectorRow(1)]);
    await store.putVectors(space('m'), [vectorRow(1), vectorRow(2)]);
    await store.close();
    const again = await open(dir);
    await again.putVectors(space('m'), [vectorRow(2), vectorRow(3)]);
    const { connect } = await import('@lancedb/lancedb');
    const db = await connect(`${dir}/tables`);
    expect(await (await db.openTable(vectorTableName(space('m')))).countRows()).toBe(3);
    db.close();
  });

  it.each([
    ['too short', vector(1, 3), '3 dimensions'],
    ['too long', vector(1, 5), '5 dimensions'],
    ['empty', new Float32Array(0), '0 dimensions'],
    ['zero', new Float32Array(4), 'norm 0.0000'],
    ['not normalised', Float32Array.of(1, 1, 0, 0), 'norm 1.4142'],
    ['NaN', Float32Array.of(1, Number.NaN, 0, 0), 'no finite number'],
    ['infinite', Float32Array.of(Number.POSITIVE_INFINITY, 0, 0, 0), 'no finite number'],
  ])('a vector that is %s is refused with the model, and nothing of its batch is written', async (_, bad, what) => {
    const store = await open(tempFolder());
    const m = space('e5-small');
    await expect(store.putVectors(m, [vectorRow(1), { ...vectorRow(2), vector: bad }])).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(new RegExp(`${what}.*e5-small|e5-small.*${what}`)),
    });
    expect(await store.knownVectors(m, [vectorRow(1).text_sha256])).toEqual(new Set());
  });

  it('a norm within a thousandth of 1 is taken', async () => {
    const store = await open(tempFolder());
    await store.putVectors(space('m'), [{ ...vectorRow(1), vector: Float32Array.of(0.9995, 0, 0, 0) }]);
    await expect(store.putVectors(space('m'), [{ ...vectorRow(2), vector: Float32Array.of(0.998, 0, 0, 0) }])).rejects.toThrow('0.9980');
  });

  it('more tables than a page of names: all spaces are found', async () => {
    const dir = tempFolder();
    const store = await open(dir);
    for (let i = 0; i < 12; i++) await store.putVectors(space(`m${i}`), [vectorRow(i)]);
    await store.close();
    const again = await open(dir, { mode: 'read' });
    for (let i = 0; i < 12; i++) expect((await again.vectors(space(`m${i}`), [vectorRow(i).text_sha256])).missing).toEqual([]);
  });

  it('a reader sees keys and vectors that the writer adds later', async () => {
    const dir = tempFolder();
    const writer = await open(dir);
    const reader = await open(dir, { mode: 'read' });
    await writer.putVectors(space('m'), [vectorRow(1)]);
    const keys = [vectorRow(1).text_sha256, vectorRow(2).text_sha256];
    expect((await reader.knownVectors(space('m'), keys)).size).toBe(1);
    await writer.putVectors(space('m'), [vectorRow(2)]);
    expect((await reader.knownVectors(space('m'), keys)).size).toBe(2);
    expect((await reader.vectors(space('m'), keys)).missing).toEqual([]);
  });
});

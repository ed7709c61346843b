import { existsSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../electron/engine/ports';
import { createSearchSpaces, laidOutKey } from '../../electron/engine/use/searchSpaces';
import { nuggetText, vectorKey } from '../../electron/engine/use/units';
import { document, extraction, nuggetsOf, open, space, tempFolder, trace, vector } from './storeKit';

const encoder = space('m');

/** Two decisions with three theses and their vectors. */
async function collection(store: Store): Promise<void> {
  await store.addCollection('c');
  await addDecision(store, 'a', ['Prescreve em cinco anos.', 'A citação interrompe o prazo.']);
  await addDecision(store, 'b', ['Não há dano sem prova.']);
}

async function addDecision(store: Store, id: string, texts: readonly string[]): Promise<void> {
  await store.putDocuments([document(id)]);
  const nuggets = nuggetsOf(id, 'k', texts);
  await store.commitExtraction(extraction(id, 'k', texts.length), nuggets, [trace(id, 'k')]);
  const rows = nuggets.map((nugget, i) => ({ key: nuggetText(nugget), n: id.charCodeAt(0) * 10 + i }));
  await store.putVectors(
    encoder,
    rows.map(({ key, n }) => ({ text_sha256: vectorKey('passage', key), vector: vector(n), tokens: 5, used_chars: n })),
  );
}

/** The store, counting how often vectors are gathered by their keys. */
function watched(store: Store): { store: Store; gathered: () => number } {
  let gathered = 0;
  const vectors: Store['vectors'] = (...args) => {
    gathered++;
    return store.vectors(...args);
  };
  return { store: { ...store, vectors }, gathered: () => gathered };
}

const nuggetSpace = (store: Store, from = 1) => createSearchSpaces(store, from).vectors('c', 'nugget', 'any', encoder);

describe('what a dense search reads', () => {
  it('is laid out once, and then read as it was gathered, by a reader too', async () => {
    const dir = tempFolder();
    const store = await open(dir);
    await collection(store);
    const first = await nuggetSpace(store);
    expect(first.unitIds).toEqual(['a#k.0', 'a#k.1', 'b#k.0']);
    expect([...first.docOf]).toEqual([0, 0, 1]);
    for (const opened of [store, await open(dir, { mode: 'read' })]) {
      const { store: again, gathered } = watched(opened);
      const read = await nuggetSpace(again);
      expect(gathered()).toBe(0);
      expect(read).toEqual(first);
      expect([...read.matrix.subarray(8, 12)]).toEqual([...vector(980)]);
      expect([...read.usedChars]).toEqual([970, 971, 980]);
      const key = laidOutKey('c', 'nugget', 'any', encoder);
      const version = await opened.unitsVersion('nugget', encoder);
      const { matrix, ...units } = first;
      expect(await opened.laidOutUnits(key, version)).toEqual(units);
      const rows = await opened.laidOutRows(key, version, Uint32Array.of(0, 2), 1);
      expect([...rows!]).toEqual([...matrix.subarray(0, 4), ...matrix.subarray(8, 12), 0, 0, 0, 0]);
      expect(await opened.laidOutRows(key, `${version}?`, Uint32Array.of(0), 0)).toBeUndefined();
    }
  });

  it('of a small collection is not laid out, nor by a reader', async () => {
    const dir = tempFolder();
    const store = await open(dir);
    await collection(store);
    await nuggetSpace(store, 4);
    await nuggetSpace(await open(dir, { mode: 'read' }));
    expect(existsSync(join(dir, 'spaces'))).toBe(false);
  });

  it('is gathered anew when a nugget, a document or a vector has come or gone', async () => {
    const store = await open(tempFolder());
    await collection(store);
    await nuggetSpace(store);
    await addDecision(store, 'c', ['O termo inicial é o da ciência.']);
    expect((await nuggetSpace(store)).unitIds).toContain('c#k.0');
    await store.commitExtraction(extraction('a', 'k2', 0), [], [trace('a', 'k2')]);
    expect((await nuggetSpace(store)).docIds).toEqual(['b', 'c']);
    await store.dropVectors(encoder);
    await expect(nuggetSpace(store)).rejects.toMatchObject({ code: 'NOT_INDEXED' });
  });

  it('is gathered anew where the file was cut off or spoilt', async () => {
    const dir = tempFolder();
    const store = await open(dir);
    await collection(store);
    const first = await nuggetSpace(store);
    const path = join(dir, 'spaces', readdirSync(join(dir, 'spaces'))[0]!);
    for (const spoil of [
      () => truncateSync(path, statSync(path).size - 1),
      () => truncateSync(path, 10),
      () => writeFileSync(path, 'x'.repeat(9000)),
    ]) {
      spoil();
      const { store: again, gathered } = watched(store);
      expect(await nuggetSpace(again)).toEqual(first);
      expect(gathered()).toBe(1);
    }
  });

  it('is found all the same where it can not be laid out', async () => {
    const dir = tempFolder();
    const store = await open(dir);
    await collection(store);
    writeFileSync(join(dir, 'spaces'), 'a file where the folder should be');
    expect((await nuggetSpace(store)).unitIds).toHaveLength(3);
    expect((await nuggetSpace(store)).unitIds).toHaveLength(3);
  });
});

describe('nuggets by name', () => {
  it('are the current ones of those that were asked for', async () => {
    const store = await open(tempFolder());
    await collection(store);
    const named = await store.nuggets('c', { ids: ['b#k.0', 'a#k.1', 'nobody'] });
    expect(named.map(({ id }) => id)).toEqual(['a#k.1', 'b#k.0']);
    await store.commitExtraction(extraction('b', 'k2', 1), nuggetsOf('b', 'k2', ['Outra.']), [trace('b', 'k2')]);
    expect(await store.nuggets('c', { ids: ['b#k.0'] })).toEqual([]);
    expect(await store.countNuggets('c')).toBe(3);
    expect((await store.nuggets('c', { docIds: ['b'] })).map(({ text }) => text)).toEqual(['Outra.']);
  });
});

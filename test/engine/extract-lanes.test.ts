import { describe, expect, it } from 'vitest';
import type { Store } from '../../electron/engine/ports';
import { createRequests } from '../../electron/engine/use/documentQueue';
import { extractCollection } from '../../electron/engine/use/extractCollection';
import type { Progress } from '../../shared/domain';
import { AppError } from '../../shared/errors';
import { contextOf, modelFailed, type Script, scriptedExtractor } from './extractKit';
import { document, open, tempFolder } from './storeKit';

const IDS = Array.from({ length: 9 }, (_, i) => `d${i}`);
const input = { collection: 'c', again: false } as const;

async function nine(): Promise<Store> {
  const store = await open(tempFolder());
  await store.addCollection('c');
  await store.putDocuments(IDS.map((id, i) => document(id, `Tese um de ${id}.\n\n${'Tese dois. '.repeat(i + 1)}`)));
  return store;
}

async function extract(store: Store, script: Script, options: Partial<Parameters<typeof extractCollection>[2]> = {}) {
  const extractor = scriptedExtractor(script);
  const out = await extractCollection(contextOf(store, extractor), input, { emit: () => {}, ...options });
  return { out, extractor };
}

describe('documents in lanes', () => {
  it('as many are open as the extractor has lanes, and the result is that of one lane', async () => {
    const [one, three] = [await nine(), await nine()];
    // The first of each three is the slowest, so that documents end in another order than they begin.
    const takes = (id: string) => 40 - 12 * (Number(id[1]) % 3);
    const alone = await extract(one, { takes });
    const beside = await extract(three, { takes, lanes: 3 });
    expect([alone.extractor.most, beside.extractor.most]).toEqual([1, 3]);
    expect(beside.extractor.begun.slice(0, 3).sort()).toEqual(['d0', 'd1', 'd2']);
    expect({ ...beside.out, seconds: 0 }).toEqual({ ...alone.out, seconds: 0 });
    expect(await three.nuggets('c')).toEqual(await one.nuggets('c'));
    const ledger = async (store: Store) => (await store.extractions('c')).map((line) => ({ ...line, at: '', seconds: 0 }));
    expect(await ledger(three)).toEqual(await ledger(one));
    expect(await ledger(three)).toHaveLength(9);
  });

  it('a failure stops nobody, and failures are told in the order of the documents', async () => {
    const store = await nine();
    const fails = (id: string) => (id === 'd1' || id === 'd2' ? modelFailed(`${id} is too long`) : undefined);
    const { out } = await extract(store, { lanes: 3, fails, takes: (id) => (id === 'd1' ? 60 : 5) });
    expect(out.documents).toBe(7);
    expect(out.failed.map(({ doc_id }) => doc_id)).toEqual(['d1', 'd2']);
    // The next run reads these two alone.
    const again = await extract(store, { lanes: 3 });
    expect(again.extractor.begun.sort()).toEqual(['d1', 'd2']);
    expect(again.out.skipped).toBe(7);
  });

  it('a cancel keeps what was finished, stops what is open, and begins nothing more', async () => {
    const store = await nine();
    const aborter = new AbortController();
    const seen: Progress[] = [];
    const emit = (progress: Progress) => {
      seen.push(progress);
      if (progress.done >= 2) aborter.abort();
    };
    const takes = (id: string) => (Number(id[1]) < 2 ? 1 : 10_000);
    const extractor = scriptedExtractor({ lanes: 3, takes });
    const begun = performance.now();
    const error = await extractCollection(contextOf(store, extractor), input, { emit, signal: aborter.signal }).catch((e) => e);
    expect(error).toMatchObject({ code: 'CANCELLED' });
    expect(performance.now() - begun).toBeLessThan(5000);
    expect((await store.extractions('c')).map(({ doc_id }) => doc_id)).toEqual(['d0', 'd1']);
    expect(extractor.begun.length).toBeLessThanOrEqual(5);
  });

  it('a full disk stops all lanes', async () => {
    const store = await nine();
    const fails = (id: string) => (id === 'd1' ? new AppError('DISK_FULL', 'full') : undefined);
    const error = await extract(store, { lanes: 2, fails, takes: (id) => (id === 'd0' ? 10_000 : 20) }).catch((e) => e);
    expect(error).toMatchObject({ code: 'DISK_FULL' });
    expect(await store.extractions('c')).toEqual([]);
  });

  it('what is asked for meanwhile comes next, once, also where it was not among the documents', async () => {
    const store = await nine();
    const requests = createRequests();
    const extractor = scriptedExtractor({ takes: (id) => (id === 'd0' ? 5 : 250) });
    let asked = false;
    const emit = ({ done }: Progress) => {
      if (done < 1 || asked) return;
      asked = true;
      for (const id of ['d7', 'd0', 'd8']) requests.push({ doc_id: id, again: false });
    };
    const out = await extractCollection(contextOf(store, extractor), { ...input, docs: ['d0', 'd1', 'd2', 'd7'] }, { emit, requests });
    expect(out.documents).toBe(5);
    expect(extractor.begun.indexOf('d8')).toBeLessThan(extractor.begun.indexOf('d2'));
    expect(extractor.begun.indexOf('d7')).toBeLessThan(extractor.begun.indexOf('d2'));
    expect(new Set(extractor.begun).size).toBe(5);
  });

  it('"again" reads what is finished as well', async () => {
    const store = await nine();
    await extract(store, {});
    const extractor = scriptedExtractor();
    const out = await extractCollection(contextOf(store, extractor), { ...input, docs: ['d3'], again: true }, { emit: () => {} });
    expect([out.documents, extractor.begun]).toEqual([1, ['d3']]);
    expect((await store.nuggets('c', { docId: 'd3' })).length).toBe(2);
  });
});

describe('progress of an extraction', () => {
  it('estimates what is left from characters, and tells tokens a second', async () => {
    const store = await open(tempFolder());
    await store.addCollection('c');
    // One document of 1,000 characters, then one of 9,000: after the first a tenth is done, not a half.
    await store.putDocuments([document('a', 'a'.repeat(1000)), document('b', 'b'.repeat(9000))]);
    const seen: Progress[] = [];
    await extract(store, { takes: (id) => (id === 'a' ? 300 : 1500), windows: 3 }, { emit: (progress) => seen.push(progress) });
    const first = seen.find(({ done, eta }) => done === 1 && eta !== null)!;
    const elapsed = 1 / first.rate!;
    expect(first.total).toBe(2);
    expect(first.eta! / elapsed).toBeCloseTo(9, 0);
    expect(first.tokens! * elapsed).toBeCloseTo(360, 0);
    expect(seen.some(({ current }) => current.includes('(2/3)'))).toBe(true);
    expect(seen.at(-1)).toMatchObject({ done: 2, total: 2, eta: 0 });
  });
});

import { expect, it } from 'vitest';
import { extractCollection } from '../../electron/engine/use/extractCollection';
import { contextOf, scriptedExtractor } from './extractKit';
import { document, open, tempFolder } from './storeKit';
import { run } from './storeProcess';

const DOCUMENTS = 80;

/** Extracts with four lanes; each document takes 60 to 200 ms. Every commit is told once it has returned. */
const WORK = `
  const store = await openStore(dir, { mode: 'write' });
  const extractor = extractKit.scriptedExtractor({ lanes: 4, windows: 2, takes: (id) => 60 + 20 * (Number(id.slice(1)) % 8) });
  print('READY');
  const emit = ({ done }) => print('DONE ' + done);
  const out = await extractCollection(extractKit.contextOf(store, extractor), { collection: 'c', again: false }, { emit });
  print('END ' + out.documents);
  await store.close();`;

it('kill -9 in an extraction with four lanes, three times: nothing told is lost, nothing is done twice, nuggets as left alone', {
  timeout: 120_000,
}, async () => {
  const documents = Array.from({ length: DOCUMENTS }, (_, i) => document(`d${i}`, `Tese um de ${i}.\n\nTese dois de ${i}.`));
  const [dir, alone] = [tempFolder(), await open(tempFolder())];
  const prepared = await open(dir);
  for (const store of [prepared, alone]) {
    await store.addCollection('c');
    await store.putDocuments(documents);
  }
  await prepared.close();

  let before = new Map<string, string>();
  for (const pause of [500, 900, 700]) {
    const child = run(dir, WORK);
    await child.line('READY');
    await child.line('DONE 1');
    await new Promise((done) => setTimeout(done, pause));
    await child.kill();
    const told = Math.max(...child.lines.filter((line) => line.startsWith('DONE')).map((line) => Number(line.split(' ')[1])));
    const store = await open(dir);
    const lines = await store.extractions('c');
    // The progress begins at 0 each time: what it told of came on top of what was there.
    expect(lines.length).toBeGreaterThanOrEqual(before.size + told);
    expect(lines.length).toBeLessThan(DOCUMENTS);
    const after = new Map(lines.map(({ doc_id, at }) => [doc_id, at]));
    for (const [id, at] of before) expect(after.get(id)).toBe(at);
    const nuggets = await store.nuggets('c');
    expect(nuggets.length).toBe(2 * lines.length);
    for (const { doc_id } of nuggets) expect(after.has(doc_id)).toBe(true);
    before = after;
    await store.close();
  }
  const last = run(dir, WORK);
  expect(await last.line('END')).toBe(`END ${DOCUMENTS - before.size}`);
  await last.ended;

  await extractCollection(contextOf(alone, scriptedExtractor({ windows: 2 })), { collection: 'c', again: false }, { emit: () => {} });
  const store = await open(dir);
  expect(await store.nuggets('c')).toEqual(await alone.nuggets('c'));
  const traces = (await store.traces('c', 'd7')).map(({ created_at: _, ...trace }) => trace);
  expect(traces).toEqual((await alone.traces('c', 'd7')).map(({ created_at: _, ...trace }) => trace));
});

import { expect, it } from 'vitest';
import { open, tempFolder } from './storeKit';
import { run } from './storeProcess';

const BATCH = 40;

/** Adds documents batch by batch, then an extraction for each batch, and tells of each commit once it has returned. */
const WORK = `
  const store = await openStore(dir, { mode: 'write' });
  let n = (await store.documentHeads({ collection: 'c' })).total / ${BATCH};
  print('READY');
  for (;; n++) {
    const id = (i) => 'd' + n + '-' + i;
    await store.putDocuments(Array.from({ length: ${BATCH} }, (_, i) => ({ collection: 'c', doc_id: id(i), title: 't', lang: 'pt', court: '', class: '',
      date: '', text: 'x'.repeat(20000), sha256: 's', source: '', words: 1, added_at: '' })));
    print('DOCS ' + n);
    const key = 'k' + n, doc_id = 'd0-0';
    await store.commitExtraction(
      { collection: 'c', doc_id, key, extractor: 'extractive', text_sha256: '', status: 'done', nuggets: 20, covered: 1, windows: 1, seconds: 0,
        error_code: '', error_message: '', at: '' },
      Array.from({ length: 20 }, (_, ord) => ({ id: doc_id + '#' + key + '.' + ord, collection: 'c', doc_id, ord, text: key, context: '', extractor: 'extractive',
        tier: 'thesis', status: 'none', spans: [], quotes: [], cue: null, fields: {}, failed_checks: [], trace_id: '' })), []);
    print('NUGGETS ' + n);
  }`;

/** Last number that was told after a word, or -1. */
const last = (lines: readonly string[], word: string): number =>
  Math.max(-1, ...lines.filter((line) => line.startsWith(word)).map((line) => Number(line.split(' ')[1])));

it('kill -9 in the middle of adds, three times: readable, whole batches, nothing acknowledged is lost', { timeout: 60_000 }, async () => {
  const dir = tempFolder();
  let batches = -1;
  let extracted = -1;
  for (const pause of [310, 470, 730]) {
    const child = run(dir, WORK);
    await child.line('READY');
    await new Promise((done) => setTimeout(done, pause));
    await child.kill();
    expect(child.lines.length).toBeGreaterThan(1);
    batches = Math.max(batches, last(child.lines, 'DOCS'));
    extracted = Math.max(extracted, last(child.lines, 'NUGGETS'));

    const store = await open(dir);
    const { total, heads } = await store.documentHeads({ collection: 'c' });
    expect(total % BATCH).toBe(0);
    expect(new Set(heads.map((head) => head.doc_id)).size).toBe(total);
    expect(total / BATCH).toBeGreaterThan(batches);
    const [line] = await store.extractions('c');
    const texts = (await store.nuggets('c')).map((nugget) => nugget.text);
    expect(Number(line!.key.slice(1))).toBeGreaterThanOrEqual(extracted);
    expect(texts).toEqual(Array.from({ length: 20 }, () => line!.key));
    await store.optimize();
    await store.close();
  }
  expect(batches).toBeGreaterThan(2);
});

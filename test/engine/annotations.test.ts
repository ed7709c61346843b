/** Judging in a real workspace: queues, blind work, adjudication, files to and from another workspace. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../electron/engine/ports';
import { annotateNugget, undoAnnotation } from '../../electron/engine/use/annotateNugget';
import { annotationQueue } from '../../electron/engine/use/annotationQueue';
import type { EngineContext } from '../../electron/engine/use/context';
import { exportAnnotations } from '../../electron/engine/use/exportAnnotations';
import { importAnnotations } from '../../electron/engine/use/importAnnotations';
import { annotationProgress, listAnnotations } from '../../electron/engine/use/listAnnotations';
import { contract, type Input } from '../../shared/contract';
import { contextOf, scriptedExtractor } from './extractKit';
import { document, extraction, nuggetsOf, open, tempFolder } from './storeKit';

const TEXT = 'Ementa 😀 e\u0301. O prazo é de cinco anos. A contagem começa na data do fato. Nula é a cláusula.';
const span = (words: string, text = TEXT) => ({ start: text.indexOf(words), end: text.indexOf(words) + words.length });

async function workspace(texts: Record<string, string> = { d1: TEXT, d2: `${TEXT} Fim.` }): Promise<EngineContext> {
  const store = await open(tempFolder());
  await store.addCollection('c');
  for (const [id, text] of Object.entries(texts)) {
    await store.putDocuments([document(id, text, { court: id === 'd1' ? 'TCU' : 'STJ' })]);
    const nuggets = nuggetsOf(id, 'k', ['Prazo de cinco anos.', 'Contagem do fato.'], {
      spans: [{ ...span('O prazo é de cinco anos', text), kind: 'exact', score: 1 }],
    });
    await store.commitExtraction(extraction(id, 'k', 2), nuggets, []);
  }
  return contextOf(store, scriptedExtractor());
}

let context: EngineContext;
let store: Store;
beforeEach(async () => {
  context = await workspace();
  store = context.store;
});

const judge = (changes: Input<'annotate'>['changes'], more: Partial<Input<'annotate'>> = {}, where = context) =>
  annotateNugget(
    where,
    contract.annotate.input.parse({ collection: 'c', annotator: 'Ana', doc_id: 'd1', nugget_id: 'd1#k.0', changes, ...more }),
  );
const queue = (more: Partial<Input<'annotationQueue'>> = {}) =>
  annotationQueue(context, contract.annotationQueue.input.parse({ collection: 'c', annotator: 'Ana', queue: {}, ...more }));
const undo = (more: Partial<Input<'undoAnnotation'>> = {}) =>
  undoAnnotation(context, contract.undoAnnotation.input.parse({ collection: 'c', annotator: 'Ana', ...more }));
const list = (more: object = {}, where = context) => listAnnotations(where, contract.annotations.input.parse({ collection: 'c', ...more }));

describe('judging', () => {
  it('keeps the original beside an edited text, and who said what', async () => {
    const { annotation } = await judge({ faithful: 'support', text: 'O prazo é de cinco anos.', evidence: [span('A contagem')] });
    expect(annotation.nugget.text).toBe('Prazo de cinco anos.');
    expect(annotation.by[0]).toMatchObject({
      annotator: 'Ana',
      values: { text: 'O prazo é de cinco anos.', evidence: [{ ...span('A contagem'), quote: 'A contagem' }] },
    });
    expect((await store.nuggets('c', { docId: 'd1' }))[0]!.text).toBe('Prazo de cinco anos.');
  });

  it('the same judgment twice is written once', async () => {
    const first = await judge({ faithful: 'support' });
    expect((await judge({ faithful: 'support' })).event_id).toBe('');
    expect(first.event_id).not.toBe('');
    expect((await store.annotationEvents('c')).events).toHaveLength(1);
  });

  it('undo goes back as far as there is anything, also when asked twice at once, and after opening anew', async () => {
    for (const value of ['support', 'partial', 'no_support'] as const) await judge({ faithful: value });
    await Promise.all([undo(), undo()]);
    expect((await list()).annotations[0]!.by[0]!.values.faithful).toBe('support');
    expect(await undo()).toMatchObject({ can_undo: false, can_redo: true, moved: { nugget_id: 'd1#k.0', annotation: { by: [] } } });
    expect((await undo()).moved).toBeNull();
    for (const value of ['support', 'partial', 'no_support']) {
      expect((await undo({ redo: true })).moved!.annotation.by[0]!.values.faithful).toBe(value);
    }
    // Three judgments, three undone, three redone: nothing was overwritten.
    expect((await store.annotationEvents('c')).events).toHaveLength(9);
  });

  it('judgments outlive a second extraction: the same words keep them, others are outdated', async () => {
    await judge({ faithful: 'support' });
    await judge({ faithful: 'partial' }, { nugget_id: 'd1#k.1' });
    const spans = [{ ...span('O prazo é de cinco anos'), kind: 'exact' as const, score: 1 }];
    await store.commitExtraction(extraction('d1', 'j', 2), nuggetsOf('d1', 'j', ['Prazo de cinco anos.', 'Outra tese.'], { spans }), []);
    context.spaces.forget('c');
    const { annotations } = await list();
    expect(annotations.map(({ nugget, current }) => [nugget.text, current])).toEqual([
      ['Prazo de cinco anos.', true],
      ['Contagem do fato.', false],
    ]);
    expect(await annotationProgress(context, { collection: 'c', utc_offset: 0 })).toMatchObject({ nuggets: 4, judged: 2, outdated: 1 });
    expect((await queue()).judged).toBe(1);
  });
});

describe('several annotators', () => {
  it('blind work shows one’s own word alone; adjudication settles', async () => {
    await judge({ faithful: 'support' });
    const blind = await judge({ faithful: 'no_support' }, { annotator: 'Rui', blind: true });
    expect(blind.annotation).toMatchObject({ by: [{ annotator: 'Rui' }], settled: null });
    const { items } = await queue({ annotator: 'Eva', blind: true });
    expect(items.map(({ annotation }) => annotation!.by)).toEqual([[], [], [], []]);
    await expect(queue({ blind: true, queue: { kind: 'disagreements' } })).rejects.toMatchObject({ code: 'USAGE' });
    await expect(list({ blind: true })).rejects.toMatchObject({ code: 'USAGE' });
    expect((await list({ blind: true, annotator: 'Ana' })).annotations[0]!.by.map(({ annotator }) => annotator)).toEqual(['Ana']);

    const disputed = await queue({ annotator: 'Eva', role: 'adjudicator', queue: { kind: 'disagreements' } });
    expect(disputed.items.map(({ nugget, annotation }) => [nugget.id, annotation!.settled!.faithful.how])).toEqual([
      ['d1#k.0', 'disputed'],
    ]);
    const { annotation } = await judge({ faithful: 'partial' }, { annotator: 'Eva', role: 'adjudicator' });
    expect(annotation.by.map(({ annotator, values }) => [annotator, values.faithful])).toEqual([
      ['Ana', 'support'],
      ['Rui', 'no_support'],
      ['Eva', 'partial'],
    ]);
    expect(annotation.settled!.faithful).toEqual({ value: 'partial', how: 'adjudicated' });
  });

  it('two annotators get one sample; each has their own progress', async () => {
    const sample = { queue: { kind: 'sample' as const, size: 3, seed: 7 } };
    const mine = await queue(sample);
    const yours = await queue({ ...sample, annotator: 'Rui' });
    expect(mine.items.map(({ nugget }) => nugget.id)).toEqual(yours.items.map(({ nugget }) => nugget.id));
    const first = mine.items[0]!.nugget;
    await judge({ faithful: 'unknown' }, { doc_id: first.doc_id, nugget_id: first.id });
    expect(await queue(sample)).toMatchObject({ total: 3, judged: 1, unknown: 1, items: [{ position: 1 }, { position: 2 }] });
    expect(await queue({ ...sample, open: false, limit: 1 })).toMatchObject({ items: [{ position: 0, nugget: { id: first.id } }] });
    expect(await queue({ ...sample, annotator: 'Rui' })).toMatchObject({ judged: 0, items: { length: 3 } });
  });

  it('a stratified queue tells its courts', async () => {
    await judge({ faithful: 'support' });
    expect((await queue({ queue: { kind: 'stratified' } })).strata).toEqual([
      { name: 'STJ', total: 2, judged: 0 },
      { name: 'TCU', total: 2, judged: 1 },
    ]);
  });
});

describe('files of events', () => {
  const file = () => join(tempFolder(), 'ana.jsonl');
  const put = (path: string, offsets: 'utf16' | 'codepoints' | 'utf8' = 'utf16') =>
    exportAnnotations(context, { collection: 'c', path, format: 'jsonl', offsets, locale: 'en' });
  const take = (path: string, where = context) => importAnnotations(where, { collection: 'c', path }, { emit: () => {} });

  it.each(['utf16', 'codepoints', 'utf8'] as const)('go to another workspace and mean the same there (%s)', async (offsets) => {
    await judge({ faithful: 'support', evidence: [span('A contagem começa')] });
    await judge({ note: 'x' }, { annotator: 'Rui', nugget_id: 'd1#k.1' });
    await undo({ annotator: 'Rui' });
    const path = file();
    expect((await put(path, offsets)).rows).toBe(3);
    const [line] = readFileSync(path, 'utf8')
      .split('\n')
      .map((row) => JSON.parse(row || '{}'));
    const before = TEXT.slice(0, span('A contagem').start);
    const expected = { utf16: before.length, codepoints: [...before].length, utf8: Buffer.byteLength(before) }[offsets];
    expect(line.action.changes.evidence[0].start).toBe(expected);
    const other = await workspace();
    expect(await take(path, other)).toMatchObject({ added: 3, unchanged: 0, conflicts: [], refused: [], realigned: [], without_nugget: 0 });
    expect(await take(path, other)).toMatchObject({ added: 0, unchanged: 3 });
    expect((await list({}, other)).annotations).toEqual((await list()).annotations);
  });

  it('conflicts are shown, and both workspaces say the same after merging either way', async () => {
    const other = await workspace();
    await judge({ faithful: 'support' });
    await judge({ faithful: 'no_support' }, {}, other);
    const [mine, theirs] = [file(), file()];
    await put(mine);
    await exportAnnotations(other, { collection: 'c', path: theirs, format: 'jsonl', locale: 'en' });
    const [here, there] = [await take(theirs), await take(mine, other)];
    expect(here.conflicts).toEqual([
      { item: 'd1#k.0', annotator: 'Ana', label: 'faithful', here: 'support', there: 'no_support', kept: expect.any(String) },
    ]);
    expect(there.conflicts[0]!.kept).toBe(here.conflicts[0]!.kept);
    expect((await list({}, other)).annotations).toEqual((await list()).annotations);
  });

  it('marked words are found again in another text of the document, or refused; each is told', async () => {
    await judge({ evidence: [span('A contagem começa na data do fato')] });
    await judge({ evidence: [span('Nula é a cláusula')] }, { nugget_id: 'd1#k.1' });
    const path = file();
    await put(path);
    writeFileSync(path, `${readFileSync(path, 'utf8')}not json\n${JSON.stringify({ v: 1 })}\n`);
    const text = `Cabeçalho novo. ${TEXT.replace(' Nula é a cláusula.', '')}`;
    const other = await workspace({ d1: text });
    const out = await take(path, other);
    expect(out).toMatchObject({
      added: 1,
      realigned: [{ item: expect.stringContaining('d1#k.0'), reason: expect.stringContaining('another text') }],
    });
    expect(out.refused.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('nowhere else'),
      expect.stringContaining('not JSON'),
      expect.stringContaining('id'),
    ]);
    const [found] = (await list({}, other)).annotations;
    expect(found!.by[0]!.values.evidence).toEqual([
      { ...span('A contagem começa na data do fato', text), quote: 'A contagem começa na data do fato' },
    ]);
    expect(found!.current).toBe(true);
  });

  it('a document that is not there is refused with what is nearest', async () => {
    await judge({ faithful: 'support' });
    const path = file();
    await put(path);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"d1"', '"d11"'));
    expect((await take(path)).refused).toEqual([
      { item: expect.stringContaining('row 1'), reason: expect.stringContaining('nearest: d1') },
    ]);
    await expect(take('/nowhere.jsonl')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

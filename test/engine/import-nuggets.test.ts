import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { alignSource } from '../../electron/engine/extract/align';
import type { Store } from '../../electron/engine/ports';
import type { EngineContext } from '../../electron/engine/use/context';
import { exportCollection } from '../../electron/engine/use/exportCollection';
import { importFiles } from '../../electron/engine/use/importFiles';
import { createSearchSpaces } from '../../electron/engine/use/searchSpaces';
import type { ImportOutput } from '../../shared/contract';
import type { Nugget } from '../../shared/domain';
import { contextOf, scriptedExtractor } from './extractKit';
import { document, extraction, nuggetsOf, open, tempFolder, trace } from './storeKit';

const TEXT =
  'Ementa 😀. O prazo prescricional da pretensão punitiva é de cinco anos.\r\n\r\nA con-\ntagem começa na data do fato 👩‍⚖️, e não na da ciência.\r\nÉ nula a cláusula que inverte o ônus da prova.';

const context = (store: Store): EngineContext =>
  ({ ...contextOf(store, scriptedExtractor()), config: { resources: 'resources' } }) as EngineContext;

async function workspace(dir = tempFolder()): Promise<{ store: Store; dir: string }> {
  const store = await open(dir);
  await store.addCollection('c');
  await store.putDocuments([document('dec/1', TEXT), document('dec/2', 'Outra decisão, sem nada que se procure aqui.')]);
  return { store, dir: tempFolder() };
}

async function importRows(store: Store, dir: string, rows: readonly (object | string)[], more: object = {}): Promise<ImportOutput> {
  const path = join(dir, 'sistema-a.jsonl');
  writeFileSync(path, rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n'));
  const input = { collection: 'c', paths: [path], format: 'auto' as const, ...more };
  return importFiles(context(store), input, { emit: () => {} });
}

const marked = (nuggets: readonly Nugget[]) => nuggets.map(({ spans }) => spans.map(({ start, end }) => TEXT.slice(start, end)));

describe('nuggets that were made elsewhere', () => {
  it('are aligned, kept under their system’s name, and lead to the row that they come from', async () => {
    const { store, dir } = await workspace();
    const quote = 'prazo prescricional da pretensão punitiva é de cinco anos';
    const rows = [
      { doc_id: 'dec/1', text: 'Prescreve em cinco anos.', quote },
      { doc_id: 'dec/1', text: 'A contagem começa no fato.', quotes: ['A contagem começa na data do fato'] },
      { doc_id: 'dec/1', text: 'Nada disso está na decisão.', quotes: ['palavras que não estão no texto'] },
    ];
    const out = await importRows(store, dir, rows);
    expect(out.format).toBe('nuggets');
    expect(out.nuggets).toMatchObject({ documents: 1, unchanged: 0, nuggets: 3, located: { exact: 1, normalised: 1, fuzzy: 0, none: 1 } });
    expect(out.nuggets!.systems).toEqual([{ system: 'imported:sistema-a', documents: 1, nuggets: 3 }]);
    const nuggets = await store.nuggets('c');
    expect(marked(nuggets)).toEqual([[quote], ['A con-\ntagem começa na data do fato'], []]);
    expect(nuggets.map(({ extractor, tier, status }) => [extractor, tier, status])).toEqual([
      ['imported:sistema-a', 'written', 'exact'],
      ['imported:sistema-a', 'written', 'normalised'],
      ['imported:sistema-a', 'written', 'none'],
    ]);
    const [traced] = await store.traces('c', 'dec/1');
    expect(traced!.id).toBe(nuggets[0]!.trace_id);
    expect(traced!.raw.split('\n').map((line) => JSON.parse(line))).toEqual(rows);
    expect(JSON.parse(traced!.params)).toEqual({ files: ['sistema-a.jsonl'], rows: [1, 2, 3] });
  });

  it.each([
    ['utf16', (text: string, at: number) => text.slice(0, at).length],
    ['codepoints', (text: string, at: number) => [...text.slice(0, at)].length],
    ['utf8', (text: string, at: number) => Buffer.byteLength(text.slice(0, at), 'utf8')],
  ] as const)('spans in %s point at the same words, behind emoji too', async (offsets, count) => {
    const { store, dir } = await workspace();
    const words = 'É nula a cláusula que inverte o ônus da prova';
    const start = TEXT.indexOf(words);
    const spans = [{ start: count(TEXT, start), end: count(TEXT, start + words.length) }];
    const out = await importRows(store, dir, [{ doc_id: 'dec/1', text: 'Nula a inversão.', quote: words, offsets, spans }]);
    expect(out.nuggets).toMatchObject({ realigned: [], located: { exact: 1 } });
    expect(marked(await store.nuggets('c'))).toEqual([[words]]);
  });

  it('whose spans count in another unit than they say are found by their quotes, and told', async () => {
    const { store, dir } = await workspace();
    const words = 'É nula a cláusula que inverte o ônus da prova';
    const start = Buffer.byteLength(TEXT.slice(0, TEXT.indexOf(words)), 'utf8');
    const spans = [{ start, end: start + Buffer.byteLength(words, 'utf8') }];
    const out = await importRows(store, dir, [{ doc_id: 'dec/1', text: 'Nula a inversão.', quote: words, offsets: 'utf16', spans }]);
    expect(out.nuggets!.realigned).toEqual([{ file: 'sistema-a.jsonl', row: 1, doc_id: 'dec/1', reason: expect.any(String) }]);
    expect(marked(await store.nuggets('c'))).toEqual([[words]]);
  });

  it('bad rows and unknown documents are listed, and the rest goes in', async () => {
    const { store, dir } = await workspace();
    const out = await importRows(store, dir, [
      { doc_id: 'dec/1', text: 'Boa.' },
      'isto não é JSON',
      '',
      { doc_id: 'dec/3', text: 'De uma decisão que não está aqui.' },
      { doc_id: 'dec/3', text: 'Mais uma.' },
      { doc_id: 'dec/1', text: '' },
      { doc_id: 'dec/2', text: 'Boa também.' },
    ]);
    expect(out.rejected).toEqual([
      { file: 'sistema-a.jsonl', row: 2, reason: expect.stringContaining('not JSON') },
      { file: 'sistema-a.jsonl', row: 6, reason: 'the text is empty' },
    ]);
    expect(out.nuggets!.unknown).toEqual([{ doc_id: 'dec/3', rows: 2, nearest: ['dec/1', 'dec/2'] }]);
    expect((await store.nuggets('c')).map(({ text }) => text)).toEqual(['Boa.', 'Boa também.']);
  });

  it('imported again change nothing; others of the same system replace the document’s own; nothing else is lost', async () => {
    const { store, dir } = await workspace();
    await store.commitExtraction(extraction('dec/1', 'k1', 1), nuggetsOf('dec/1', 'k1', ['nosso']), [trace('dec/1', 'k1')]);
    const rows = [
      { doc_id: 'dec/1', text: 'Um.' },
      { doc_id: 'dec/2', text: 'Dois.' },
      { doc_id: 'dec/1', text: 'Três.', system: 'b' },
    ];
    await importRows(store, dir, rows);
    const before = await store.nuggets('c');
    const ledger = await store.extractions('c');
    expect((await importRows(store, dir, rows)).nuggets).toMatchObject({ documents: 0, unchanged: 3 });
    expect(await store.nuggets('c')).toEqual(before);
    expect(await store.extractions('c')).toEqual(ledger);
    expect((await importRows(store, dir, [{ doc_id: 'dec/1', text: 'Um, melhor.' }])).nuggets).toMatchObject({ documents: 1 });
    expect((await store.nuggets('c')).map(({ text, extractor }) => [extractor, text])).toEqual([
      ['extractive', 'nosso'],
      ['imported:b', 'Três.'],
      ['imported:sistema-a', 'Um, melhor.'],
      ['imported:sistema-a', 'Dois.'],
    ]);
  });

  it('rank by system; one that is not there is refused with those that are', async () => {
    const { store, dir } = await workspace();
    await importRows(store, dir, [
      { doc_id: 'dec/1', text: 'Prescreve em cinco anos.', system: 'a' },
      { doc_id: 'dec/2', text: 'Prescreve em dez anos.', system: 'b' },
    ]);
    const spaces = createSearchSpaces(store);
    const { map } = await spaces.bm25('c', 'nugget', 'imported:b');
    expect(map.docIds).toEqual(['dec/2']);
    await expect(spaces.bm25('c', 'nugget', 'imported:z')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      remedy: 'Known: imported:a, imported:b.',
    });
  });

  it('need a collection that is there', async () => {
    const { store, dir } = await workspace();
    const refused = importRows(store, dir, [{ doc_id: 'dec/1', text: 'Um.' }], { collection: 'd', format: 'nuggets' });
    await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await store.collections()).map(({ id }) => id)).toEqual(['c']);
  });
});

describe('an export of nuggets', () => {
  it.each(['utf16', 'codepoints', 'utf8'] as const)(
    'in %s, imported into a fresh collection, is exported the same apart from who made it',
    async (offsets) => {
      const { store, dir } = await workspace();
      const source = alignSource(TEXT);
      const quotes = [
        'O prazo prescricional da pretensão punitiva é de cinco anos',
        'a contagem começa na data do fato 👩‍⚖️, e não na da ciência',
        'É nula toda cláusula que inverta o ônus da prova',
      ];
      const spans = quotes.map((quote) => source.locate(quote)!);
      expect(spans.map(({ kind }) => kind)).toEqual(['exact', 'normalised', 'fuzzy']);
      // As the extractive extractor writes it: one sentence around a page header, in two places.
      const parts = ['O prazo prescricional da pretensão punitiva', 'é de cinco anos.'];
      const inParts = parts.map((part) => ({
        start: TEXT.indexOf(part),
        end: TEXT.indexOf(part) + part.length,
        kind: 'normalised' as const,
        score: 1,
      }));
      const written = { extractor: 'llama', tier: 'written', context: '', cue: null } as const;
      const ours: Nugget[] = [
        ...nuggetsOf('dec/1', 'k1', ['tese'], { status: 'normalised', spans: inParts, quotes: [parts.join(' ')], cue: 0.1 + 0.2 }),
      ];
      const theirs: Nugget[] = [
        ...nuggetsOf('dec/1', 'm1', ['A tese escrita 😀.', 'Não localizada.', 'Sem citação.'], written).map(
          (nugget, i): Nugget =>
            i === 0
              ? { ...nugget, status: 'fuzzy', spans, quotes, fields: { artigo: 'art. 1º', condições: ['a', 'b'] }, failed_checks: ['x'] }
              : { ...nugget, status: 'none', spans: [], quotes: i === 1 ? ['nada disso consta do texto lido'] : [] },
        ),
      ];
      await store.commitExtraction(extraction('dec/1', 'k1', 1), ours, [trace('dec/1', 'k1')]);
      await store.commitExtraction(extraction('dec/1', 'm1', 3, { extractor: 'llama' }), theirs, [
        trace('dec/1', 'm1', { extractor: 'llama' }),
      ]);
      const first = join(dir, 'first.jsonl');
      await exportCollection(store, { kind: 'nuggets', collection: 'c', out: first, offsets });

      const fresh = await workspace();
      const input = { collection: 'c', paths: [first], format: 'nuggets' as const };
      const out = await importFiles(context(fresh.store), input, { emit: () => {} });
      expect(out).toMatchObject({ rejected: [], nuggets: { nuggets: 4, realigned: [], unknown: [] } });
      const second = join(dir, 'second.jsonl');
      await exportCollection(fresh.store, { kind: 'nuggets', collection: 'c', out: second, offsets });
      // Of the lines as they stand in the files: the id names the extraction.
      const bare = (path: string) =>
        readFileSync(path, 'utf8')
          .replaceAll(/"id":"[^"]*",/g, '')
          .replaceAll('"imported:', '"');
      expect(bare(second)).toBe(bare(first));
    },
  );
});

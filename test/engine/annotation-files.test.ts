/** Judgments as CSV, Label Studio tasks and assignments, there and back; and a real export of Label Studio. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { annotateNugget } from '../../electron/engine/use/annotateNugget';
import type { EngineContext } from '../../electron/engine/use/context';
import { exportAnnotations } from '../../electron/engine/use/exportAnnotations';
import { importAnnotations } from '../../electron/engine/use/importAnnotations';
import { importFiles } from '../../electron/engine/use/importFiles';
import { listAnnotations } from '../../electron/engine/use/listAnnotations';
import { contract, type Input } from '../../shared/contract';
import { contextOf, scriptedExtractor } from './extractKit';
import { document, extraction, nuggetsOf, open, tempFolder } from './storeKit';

const TEXT = 'Ementa 👩‍⚖️ e\u0301 😀. O prazo é de cinco anos. A contagem começa na data do fato.';
const span = (words: string) => ({ start: TEXT.indexOf(words), end: TEXT.indexOf(words) + words.length });

async function workspace(): Promise<EngineContext> {
  const store = await open(tempFolder());
  await store.addCollection('c');
  await store.putDocuments([document('d1', TEXT)]);
  const spans = [{ ...span('O prazo é de cinco anos'), kind: 'fuzzy' as const, score: 0.925 }];
  await store.commitExtraction(
    extraction('d1', 'k', 2),
    nuggetsOf('d1', 'k', ['=Prazo; "cinco", anos.', 'Contagem\ndo fato.'], { spans, status: 'fuzzy' }),
    [],
  );
  return { ...contextOf(store, scriptedExtractor()), config: { resources: 'resources' } } as EngineContext;
}

let context: EngineContext;
beforeEach(async () => {
  context = await workspace();
});
const judge = (changes: Input<'annotate'>['changes'], more: Partial<Input<'annotate'>> = {}) =>
  annotateNugget(
    context,
    contract.annotate.input.parse({ collection: 'c', annotator: 'Ana', doc_id: 'd1', nugget_id: 'd1#k.0', changes, ...more }),
  );
const put = (path: string, more: Partial<Input<'exportAnnotations'>>) =>
  exportAnnotations(context, contract.exportAnnotations.input.parse({ collection: 'c', path, ...more }));
const take = (path: string, where = context, more: Partial<Input<'importAnnotations'>> = {}) =>
  importAnnotations(where, contract.importAnnotations.input.parse({ collection: 'c', path, ...more }), { emit: () => {} });
const said = async (where = context) =>
  (await listAnnotations(where, contract.annotations.input.parse({ collection: 'c' }))).annotations.flatMap(({ nugget, by }) =>
    by.map(({ annotator, role, values }) => ({ nugget: nugget.id, annotator, role, values })),
  );

async function judgeAll(): Promise<void> {
  await judge({
    faithful: 'partial',
    importance: 'vital',
    self_contained: 'no',
    problems: ['over_general', 'hallucinated'],
    note: '-nota; "x"\ny',
    text: 'Editado.',
  });
  await judge({ evidence: [span('A contagem'), span('fato')], tags: ['a b', 'c'] });
  await judge({ faithful: 'unknown', evidence: [] }, { annotator: 'Rui', nugget_id: 'd1#k.1' });
  await judge({ faithful: 'no_support' }, { annotator: 'Eva', role: 'adjudicator' });
}

describe('there and back: what everybody says is the same', () => {
  it.each([
    ['csv', 'utf16', 'en'],
    ['csv', 'codepoints', 'pt-BR'],
    ['csv', 'utf8', 'pt-BR'],
    ['label-studio', undefined, 'en'],
    ['label-studio', 'utf8', 'en'],
  ] as const)('%s (%s, %s)', async (format, offsets, locale) => {
    await judgeAll();
    const path = join(tempFolder(), format === 'csv' ? 'j.csv' : 'j.json');
    const out = await put(path, { format, offsets, locale });
    expect([out.rows, out.offsets, out.left_out]).toEqual([format === 'csv' ? 3 : 2, offsets ?? 'codepoints', 0]);
    const other = await workspace();
    expect(await take(path, other)).toMatchObject({ format, added: 3, unchanged: 0, conflicts: [], refused: [], realigned: [] });
    expect(await said(other)).toEqual(await said());
    expect(await take(path, other)).toMatchObject({ added: 0, unchanged: 3, conflicts: [] });
  });

  it('a Brazilian CSV has a mark, semicolons, decimal commas, and no formulas', async () => {
    await judgeAll();
    const path = join(tempFolder(), 'j.csv');
    await put(path, { format: 'csv', locale: 'pt-BR' });
    const text = readFileSync(path, 'utf8');
    expect(text.startsWith('\ufeffannotator;role;')).toBe(true);
    expect(text).toContain(';0,925;');
    expect(text).toContain(`;"'=Prazo; ""cinco"", anos.";`);
    expect(text).toContain(`"'-nota; ""x""\ny"`);
  });

  it('Label Studio gets code points: the words stand where Python would slice them', async () => {
    await judgeAll();
    const path = join(tempFolder(), 'j.json');
    await put(path, { format: 'label-studio' });
    const tasks = JSON.parse(readFileSync(path, 'utf8'));
    const { value } = tasks[0].annotations[0].result.find((one: { from_name: string }) => one.from_name === 'evidence');
    expect([...tasks[0].data.text].slice(value.start, value.end).join('')).toBe('A contagem');
    expect(value.start).toBeLessThan(span('A contagem').start);
  });
});

describe('assignments', () => {
  it('are written as the nuggetizer reads them, and read as it writes them', async () => {
    await judgeAll();
    await judge({ faithful: 'support' }, { nugget_id: 'd1#k.1' });
    const path = join(tempFolder(), 'a.jsonl');
    // Rui does not know: the form has no word for it.
    expect(await put(path, { format: 'assignments' })).toMatchObject({ rows: 3, left_out: 1 });
    const lines = readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toEqual({
      query: 'Acórdão d1',
      qid: 'd1',
      docid: 'd1',
      run_id: 'extractive',
      annotator: 'Ana',
      role: 'annotator',
      nuggets: [
        {
          text: '=Prazo; "cinco", anos.',
          importance: 'vital',
          assignment: 'partial_support',
          nugget_id: 'd1#k.0',
          edited_text: 'Editado.',
        },
        { text: 'Contagem\ndo fato.', importance: null, assignment: 'support', nugget_id: 'd1#k.1' },
      ],
    });
    writeFileSync(
      path,
      [
        { query: 'q', qid: 'd1', nuggets: [{ text: 'Contagem do fato.', importance: 'okay', assignment: 'not_support' }] },
        { qid: 'd1', docid: 'd9', nuggets: [{ text: 'x', assignment: 'support' }] },
        {
          qid: 'd1',
          nuggets: [
            { text: 'Nunca dita.', assignment: 'support' },
            { text: 'Contagem do fato.', assignment: 'maybe' },
          ],
        },
      ]
        .map((line) => JSON.stringify(line))
        .join('\n'),
    );
    const other = await workspace();
    const out = await take(path, other, { annotator: 'gpt' });
    expect(out).toMatchObject({ format: 'assignments', added: 1 });
    expect(out.refused).toEqual([
      { item: 'a.jsonl, row 3', reason: expect.stringContaining('assignment') },
      { item: 'a.jsonl, row 2, nugget 1', reason: expect.stringContaining('nearest: d1') },
    ]);
    expect(await said(other)).toMatchObject([
      { nugget: 'd1#k.1', annotator: 'gpt', values: { faithful: 'no_support', importance: 'okay' } },
    ]);
  });
});

it('what is said here is kept where a file says otherwise; the difference is told, what is new goes in', async () => {
  await judge({ faithful: 'support' });
  const path = join(tempFolder(), 'j.csv');
  writeFileSync(
    path,
    'annotator,doc_id,nugget_id,faithful,importance,evidence,evidence_text\n' +
      'Ana,d1,d1#k.0,no_support,vital,,\n' +
      'Rui,d1,d1#k.1,support,,0:10,"[""A contagem""]"\n' +
      'Rui,d1,d1#k.0,maybe,,,\n' +
      'Rui,d1,d1#k.0,support,,0:10,"[""nunca escrito""]"\n' +
      'Rui,d1,d1#k.7,support,,,\n',
  );
  const out = await take(path);
  expect(out).toMatchObject({ added: 2, unchanged: 0 });
  expect(out.conflicts).toEqual([
    { item: 'j.csv, row 2 (d1#k.0)', annotator: 'Ana', label: 'faithful', here: 'support', there: 'no_support', kept: 'support' },
  ]);
  expect(out.realigned).toEqual([{ item: 'j.csv, row 3', reason: expect.stringContaining(`stand at ${span('A contagem').start}–`) }]);
  expect(out.refused).toEqual([
    { item: 'j.csv, row 4', reason: expect.stringContaining('"faithful" is "maybe"') },
    { item: 'j.csv, row 5', reason: expect.stringContaining('nowhere else') },
    { item: 'j.csv, row 6', reason: expect.stringContaining('no nugget "d1#k.7"') },
  ]);
  expect((await said())[0]!.values).toMatchObject({ faithful: 'support', importance: 'vital' });
});

it('spans under labels of others become nuggets: drift is found, what is nowhere is refused', async () => {
  const path = join(tempFolder(), 'marcas.json');
  const at = [...TEXT.slice(0, TEXT.indexOf('O prazo'))].length;
  const region = (start: number, end: number, text: string) => ({
    type: 'labels',
    from_name: 'label',
    to_name: 'text',
    value: { start, end, text, labels: ['PRAZO'] },
  });
  const words = 'O prazo é de cinco anos.';
  writeFileSync(
    path,
    JSON.stringify([
      {
        id: 7,
        data: { text: TEXT },
        annotations: [
          {
            completed_by: 3,
            result: [
              region(at, at + words.length, words),
              region(at + 4, at + 4 + words.length, words),
              region(0, 5, 'nunca esteve aqui, jamais'),
            ],
          },
        ],
      },
      { id: 8, data: { text: 'Um texto que ninguém tem.' }, annotations: [{ result: [region(0, 2, 'Um')] }] },
    ]),
  );
  const out = await take(path);
  expect(out).toMatchObject({ format: 'label-studio', nuggets: 1, system: 'imported:marcas', added: 1 });
  expect(out.realigned).toEqual([{ item: 'task 7, span 2 (d1)', reason: expect.stringContaining('stand at') }]);
  expect(out.refused).toEqual([
    { item: 'task 7, span 3', reason: expect.stringContaining('nowhere') },
    { item: 'task 8, span 1', reason: expect.stringContaining('no document') },
  ]);
  expect((await said())[0]).toMatchObject({
    annotator: 'label-studio 3',
    values: { tags: ['PRAZO'], evidence: [{ ...span(words), quote: words }] },
  });
});

describe('decisions of TCE-RN that people marked in Label Studio', () => {
  const at = resolve('../shared/data/decicontas/decicontas.json');
  it.skipIf(!existsSync(at))(
    '280 spans read as they were marked, 159 have drifted: each is found where it reads the same, and told',
    { timeout: 300_000 },
    async () => {
      const store = await open(tempFolder());
      const real = { ...contextOf(store, scriptedExtractor()), config: { resources: 'resources' } } as EngineContext;
      const read = await importFiles(real, contract.import.input.parse({ collection: 'c', paths: [at], lang: 'pt' }), { emit: () => {} });
      expect(read).toMatchObject({ format: 'label-studio', added: 866, rejected: [] });
      const out = await take(at, real);
      expect([out.added, out.realigned.length, out.refused.length]).toEqual([439, 159, 0]);
      // By another way: white space apart, every marked place reads as Label Studio says it did.
      const bare = (text: string) => text.replaceAll('\\n', '').replace(/\s+/g, '');
      const tasks = JSON.parse(readFileSync(at, 'utf8')) as { id: number; annotations: { result: { value: { text: string } }[] }[] }[];
      const marked = tasks.flatMap(({ id, annotations }) =>
        annotations.flatMap(({ result }) => result.map(({ value }) => `${id} ${bare(value.text)}`)),
      );
      const { annotations } = await listAnnotations(real, contract.annotations.input.parse({ collection: 'c' }));
      const found = annotations.flatMap(({ nugget, by }) =>
        by.flatMap(({ values }) => values.evidence!.map(({ quote }) => `${nugget.doc_id} ${bare(quote)}`)),
      );
      expect(found.sort()).toEqual(marked.sort());
      for (const { nugget, by } of annotations) {
        const { text } = (await store.document('c', nugget.doc_id))!;
        for (const { start, end, quote } of by[0]!.values.evidence!) expect(text.slice(start, end)).toBe(quote);
      }
    },
  );
});

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { columnsOf, hintOf } from '../../electron/engine/import/columns';
import { textOfHtml } from '../../electron/engine/import/html';
import { splitOf } from '../../electron/engine/import/parquet';
import { folder, read, refusals } from './importKit';

// Made by test/fixtures/parquet.py with pyarrow 26.0.1.
const FIXTURES = 'test/fixtures/parquet';

describe('Parquet as on the Hugging Face hub', () => {
  it('JUÁ: documents in two shards, queries, judgments of the test split; every compression', async () => {
    const result = await read(join(FIXTURES, 'hub'));
    expect(result.formats).toEqual(['parquet']);
    expect(result.documents.map(({ doc_id, title, text, source }) => [doc_id, title, text, source])).toEqual([
      ['JURISPRUDENCIA-SELECIONADA-1', '10/2003', 'É vedada a concessão da vantagem.', 'corpus/corpus-00000-of-00002.parquet#1'],
      ["D'Ávila 2", 'Súmula: a 😀 multa', 'Súmula: a 😀 multa\r\nnão cabe.', 'corpus/corpus-00000-of-00002.parquet#2'],
      ['http://x/y?z=1&q=%20', 'Terceiro texto, sem título.', 'Terceiro texto, sem título.', 'corpus/corpus-00000-of-00002.parquet#3'],
      ['d4', 't', 'Quarto texto.', 'corpus/corpus-00001-of-00002.parquet#1'],
    ]);
    expect(result.queries.map(({ query_id, text }) => [query_id, text])).toEqual([
      ['q1', 'vantagem'],
      ['q2', 'multa'],
    ]);
    // A grade of 0 stays 0.
    expect(result.judgments.map(({ query_id, doc_id, grade }) => [query_id, doc_id, grade])).toEqual([
      ['q1', 'JURISPRUDENCIA-SELECIONADA-1', 1],
      ['q1', 'd4', 0],
      ['q2', "D'Ávila 2", 3],
    ]);
    expect(refusals(result)).toEqual([
      'corpus/corpus-00001-of-00002.parquet:2 text is empty',
      'corpus/corpus-00001-of-00002.parquet:3 _id is empty',
      'default/test/0000.parquet:4 the grade 1.75 is no whole number',
      'default/test/0000.parquet:5 the grade null is no whole number',
      'default/test/0000.parquet:6 document "d4" has grade 2 for query "q1", but 0 in row 2',
    ]);
    expect(result.notes.map(({ text }) => text)).toEqual(['judgments of the split "test" alone; left out: train (--split NAME or all)']);
  });

  it('another split, all of them, or none of that name', async () => {
    const grades = async (split: string) =>
      (await read(join(FIXTURES, 'hub'), { split })).judgments.map(({ query_id, doc_id, grade }) => `${query_id} ${doc_id} ${grade}`);
    expect(await grades('train')).toEqual(['q2 d4 1']);
    expect((await grades('all')).length).toBe(4);
    const none = await read(join(FIXTURES, 'hub'), { split: 'dev' });
    expect(none.judgments).toEqual([]);
    expect(refusals(none)).toContain('default/test/0000.parquet:- there is no split "dev" (found: test, train)');
    expect(none.documents.length).toBe(4);
  });

  it('ids and grades that are whole numbers, names with underscores', async () => {
    const result = await read(join(FIXTURES, 'taxqa'));
    expect(refusals(result)).toEqual([]);
    expect(result.documents.map(({ doc_id, text }) => [doc_id, text])).toEqual([
      ['1', 'Resposta um.'],
      ['2', 'Resposta dois.'],
    ]);
    expect(result.judgments.map(({ query_id, doc_id, grade }) => [query_id, doc_id, grade])).toEqual([
      ['1', '1', 2],
      ['1', '2', 1],
    ]);
  });

  it('NormasTCU: subject and norm are the text, without their tags', async () => {
    const { documents } = await read(join(FIXTURES, 'normas', 'doc.parquet'));
    expect(documents.map(({ source, ...doc }) => doc)).toEqual([
      {
        doc_id: 'NORMA-76',
        title: 'RESOLUÇÃO 1/2020',
        lang: 'pt',
        court: '',
        class: 'Resolução',
        date: '2020-03-05',
        text: 'Dispõe sobre o teletrabalho.\n\nArt. 1º Fica instituído.\nArt. 2º — x < y',
      },
    ]);
  });

  it('an unknown table is refused with the names of its columns', async () => {
    expect(refusals(await read(join(FIXTURES, 'unknown')))).toEqual([
      'data/train-00000-of-00001.parquet:- the columns do not say whether these are documents, queries or judgments (found: name, age): name the file or its folder corpus, queries or qrels',
    ]);
    expect((await read(join(FIXTURES, 'unclear'))).rejected[0]?.reason).toContain('(found: _id, text)');
  });

  it('a shard that is not there is told, and the others are read', async () => {
    const result = await read(join(FIXTURES, 'gap'));
    expect(refusals(result)).toEqual(['corpus/train-*-of-00003.parquet:- 1 of 3 files are there; missing: 0, 2']);
    expect(result.documents.map(({ doc_id }) => doc_id)).toEqual(['a']);
  });

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 40), 'the file is cut off: fetch it again'],
    ['empty', () => Buffer.alloc(0), 'the file is empty'],
    ['a pointer', () => Buffer.from('version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n'), 'this is a Git LFS pointer'],
    ['something else', () => Buffer.from('{"_id":"a"}\n{"_id":"b"}\n'), 'this is no Parquet file'],
    ['encrypted', () => Buffer.from('PARE0000000000000000PARE'), 'the file is encrypted, which is not read'],
  ])('%s: refused with the reason', async (_, change, reason) => {
    const whole = readFileSync(join(FIXTURES, 'taxqa/corpus/train-00000-of-00001.parquet'));
    const dir = folder({ 'corpus/x.parquet': change(whole) });
    expect((await read(dir)).rejected[0]).toMatchObject({ file: 'corpus/x.parquet', row: null, reason: expect.stringContaining(reason) });
  });

  it('a broken group costs its rows alone, and those before it stay', async () => {
    const whole = readFileSync(join(FIXTURES, 'hub/corpus/corpus-00000-of-00002.parquet'));
    // The second row group's text begins in the second half of the data.
    const at = whole.lastIndexOf(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]));
    const broken = Buffer.from(whole);
    broken.fill(0xff, at, at + 4);
    const result = await read(folder({ 'corpus/a.parquet': broken }));
    expect(result.documents.map(({ doc_id }) => doc_id)).toEqual(['JURISPRUDENCIA-SELECIONADA-1', "D'Ávila 2"]);
    expect(refusals(result)[0]).toMatch(/^corpus\/a\.parquet:- from row 3 on it can't be read \(/);
  });

  it('a single file in a folder is told by the folder', async () => {
    const dir = folder({ x: '' });
    const path = join(dir, 'queries', 'train-00000-of-00001.parquet');
    mkdirSync(dirname(path));
    copyFileSync(join(FIXTURES, 'unclear', 'train.parquet'), path);
    expect((await read(path)).queries.map(({ query_id }) => query_id)).toEqual(['a']);
    writeFileSync(join(dir, 'y.parquet'), '');
    await expect(read(dir, { format: 'beir' })).rejects.toThrow('is no beir folder');
  });
});

describe('columns', () => {
  it.each([
    ['corpus/train-00000-of-00001.parquet', 'corpus'],
    ['queries.parquet', 'queries'],
    ['ja-queries/dev-00000-of-00001.parquet', 'queries'],
    ['qrels/test.parquet', 'qrels'],
    ['default/test/0000.parquet', undefined],
    ['data/train.parquet', undefined],
    ['doc.csv', 'corpus'],
  ])('%s holds %s', (path, role) => expect(hintOf(path)).toBe(role));

  it.each([
    ['qrels/test-00000-of-00001.parquet', 'test'],
    ['default/test/0000.parquet', 'test'],
    ['data/train-00000-of-00001-5e24332efbb78f5c.parquet', 'train'],
    ['qrels/dev.parquet', 'dev'],
  ])('%s is of the split %s', (path, split) => expect(splitOf(path)).toBe(split));

  it('the published tables: JurisTCU with KEY, NormasTCU with QUERY_KEY and DOC_KEY, JUÁ', () => {
    const juris = ['KEY', 'NUMACORDAO', 'ANOACORDAO', 'COLEGIADO', 'AREA', 'ENUNCIADO', 'EXCERTO', 'DATASESSAOFORMATADA', 'TIPOPROCESSO'];
    expect(columnsOf(juris, undefined)).toMatchObject({ role: 'corpus', id: 'KEY', text: ['ENUNCIADO', 'EXCERTO'], html: true });
    expect(columnsOf(['QUERY_KEY', 'DOC_KEY', 'SCORE', 'RANK'], undefined)).toEqual({
      role: 'qrels',
      query: 'QUERY_KEY',
      doc: 'DOC_KEY',
      grade: 'SCORE',
    });
    expect(columnsOf(['QUERY_ID', 'DOC_ID', 'SCORE', 'ENGINE', 'RANK'], undefined)).toMatchObject({ role: 'qrels', grade: 'SCORE' });
    expect(columnsOf(['_id', 'title', 'text'], undefined)).toMatchObject({ role: 'corpus', id: '_id', text: ['text'], html: false });
    expect(columnsOf(['KEY', 'TEXT'], 'queries')).toMatchObject({ role: 'queries', id: 'KEY', text: 'TEXT' });
    expect(columnsOf(['query-id', 'corpus-id'], undefined)).toBe('there is no column score (found: query-id, corpus-id)');
  });
});

describe('HTML cells', () => {
  it.each([
    ['sem marcas', 'sem marcas'],
    ['a < b e c > d; R&D', 'a < b e c > d; R&D'],
    ['<p>um</p><p>dois</p>', 'um\ndois'],
    ['um<br/>dois', 'um\ndois'],
    ['<style>x{}</style>a<!-- b -->c', 'ac'],
    ['decis&atilde;o &Ccedil;&#x41;&#65;&nbsp;&amp;&desconhecido;', 'decisão ÇAA &&desconhecido;'],
    ['&#55357;&#1114112;', '\ufffd\ufffd'],
  ])('%s', (html, text) => expect(textOfHtml(html)).toBe(text));
});

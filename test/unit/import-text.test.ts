import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder, read, refusals } from './importKit';

const PT = 'O Tribunal negou provimento ao recurso, que não foi conhecido em parte, por falta de interesse.';
const EN = 'The court held that the appeal was dismissed, and it was not open to the parties to raise this.';

describe('a folder of texts', () => {
  it('gives ids by path without extension, titles by the first line with words, languages by the words', async () => {
    const dir = folder({
      'a.txt': `\n  ***\n# ACÓRDÃO  733/2025\n${PT}`,
      'sub/dir/b.MD': `\n## Judgment\n\n${EN}`,
      'sub/c.d.txt': PT,
      '.hidden.txt': PT,
      '.git/x.txt': PT,
    });
    const { documents, formats, ...rest } = await read(dir);
    expect(formats).toEqual(['text']);
    expect(documents.map(({ doc_id, title, lang, source }) => [doc_id, title, lang, source])).toEqual([
      ['a', 'ACÓRDÃO 733/2025', 'pt', 'a.txt'],
      ['sub/c.d', PT, 'pt', 'sub/c.d.txt'],
      ['sub/dir/b', 'Judgment', 'en', 'sub/dir/b.MD'],
    ]);
    expect(documents.every(({ court, class: kind, date }) => court + kind + date === '')).toBe(true);
    expect(refusals({ documents, formats, ...rest })).toEqual([]);
  });

  it('keeps every character: line ends, NBSP, combining marks, ligatures, emoji, trailing blanks', async () => {
    const text = ' 1º\r\n\u00a0e\u0301 \ufb01m ½ \u{1f600}\t\n\n\u2028fim \r';
    const { documents } = await read(folder({ 'x.txt': text }));
    expect(documents[0]?.text).toBe(text);
  });

  it('shortens a long title at a word, never inside a character', async () => {
    const long = `${'palavra '.repeat(30)}`;
    const emoji = `ab${'\u{1f600}'.repeat(100)}`;
    const { documents } = await read(folder({ 'a.txt': long, 'b.txt': `x${emoji}` }));
    expect(documents[0]?.title).toBe(`${'palavra '.repeat(19)}palavra…`);
    expect(documents[1]?.title.length).toBeLessThanOrEqual(160);
    expect(documents[1]?.title).not.toMatch(/\p{Surrogate}/u);
  });

  it('takes the language that was asked for', async () => {
    expect((await read(folder({ 'a.txt': PT }), { lang: 'en' })).documents[0]?.lang).toBe('en');
  });

  it('refuses what is no text, with the reason and what to do, and reads the rest', async () => {
    const result = await read(
      folder({
        'good.txt': PT,
        'a.pdf': '%PDF-1.7 …',
        'fake.txt': '%PDF-1.4\n',
        'word.docx': 'PK\u0003\u0004rest',
        'zip.txt': 'PK\u0003\u0004rest',
        'old.doc': Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        'rich.txt': '{\\rtf1 x}',
        'empty.txt': '',
        'empty.pdf': '',
        'blank.txt': ' \n\t ',
        'picture.jpg': Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
        'utf16.txt': Buffer.from('sem marca', 'utf16le'),
        'noise.txt': Buffer.from(Array.from({ length: 400 }, (_, i) => 1 + ((i * 7) % 255))),
        'table.csv': 'a,b\n1,2\n',
        noextension: PT,
      }),
    );
    expect(result.documents.map((doc) => doc.doc_id)).toEqual(['good']);
    expect(refusals(result)).toEqual([
      'a.pdf:- this is a PDF, which is not read yet: save its text as TXT first',
      'blank.txt:- the file holds only white space',
      'empty.pdf:- the file is empty',
      'empty.txt:- the file is empty',
      'fake.txt:- this is a PDF, which is not read yet: save its text as TXT first',
      'noextension:- only TXT and MD files are read: save it as plain text first',
      'noise.txt:- this is no text: save it as plain text in UTF-8',
      'old.doc:- this is an old Word or Excel file, which is not read: save it as plain text first',
      'picture.jpg:- the file holds NUL characters, so it is no text in UTF-8: save it as UTF-8',
      'rich.txt:- this is an RTF file, which is not read: save it as plain text first',
      'table.csv:- only TXT and MD files are read: save it as plain text first',
      'utf16.txt:- the file holds NUL characters, so it is no text in UTF-8: save it as UTF-8',
      'word.docx:- this is a ZIP or DOCX file, which is not read yet: save it as plain text first',
      'zip.txt:- this is a ZIP or DOCX file, which is not read yet: save it as plain text first',
    ]);
  });

  it('spells ids in one way, whichever way the file system spells accents', async () => {
    const { documents } = await read(folder({ 'Aca\u0303o.txt': PT, 'metadata.csv': 'doc_id,court\nAc\u00e3o,STJ\n' }));
    expect([documents[0]?.doc_id, documents[0]?.court]).toEqual(['Ac\u00e3o', 'STJ']);
  });

  it('refuses an id that no run file can bear', async () => {
    const dir = folder({ 'ok.txt': PT });
    writeFileSync(join(dir, 'a\nb.txt'), PT);
    expect(refusals(await read(dir))).toEqual(['a\nb.txt:- the id (path without extension) holds a control character']);
  });
});

describe('encodings', () => {
  const text = 'Decisão “unânime” – ação nº 5, § 2º, € 10, coração.';
  const cp1252 = Buffer.from(
    text.replace(/[“”–€]/g, (c) => ({ '“': '\x93', '”': '\x94', '–': '\x96', '€': '\x80' })[c]!),
    'latin1',
  );

  it.each([
    ['UTF-8', Buffer.from(text), 0],
    ['UTF-8 with a BOM', Buffer.from(`\ufeff${text}`), 0],
    ['UTF-16 LE', Buffer.from(`\ufeff${text}`, 'utf16le'), 0],
    ['UTF-16 BE', Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), 0],
    ['Windows-1252', cp1252, 1],
  ])('%s gives the same text', async (_, bytes, notes) => {
    const result = await read(folder({ 'x.txt': bytes }));
    expect(result.documents[0]?.text).toBe(text);
    expect(result.notes.length).toBe(notes);
    expect(result.rejected).toEqual([]);
  });

  it('tells in one note which files were read by a guess', async () => {
    const { notes } = await read(folder({ 'a.txt': cp1252, 'b.txt': 'ação', 'c.txt': cp1252, 'd.txt': cp1252 }));
    expect(notes).toEqual([{ type: 'note', file: 'a.txt', text: 'and 2 more: not UTF-8, read as Windows-1252 (ISO-8859-1)' }]);
  });
});

describe('files beside the texts', () => {
  const sample = {
    'decisions/pt-tcu-01.txt': PT,
    'decisions/en-1.txt': EN,
    'metadata.pt.csv': '\ufeffdoc_id;title;lang;court;class;date\r\npt-tcu-01;"Acórdão; com ponto";pt-BR;TCU;Representação;07/05/2024\r\n',
    'metadata.en.csv': 'doc_id,title,lang,court,class,date\nen-1,A v. B,EN,Supreme Court,Civil Appeal,2001-07-11\n',
    'queries.pt.jsonl': '{"_id":"q1","text":"interesse recursal","metadata":{"source":"log"}}\n',
    'queries.en.jsonl': '{"_id":2,"text":"dismissed appeal"}\n',
    'qrels.pt.tsv': 'query-id\tcorpus-id\tscore\nq1\tpt-tcu-01\t3\n',
    'qrels.en.tsv': '2\t0\ten-1\t1.0\n',
    'README.md': 'About this collection.',
  };

  it('tell what they know; ids count below decisions/', async () => {
    const result = await read(folder(sample));
    expect(result.documents).toEqual([
      {
        doc_id: 'en-1',
        title: 'A v. B',
        lang: 'en',
        court: 'Supreme Court',
        class: 'Civil Appeal',
        date: '2001-07-11',
        text: EN,
        source: 'decisions/en-1.txt',
      },
      {
        doc_id: 'pt-tcu-01',
        title: 'Acórdão; com ponto',
        lang: 'pt',
        court: 'TCU',
        class: 'Representação',
        date: '2024-05-07',
        text: PT,
        source: 'decisions/pt-tcu-01.txt',
      },
    ]);
    expect(result.queries.map(({ query_id, text, source }) => [query_id, text, source])).toEqual([
      ['2', 'dismissed appeal', ''],
      ['q1', 'interesse recursal', 'log'],
    ]);
    expect(result.judgments).toEqual([
      { type: 'judgment', query_id: '2', doc_id: 'en-1', grade: 1 },
      { type: 'judgment', query_id: 'q1', doc_id: 'pt-tcu-01', grade: 3 },
    ]);
    expect([result.rejected, result.notes]).toEqual([[], []]);
  });

  it('also below documents/; without such files the folder is part of the id', async () => {
    expect((await read(folder({ 'documents/x/a.txt': PT, 'queries.jsonl': '' }))).documents[0]?.doc_id).toBe('x/a');
    expect((await read(folder({ 'decisions/a.txt': PT }))).documents[0]?.doc_id).toBe('decisions/a');
  });

  it('tell what could not be used: a date, a language, a row told twice, a document that is not there', async () => {
    const { notes, documents } = await read(
      folder({ 'a.txt': PT, 'metadata.csv': 'doc_id,lang,date\na,es,31/02/2024\na,pt,2024\nnobody,pt,2024-01-01\n' }),
    );
    expect(documents[0]).toMatchObject({ lang: 'pt', date: '' });
    expect(notes.map((note) => note.text)).toEqual([
      'row 2: "31/02/2024" is no date',
      'row 2: the language "es" is not pt or en',
      'row 3: "a" was told before; the first row counts',
      'row 4: there is no document "nobody"',
    ]);
  });

  it('refuse a row with its place and reason', async () => {
    const result = await read(
      folder({
        'a.txt': PT,
        'queries.jsonl': '{"_id":"q1","text":"boa"}\n{"_id":"q2"}\n\nnot json\n{"_id":"","text":"x"}\nnull\n{"_id":"q6","text":" "}\n',
        'qrels.tsv':
          'query-id\tcorpus-id\tscore\nq1\ta\t1\nq1\ta\nq1\ta\t0.5\nq1\ta\thigh\n\ta\t1\nq1\tb\t-1\nq1\ta\t2\nq1\ta\t1.0\nq1\ta\t\n',
      }),
    );
    expect(result.queries.map((query) => query.query_id)).toEqual(['q1']);
    expect(result.judgments.map((judgment) => judgment.grade)).toEqual([1, -1]);
    expect(refusals(result)).toEqual([
      'qrels.tsv:3 2 fields where 4 (TREC: query 0 document grade) or 3 (BEIR) are due',
      'qrels.tsv:4 the grade "0.5" is no whole number',
      'qrels.tsv:5 the grade "high" is no whole number',
      'qrels.tsv:6 the query id is empty',
      'qrels.tsv:8 document "a" has grade 2 for query "q1", but 1 in row 2',
      'qrels.tsv:10 the grade "" is no whole number',
      'queries.jsonl:2 "text" is missing',
      'queries.jsonl:4 the line is not JSON',
      'queries.jsonl:5 the query id is empty',
      'queries.jsonl:6 "text" is missing',
      'queries.jsonl:7 the text is empty',
    ]);
    expect(result.notes.map(({ file, text }) => `${file}: ${text}`)).toEqual(['qrels.tsv: 1 row says what an earlier one says']);
  });
});

describe('paths', () => {
  it('may be single files, of any kind that is read', async () => {
    const dir = folder({
      'um.txt': PT,
      'test.qrels': 'q1 0 d1 1\nq1 0 d2 0\n',
      'table.tsv': 'query-id\tcorpus-id\tscore\nq1\td1\t2\n',
      'qrels.jsonl': '{"query-id":"q1","corpus-id":7,"score":1.0}\n{"query-id":"q1","corpus-id":"d9","score":0.0}\n',
      'queries.jsonl': '{"_id":"q1","text":"algo"}\n',
      'other.jsonl': `{"_id":"d1","text":"${PT}"}\n`,
    });
    const at = (name: string) => read(join(dir, name));
    expect((await at('um.txt')).documents.map((doc) => doc.doc_id)).toEqual(['um']);
    expect((await at('test.qrels')).judgments.map((j) => [j.doc_id, j.grade])).toEqual([
      ['d1', 1],
      ['d2', 0],
    ]);
    expect((await at('table.tsv')).judgments).toEqual([{ type: 'judgment', query_id: 'q1', doc_id: 'd1', grade: 2 }]);
    expect((await at('qrels.jsonl')).judgments.map((j) => [j.doc_id, j.grade])).toEqual([
      ['7', 1],
      ['d9', 0],
    ]);
    expect((await at('queries.jsonl')).queries.length).toBe(1);
    expect((await at('other.jsonl')).documents.map((doc) => doc.source)).toEqual(['other.jsonl#1']);
  });

  it('a text that only looks a little like judgments stays a text; a run is refused', async () => {
    const dir = folder({ 'lei.txt': 'Lei 8112 art 5\n', 'run.txt': 'q1 Q0 d1 1 0.5 tag\nq1 Q0 d2 2 1e-3 tag\n' });
    expect((await read(join(dir, 'lei.txt'))).documents.map((doc) => doc.text)).toEqual(['Lei 8112 art 5\n']);
    expect(refusals(await read(join(dir, 'run.txt')))).toEqual([
      'run.txt:- this is a TREC run, which is compared, not imported: pepita evaluate --run FILE',
    ]);
  });

  it('that are not there are told before anything is read; so is a folder of another format', async () => {
    const dir = folder({ 'a.txt': PT });
    await expect(read([dir, join(dir, 'none')])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const [format, sign] of [
      ['beir', 'corpus.jsonl'],
      ['juristcu', 'doc.csv'],
      ['aila', 'Object_casedocs'],
    ] as const)
      await expect(read(dir, { format })).rejects.toMatchObject({ code: 'BAD_INPUT', message: expect.stringContaining(sign) });
  });

  it('a folder of a known layout is read as text where that is asked for', async () => {
    const dir = folder({ 'a.txt': PT, 'corpus.jsonl': '{}' });
    expect((await read(dir, { format: 'text' })).documents.map((doc) => doc.doc_id)).toEqual(['a']);
    expect((await read(dir)).formats).toEqual(['beir']);
  });

  it('tell how far reading is, in bytes up to all of them, and stop when asked to', async () => {
    const dir = folder({ 'a.txt': PT, 'b.txt': PT, 'skip.pdf': '%PDF' });
    mkdirSync(join(dir, 'empty'));
    const seen: [number, number][] = [];
    await read([dir, join(dir, 'a.txt')], { onRead: (done, total) => seen.push([done, total]) });
    const size = Buffer.byteLength(PT);
    const total = 3 * size + 4;
    expect(seen.map(([, t]) => t)).toEqual(seen.map(() => total));
    expect(seen.map(([done]) => done)).toEqual([size, 2 * size, 2 * size + 4, 2 * size + 4, 3 * size + 4, 3 * size + 4]);

    const aborter = new AbortController();
    aborter.abort();
    await expect(read(dir, { signal: aborter.signal })).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCsv } from '../../electron/engine/import/csv';
import { englishDate, isoDate } from '../../electron/engine/import/dates';
import { gradeOf } from '../../electron/engine/import/ids';
import { folder, read, refusals } from './importKit';

const PT = 'É vedada a concessão da vantagem, que não se incorpora aos proventos da aposentadoria.';

describe('CSV', () => {
  const table = (text: string) => {
    const { rows, faults } = parseCsv(text);
    return {
      rows: rows.body.map(({ row, cells }) => [row, ...Object.values(cells)]),
      faults: faults.map(({ row, reason }) => `${row} ${reason}`),
    };
  };

  it.each([
    ['comma, LF', 'a,b\n1,2\n3,4\n'],
    ['semicolon, CRLF', 'a;b\r\n1;2\r\n3;4\r\n'],
    ['tab, no end of line at the end', 'a\tb\n1\t2\n3\t4'],
    ['a comma in a quoted name', '"a,x,y";b\n1;2\n3;4\n'],
  ])('%s', (_, text) => {
    expect(table(text)).toEqual({
      rows: [
        [2, '1', '2'],
        [3, '3', '4'],
      ],
      faults: [],
    });
  });

  it("Excel's first line sep=; is followed", () => {
    expect(table('sep=;\r\na;b\r\n1,5;2\r\n').rows).toEqual([[3, '1,5', '2']]);
  });

  it('counts lines where cells have several, and lines are empty', () => {
    expect(table('a,b\n\n1,"x\ny\r\nz"\n\r\n\n2,"say ""no"""\n')).toEqual({
      rows: [
        [3, '1', 'x\ny\r\nz'],
        [8, '2', 'say "no"'],
      ],
      faults: [],
    });
  });

  it('refuses a row with the wrong number of cells and keeps the others', () => {
    expect(table('a,b\n1,2\n1,2,3\n1\n4,5\n')).toEqual({
      rows: [
        [2, '1', '2'],
        [5, '4', '5'],
      ],
      faults: ['3 3 cells where 2 are due', '4 1 cells where 2 are due'],
    });
  });

  it.each([
    ['in the middle of a cell', 'x.",y', 'a quotation mark stands inside a cell that does not begin with one'],
    ['followed by text', '"x" y,z', 'a quotation mark is followed by more text instead of the end of the cell'],
    ['that swallows the next row', '"x,y', '1 cells where 2 are due; a quotation mark may be out of place'],
  ])('refuses a row with a quotation mark %s, and keeps the rows before and after', (_, bad, reason) => {
    const after = bad === '"x,y' ? '3,"4"\n5,6' : '3,4\n5,6';
    const { rows, faults } = table(`a,b\n1,2\n${bad}\n${after}\n`);
    expect(rows).toEqual([
      [2, '1', '2'],
      [4, '3', '4'],
      [5, '5', '6'],
    ]);
    expect(faults.length).toBe(1);
    expect(faults[0]).toMatch(/^3 /);
    if (bad !== '"x,y') expect(faults[0]).toBe(`3 ${reason}`);
  });

  it('a quotation mark that is never closed costs its own row alone', () => {
    expect(table('a,b\n1,2\n3,"x\n5,6\n7,8\n')).toEqual({
      rows: [
        [2, '1', '2'],
        [4, '5', '6'],
        [5, '7', '8'],
      ],
      faults: ['3 a quotation mark is opened and never closed'],
    });
  });

  it('rows that a quotation mark swallowed into one record get their own chance', () => {
    // The mark of row 3 is closed by that of row 5: one record of three cells where two are due.
    expect(table('a,b\n1,2\n3,"x\n5,6\n7,y",8\n9,10\n')).toEqual({
      rows: [
        [2, '1', '2'],
        [4, '5', '6'],
        [6, '9', '10'],
      ],
      faults: [
        '3 3 cells where 2 are due; a quotation mark may be out of place',
        '5 a quotation mark stands inside a cell that does not begin with one',
      ],
    });
  });

  it('a header that can not be read leaves nothing', () => {
    expect(table('a,"b\n1,2\n')).toEqual({ rows: [], faults: ['1 a quotation mark is opened and never closed'] });
  });

  it('ten thousand bad rows among large cells take no time to speak of', () => {
    const text = `a,b\n${`1,x"y\n2,"${'z'.repeat(400)}"\n`.repeat(10_000)}`;
    const begun = performance.now();
    const { rows, faults } = table(text);
    expect([rows.length, faults.length]).toEqual([10_000, 10_000]);
    expect(performance.now() - begun).toBeLessThan(8000);
  });

  it('property: what is written by the rules comes back, with the line where each row begins', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', ';', '\n', '\r\n', ' ', '\u{1f600}'), maxLength: 6 });
    const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(rows, fc.constantFrom(',', ';', '\t'), fc.constantFrom('\n', '\r\n'), (given, delimiter, end) => {
        const quote = (value: string) => `"${value.replaceAll('"', '""')}"`;
        let line = 2;
        let text = ['c1', 'c2', 'c3'].join(delimiter) + end;
        const expected = given.map((cells) => {
          const record = cells.map(quote).join(delimiter) + end;
          const at = line;
          line += record.split('\n').length - 1;
          text += record;
          return [at, ...cells];
        });
        expect(table(text)).toEqual({ rows: expected, faults: [] });
      }),
    );
  });
});

describe('dates and grades', () => {
  it.each([
    ['2024-05-07', '2024-05-07'],
    ['2024-05-07T10:00:00Z', '2024-05-07'],
    ['7/5/2024', '2024-05-07'],
    ['07.05.2024', '2024-05-07'],
    ['2024', '2024'],
    ['2024-05', '2024-05'],
    ['2024-02-30', ''],
    ['29/02/2023', ''],
    ['2024-13', ''],
    ['ontem', ''],
    ['', ''],
  ])('%s → %s', (given, expected) => expect(isoDate(given)).toBe(expected));

  it('a line of a judgment', () => {
    expect(englishDate('11 July 2001')).toBe('2001-07-11');
    expect(englishDate('3 September, 1987 (Tuesday)')).toBe('1987-09-03');
    expect(englishDate('31 June 2001')).toBe('');
    expect(englishDate('on 11 July 2001')).toBe('');
  });

  it.each([
    ['1', 1],
    [' 2 ', 2],
    ['1.0', 1],
    [3.0, 3],
    ['-1', -1],
    ['0', 0],
    ['-0', 0],
    ['0.5', undefined],
    [0.5, undefined],
    ['', undefined],
    ['0x10', undefined],
    [Number.NaN, undefined],
    [null, undefined],
    [true, undefined],
    ['99999999999', undefined],
  ])('the grade %s is %s', (given, expected) => expect(gradeOf(given)).toBe(expected));
});

describe('BEIR', () => {
  it('is read with its metadata, whatever line separators the texts hold', async () => {
    const text = 'Primeira linha.\r\nSegunda,\u2028terceira \u0085 não é a da vantagem.';
    const result = await read(
      folder({
        'corpus.jsonl': `\ufeff${JSON.stringify({ _id: 'd1', title: ' Título ', text, metadata: { court: 'TRF1', class: 'Apelação', date: '01/02/2003', lang: 'pt' } })}\r\n\n${JSON.stringify({ _id: 2, text: `  \n${PT}` })}`,
        'queries.jsonl': '{"_id":"q1","text":"vantagem"}\n',
        'qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq1\td1\t1\n',
        'qrels/train.jsonl': '{"query-id":"q1","corpus-id":"2","score":2.0}\n',
        'qrels/notes.pdf': 'x',
      }),
    );
    expect(result.formats).toEqual(['beir']);
    expect(result.documents).toEqual([
      { doc_id: 'd1', title: 'Título', lang: 'pt', court: 'TRF1', class: 'Apelação', date: '2003-02-01', text, source: 'corpus.jsonl#1' },
      { doc_id: '2', title: PT, lang: 'pt', court: '', class: '', date: '', text: `  \n${PT}`, source: 'corpus.jsonl#3' },
    ]);
    expect(result.queries.length).toBe(1);
    expect(result.judgments.map((j) => [j.doc_id, j.grade])).toEqual([['d1', 1]]);
    expect(result.notes.map(({ text }) => text)).toEqual(['judgments of the split "test" alone; left out: train (--split NAME or all)']);
    expect(result.rejected).toEqual([]);
  });

  it('its splits: the one that is named, all of them, and without a test all as well', async () => {
    const files = {
      'corpus.jsonl': `{"_id":"a","text":"${PT}"}\n`,
      'qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq1\ta\t1\n',
      'qrels/dev.tsv': 'query-id\tcorpus-id\tscore\nq2\ta\t1\n',
      'qrels/train.jsonl': '{"query_id":"q3","corpus_id":"a","relevance":2}\n',
    };
    const queries = async (split?: string, leave?: keyof typeof files) => {
      const { [leave ?? 'none']: _, ...rest } = files as Record<string, string>;
      const result = await read(folder(rest), split ? { split } : {});
      return [result.judgments.map(({ query_id }) => query_id), refusals(result)];
    };
    expect(await queries()).toEqual([['q1'], []]);
    expect(await queries('train')).toEqual([['q3'], []]);
    expect(await queries('all')).toEqual([['q2', 'q1', 'q3'], []]);
    expect(await queries(undefined, 'qrels/test.tsv')).toEqual([['q2', 'q3'], []]);
    expect(await queries('valid')).toEqual([[], ['qrels:- there is no split "valid" (found: dev, test, train)']]);
  });

  it("JUÁ's: grades as floats, 0 stays 0, another grade is refused by its row", async () => {
    const rows = ['1.0', '0.0', '3', '0.5', 'null', '"2"', '1.0'].map(
      (score, i) => `{"query-id":"1","corpus-id":"${i === 6 ? 0 : i}","score":${score}}`,
    );
    const result = await read(folder({ 'corpus.jsonl': `{"_id":"0","text":"${PT}"}\n`, 'qrels/test.jsonl': rows.join('\r\n') }));
    expect(result.judgments.map((j) => [j.doc_id, j.grade])).toEqual([
      ['0', 1],
      ['1', 0],
      ['2', 3],
      ['5', 2],
    ]);
    expect(refusals(result)).toEqual(['test.jsonl:4 the grade 0.5 is no whole number', 'test.jsonl:5 the grade null is no whole number']);
    expect(result.notes.map(({ text }) => text)).toEqual(['1 row says what an earlier one says']);
  });

  it('TREC judgments: an id with a space is refused by its row, a URL is an id, a query that comes twice is told', async () => {
    const result = await read(
      folder({
        'a.txt': PT,
        'qrels.txt': '\ufeffq1 0 http://x/y?z=1&q=%20 1\r\nq1 0 Acórdão 733 1\r\nq1\t0\tAcórdão 733\t2\r\n\r\nq1 0 a\r\n',
        'queries.jsonl': '{"_id":"q1","text":"um"}\n{"_id":"q1","text":"outro"}\n{"_id":"q1","text":"um"}\n',
      }),
    );
    expect(result.judgments.map((j) => [j.doc_id, j.grade])).toEqual([
      ['http://x/y?z=1&q=%20', 1],
      ['Acórdão 733', 2],
    ]);
    expect(result.queries.map(({ text }) => text)).toEqual(['um']);
    expect(refusals(result)).toEqual([
      'qrels.txt:2 5 fields where 4 (TREC: query 0 document grade) or 3 (BEIR) are due',
      'qrels.txt:5 the grade "a" is no whole number',
      'queries.jsonl:2 query "q1" has another text in row 1',
    ]);
  });

  it('refuses bad lines by number and reads the others; half characters are replaced where they are seen', async () => {
    const result = await read(
      folder({
        'corpus.jsonl': [
          '{"_id":"a","text":"bom"}',
          '{"_id":"b","text":"cut',
          '{"_id":"c"}',
          '{"text":"sem id"}',
          '{"_id":"e","text":"  "}',
          '["x"]',
          '{"_id":"g","text":"a\\u0000b"}',
          '{"_id":{"x":1},"text":"y"}',
          '{"_id":"i","text":"meio \\ud83d fim"}',
          'null',
        ].join('\n'),
      }),
    );
    expect(result.documents.map((doc) => [doc.doc_id, doc.text])).toEqual([
      ['a', 'bom'],
      ['i', 'meio \ufffd fim'],
    ]);
    expect(result.rejected.map(({ row, reason }) => `${row} ${reason.replace(/ \(.*/, '')}`)).toEqual([
      '2 the line is not JSON',
      '3 "text" is missing',
      '4 "_id" is empty',
      '5 the text is empty',
      '6 the line is no JSON object',
      '7 the text holds NUL characters',
      '8 "_id" is empty',
      '10 the line is no JSON object',
    ]);
  });

  it('that is not UTF-8 is read as Windows-1252 and says so; UTF-16 is refused', async () => {
    const line = '{"_id":"a","text":"a decisão"}\n';
    const latin = await read(folder({ 'corpus.jsonl': Buffer.from(line, 'latin1') }));
    expect(latin.documents[0]?.text).toBe('a decisão');
    expect(latin.notes.map((note) => note.file)).toEqual(['corpus.jsonl']);
    expect(refusals(await read(folder({ 'corpus.jsonl': Buffer.from(`\ufeff${line}`, 'utf16le') })))).toEqual([
      'corpus.jsonl:- the file is in UTF-16: JSON lines are written in UTF-8, save it so',
    ]);
  });

  it('lines longer than a chunk of reading come whole', async () => {
    const text = 'não '.repeat(700_000);
    const { documents } = await read(
      folder({ 'corpus.jsonl': `${JSON.stringify({ _id: 'a', text })}\n${JSON.stringify({ _id: 'b', text: 'x' })}\n` }),
    );
    expect(documents.map((doc) => doc.text === text)).toEqual([true, false]);
  });
});

describe('JurisTCU', () => {
  it('is read: enunciado and excerpt as text, court, class and date where they are told', async () => {
    const long = `"${'palavra '.repeat(2600)}"`;
    const result = await read(
      folder({
        'doc.csv': `\ufeffDOC_ID,ENUNCIADO,EXCERTO,COLEGIADO,TIPOPROCESSO,DATASESSAOFORMATADA\r\n13,"${PT}","Voto:\r\n""não""",Plenário,REPRESENTAÇÃO,29/06/2005\r\n14,${long},,,,\r\n15,,,,,\r\n,x,,,,\r\n`,
        'query.csv': 'ID,TEXT,SOURCE\r\n1,"técnica, e preço",search log\r\n2,,x\r\n',
        'qrel.csv': 'QUERY_ID,DOC_ID,SCORE,ENGINE,RANK\r\n1,13,3,x,1\r\n1,14,0.0,x,2\r\n1,14,1.5,x,3\r\n',
      }),
    );
    expect(result.formats).toEqual(['juristcu']);
    expect(result.documents[0]).toEqual({
      doc_id: '13',
      title: PT,
      lang: 'pt',
      court: 'TCU — Plenário',
      class: 'REPRESENTAÇÃO',
      date: '2005-06-29',
      text: `${PT}\n\nVoto:\r\n"não"`,
      source: 'doc.csv#2',
    });
    expect(result.documents[1]?.text.length).toBe(2600 * 8);
    expect(result.documents[1]?.court).toBe('TCU');
    expect(result.queries).toEqual([{ type: 'query', query_id: '1', text: 'técnica, e preço', source: 'search log' }]);
    expect(result.judgments.map((j) => j.grade)).toEqual([3, 0]);
    expect(refusals(result)).toEqual([
      'doc.csv:5 ENUNCIADO, EXCERTO are empty',
      'doc.csv:6 DOC_ID is empty',
      'query.csv:3 TEXT is empty',
      'qrel.csv:4 the grade "1.5" is no whole number',
    ]);
  });

  it('as it is published: KEY names the document, HTML in the excerpt goes; bars between cells', async () => {
    const result = await read(
      folder({
        'doc.csv': `KEY|NUMACORDAO|COLEGIADO|ENUNCIADO|EXCERTO\nJURISPRUDENCIA-SELECIONADA-13|1|Plenário|${PT}|"<p>Voto: n&atilde;o</p>"\n`,
        'qrel.csv': 'QUERY_ID,DOC_ID,SCORE,ENGINE,RANK\n1,13,3,x,1\n',
      }),
    );
    expect(refusals(result)).toEqual([]);
    expect(result.documents.map(({ doc_id, text, court }) => [doc_id, text, court])).toEqual([
      ['13', `${PT}\n\nVoto: não`, 'TCU — Plenário'],
    ]);
    expect(result.judgments[0]).toMatchObject({ query_id: '1', doc_id: '13', grade: 3 });
  });

  it('NormasTCU has the same three files: KEY, TEXTONORMA; QUERY_KEY, DOC_KEY with means of grades, which are refused', async () => {
    const result = await read(
      folder({
        'doc.csv':
          'KEY,TITULO,ASSUNTO,TEXTONORMA,TIPONORMA\nNORMA-76,RES 1,Teletrabalho,<p>Art. 1</p>,Resolução\nNORMA-77,RES 2,,<p>Art. 2</p>,Resolução\n',
        'query.csv': 'KEY,TEXT\n1,regimento interno\n',
        'qrel.csv': 'QUERY_KEY,DOC_KEY,SCORE,RANK\n1,NORMA-76,1.0,1\n1,NORMA-77,1.75,2\n',
      }),
    );
    expect(result.documents.map(({ doc_id, title, text }) => [doc_id, title, text])).toEqual([
      ['NORMA-76', 'RES 1', 'Teletrabalho\n\nArt. 1'],
      ['NORMA-77', 'RES 2', 'Art. 2'],
    ]);
    expect(result.judgments.map(({ doc_id, grade }) => [doc_id, grade])).toEqual([['NORMA-76', 1]]);
    expect(refusals(result)).toEqual(['qrel.csv:3 the grade "1.75" is no whole number']);
  });

  it('without a needed column is refused by name', async () => {
    const result = await read(folder({ 'doc.csv': 'NUMERO;EMENTA\n1;x\n' }));
    expect(refusals(result)).toEqual(['doc.csv:1 there is no column _id, text (found: NUMERO, EMENTA)']);
    expect(result.documents).toEqual([]);
  });
});

describe('AILA', () => {
  const files = {
    'Object_casedocs/C2.txt':
      'A. Kumar v State Of Kerala\nSupreme Court of India\n\n3 September 1987\nCriminal Appeal No. 506 of 1986\nThe Judgment was delivered by : X, J.\n1. Text.',
    'Object_casedocs/C10.txt': 'Rao v Das\n\nText of the case.',
    'Object_casedocs/C3.txt': '',
    'Object_statutes/S1.txt': 'Title: Power of High Courts\nDesc: (1) Notwithstanding anything …',
    'Query_doc.txt': 'AILA_Q1||The appellant || was appointed\nAILA_Q2 no bars\n',
    'relevance_judgments_priorcases.txt': 'AILA_Q1 Q0 C2 1\nAILA_Q1 Q0 C10 0\n',
    'relevance_judgments_statutes.txt': 'AILA_Q1 Q0 S1 1\nAILA_Q1 Q0 S58 1\n',
  };

  it('the folder gives the cases, in order of their numbers, with their judgments', async () => {
    const result = await read(folder(files));
    expect(result.formats).toEqual(['aila']);
    expect(result.documents.map(({ text, ...doc }) => doc)).toEqual([
      {
        doc_id: 'C2',
        title: 'A. Kumar v State Of Kerala',
        lang: 'en',
        court: 'Supreme Court of India',
        class: 'Criminal Appeal',
        date: '1987-09-03',
        source: 'Object_casedocs/C2.txt',
      },
      { doc_id: 'C10', title: 'Rao v Das', lang: 'en', court: '', class: '', date: '', source: 'Object_casedocs/C10.txt' },
    ]);
    expect(result.documents[0]?.text).toBe(files['Object_casedocs/C2.txt']);
    expect(result.queries.map((query) => query.text)).toEqual(['The appellant || was appointed']);
    expect(result.judgments.map((j) => [j.doc_id, j.grade])).toEqual([
      ['C2', 1],
      ['C10', 0],
    ]);
    expect(refusals(result)).toEqual([
      'Object_casedocs/C3.txt:- the file is empty',
      'Query_doc.txt:2 there is no "||" between id and text',
    ]);
  });

  it('Object_statutes gives the statutes with theirs, also those of statutes without a file', async () => {
    const result = await read(`${folder(files)}/Object_statutes/`);
    expect(result.documents.map((doc) => [doc.doc_id, doc.title, doc.class])).toEqual([['S1', 'Power of High Courts', 'Statute']]);
    expect(result.judgments.map((j) => j.doc_id)).toEqual(['S1', 'S58']);
    expect(result.queries.length).toBe(1);
  });
});

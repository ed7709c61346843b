import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseCsv } from '../../electron/engine/import/csv';
import { read, realData, refusals } from './importKit';

describe('the sample collection', () => {
  it('is read without a fault; every decision is described, and every judgment joins', async () => {
    const result = await read('resources/sample');
    expect(result.formats).toEqual(['text']);
    expect([result.rejected, result.notes]).toEqual([[], []]);
    const ids = result.documents.map((doc) => doc.doc_id);
    expect(ids).toContain('pt-tcu-01');
    expect(ids.length).toBe(24);
    for (const { doc_id, title, lang, court, class: kind, date } of result.documents) {
      expect(lang).toBe(doc_id.slice(0, 2));
      expect([title, court, kind].every((value) => value.length > 0)).toBe(true);
      expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
    const queries = new Set(result.queries.map((query) => query.query_id));
    expect(result.judgments.length).toBeGreaterThan(0);
    for (const { query_id, doc_id } of result.judgments) expect([queries.has(query_id), ids.includes(doc_id)]).toEqual([true, true]);
  });
});

describe('real data', () => {
  it('lener-br-ementa: 70 decisions, 53 queries, one judgment each', async () => {
    const dir = realData('lener-br-ementa');
    if (!dir) return;
    const result = await read(dir);
    expect(result.formats).toEqual(['beir']);
    expect([result.documents.length, result.queries.length, result.judgments.length, result.rejected.length]).toEqual([70, 53, 53, 0]);
    expect(new Set(result.documents.map((doc) => doc.lang))).toEqual(new Set(['pt']));
    expect(Math.max(...result.documents.map((doc) => doc.text.length))).toBe(123_526);
    // Compared with the file read in the plainest way.
    const lines = readFileSync(join(dir, 'corpus.jsonl'), 'utf8').trimEnd().split('\n');
    expect(result.documents.map((doc) => doc.text)).toEqual(lines.map((line) => (JSON.parse(line) as { text: string }).text));
    const ids = new Set(result.documents.map((doc) => doc.doc_id));
    expect(result.judgments.every((judgment) => ids.has(judgment.doc_id))).toBe(true);
  });

  it('juristcu-partial: 3,022 documents, 150 queries, 2,250 judgments of grade 0 to 3', async () => {
    const dir = realData('juristcu-partial');
    if (!dir) return;
    const result = await read(dir);
    expect(result.formats).toEqual(['juristcu']);
    expect([result.documents.length, result.queries.length, result.judgments.length]).toEqual([3022, 150, 2250]);
    expect(refusals(result)).toEqual([]);
    expect([...new Set(result.judgments.map((judgment) => judgment.grade))].sort()).toEqual([0, 1, 2, 3]);
    const lengths = result.documents.map((doc) => doc.text.length).sort((a, b) => a - b);
    expect(lengths[lengths.length >> 1]).toBe(275);
  });

  it('AILA 2019: 2,914 cases, 50 queries, 195 cases judged relevant; court and date of nearly all', { timeout: 60_000 }, async () => {
    const dir = realData('aila2019');
    if (!dir) return;
    const result = await read(dir);
    expect(result.formats).toEqual(['aila']);
    expect([result.documents.length, result.queries.length]).toEqual([2914, 50]);
    expect(result.judgments.filter((judgment) => judgment.grade > 0).length).toBe(195);
    expect(refusals(result)).toEqual([]);
    const c1 = result.documents[0];
    expect(c1).toMatchObject({
      doc_id: 'C1',
      title: 'Masud Khan v State Of Uttar Pradesh',
      lang: 'en',
      court: 'Supreme Court of India',
      class: 'Writ Petition',
      date: '1973-09-26',
    });
    expect(c1?.text).toBe(readFileSync(join(dir, 'Object_casedocs', 'C1.txt'), 'utf8'));
    const share = (has: (doc: (typeof result.documents)[number]) => boolean) => result.documents.filter(has).length / 2914;
    expect(share((doc) => doc.court === 'Supreme Court of India')).toBeGreaterThan(0.98);
    expect(share((doc) => /^\d{4}-\d{2}-\d{2}$/.test(doc.date))).toBeGreaterThan(0.98);
    expect(Math.max(...result.documents.map((doc) => doc.text.length))).toBe(234_993);
  });

  it('AILA 2019 statutes: 197 files, 221 positive judgments, S58 judged without a file', async () => {
    const dir = realData('aila2019');
    if (!dir) return;
    const result = await read(join(dir, 'Object_statutes'));
    expect(result.documents.length).toBe(197);
    expect(result.judgments.filter((judgment) => judgment.grade > 0).length).toBe(221);
    const ids = new Set(result.documents.map((doc) => doc.doc_id));
    const unjoined = new Set(result.judgments.map((judgment) => judgment.doc_id).filter((id) => !ids.has(id)));
    expect([...unjoined]).toEqual(['S58']);
  });

  it('AILA 2020: qrels alone are judgments; a run is refused', async () => {
    const dir = realData('aila2020');
    if (!dir) return;
    const result = await read(join(dir, 'relevance_judgements_train.txt'));
    const lines = readFileSync(join(dir, 'relevance_judgements_train.txt'), 'utf8').trim().split('\n');
    expect(result.judgments.length).toBe(lines.length);
    expect(refusals(result)).toEqual([]);
    expect((await read(join(dir, 'sample_trec_top_file.txt'))).rejected[0]?.reason).toContain('TREC run');
  });

  it('edge: PDFs and an empty file are refused with a reason, the Latin-1 text is read right', async () => {
    const dir = realData('edge');
    if (!dir) return;
    const result = await read(dir);
    expect(result.documents.map((doc) => doc.doc_id)).toEqual(['latin1_query_llm']);
    const { text } = result.documents[0]!;
    // Each byte of ISO-8859-1 above 0x9F is the character of that number.
    expect(text).toBe(readFileSync(join(dir, 'latin1_query_llm.txt'), 'latin1'));
    expect(text).toContain('Em regra, o pregão é a modalidade de licitação adequada');
    expect(result.notes.map((note) => note.file)).toEqual(['latin1_query_llm.txt']);
    const reasons = Object.fromEntries(result.rejected.map(({ file, reason }) => [file.normalize('NFC'), reason]));
    expect(reasons['Acórdão 733 de 2025 Plenário.pdf']).toMatch(/^this is a PDF/);
    expect(reasons['empty.pdf']).toBe('the file is empty');
    expect(Object.keys(reasons).length).toBe(5);
  });

  it('edge: the semicolon table with long cells is read, the malformed one row by row', () => {
    const dir = realData('edge');
    if (!dir) return;
    const good = parseCsv(readFileSync(join(dir, 'Acordao 764-2025 justificativas(13).csv'), 'utf8'));
    expect(good.faults).toEqual([]);
    expect(good.rows.header.length).toBe(7);
    // Lengths as Python's csv module gives them.
    const lengths = good.rows.body.flatMap(({ cells }) => Object.values(cells).map((cell) => cell.length));
    expect(Math.max(...lengths)).toBe(12_504);
    expect(good.rows.body.length).toBe(9);

    const text = readFileSync(join(dir, 'resultados.csv'), 'utf8');
    const bad = parseCsv(text);
    const lines = text.trimEnd().split(/\r?\n/).length;
    expect(bad.faults[0]).toEqual({ row: 2, reason: 'a quotation mark stands inside a cell that does not begin with one' });
    // Every line but the header is a row or is refused.
    expect(bad.rows.body.length + bad.faults.length).toBe(lines - 1);
    expect(bad.rows.body.length).toBeGreaterThan(0);
  });
});

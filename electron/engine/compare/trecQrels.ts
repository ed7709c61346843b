/** Judgments of relevance in files: TREC `qid 0 docid grade`, BEIR's table with a header, or JSON lines. */
import type { Judgment } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import type { Qrels } from './evaluate';
import { refuse, rowsOf, trecId } from './trecRows';

const FORM = 'A row of qrels is: query 0 document grade (or query, document and score under the header query-id, corpus-id, score).';

interface Draft {
  readonly row: number;
  readonly query: string;
  readonly doc: string;
  readonly grade: string;
}

/**
 * @param file its name, for messages.
 * @throws BAD_INPUT with file and row where a row can't be read, or a document is judged twice with different grades.
 */
export function parseQrels(text: string, file: string): Qrels {
  const qrels = new Map<string, Map<string, number>>();
  const rows = new Map<string, number>();
  for (const { row, query, doc, grade: figure } of drafts(text, file)) {
    // JUÁ writes grades as 1.0.
    if (!/^[+-]?\d{1,9}(?:\.0*)?$/.test(figure)) refuse(file, row, `the grade "${figure}" is no whole number.`, FORM);
    const grade = Number(figure);
    const judged = qrels.get(query) ?? new Map<string, number>();
    qrels.set(query, judged);
    const before = judged.get(doc);
    const key = `${query} ${doc}`;
    if (before !== undefined && before !== grade) {
      refuse(
        file,
        row,
        `document "${doc}" has grade ${grade} for query "${query}", but ${before} in row ${rows.get(key)}.`,
        'Keep one of the two rows.',
      );
    }
    judged.set(doc, grade);
    if (before === undefined) rows.set(key, row);
  }
  if (qrels.size === 0) throw new AppError('BAD_INPUT', `${file} holds no judgments.`, FORM, { file });
  return qrels;
}

function* drafts(text: string, file: string): Generator<Draft> {
  const start = text.replace(/^\ufeff/, '').trimStart();
  if (start.startsWith('{')) yield* jsonDrafts(text, file);
  else if (/^query[-_]id[\t ,]/i.test(start)) yield* tableDrafts(text, file);
  else {
    for (const { row, fields } of rowsOf(text, 4)) {
      if (fields.length !== 4) refuse(file, row, `it has ${fields.length} fields instead of 4.`, FORM);
      yield { row, query: trecId(fields[0]!), doc: trecId(fields[2]!), grade: fields[3]! };
    }
  }
}

function* tableDrafts(text: string, file: string): Generator<Draft> {
  let header = true;
  for (const { row, fields } of rowsOf(text, 3)) {
    if (header) {
      header = false;
      continue;
    }
    if (fields.length !== 3) refuse(file, row, `it has ${fields.length} fields instead of 3.`, FORM);
    yield { row, query: trecId(fields[0]!), doc: trecId(fields[1]!), grade: fields[2]! };
  }
}

function* jsonDrafts(text: string, file: string): Generator<Draft> {
  let row = 0;
  for (const line of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
    row++;
    if (line.trim() === '') continue;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      refuse(file, row, 'it is no JSON object.', FORM);
    }
    const { 'query-id': query, 'corpus-id': doc, score } = (value ?? {}) as Record<string, unknown>;
    if (!isId(query) || !isId(doc) || typeof score !== 'number') {
      refuse(file, row, 'it lacks query-id, corpus-id or a numeric score.', FORM);
    }
    yield { row, query: trecId(String(query)), doc: trecId(String(doc)), grade: String(score) };
  }
}

const isId = (id: unknown): id is string | number => typeof id === 'number' || (typeof id === 'string' && id !== '');

/** Judgments of a collection as an evaluation takes them. */
export function toQrels(judgments: Iterable<Pick<Judgment, 'query_id' | 'doc_id' | 'grade'>>): Qrels {
  const qrels = new Map<string, Map<string, number>>();
  for (const { query_id, doc_id, grade } of judgments) {
    const id = trecId(query_id);
    const judged = qrels.get(id);
    if (judged) judged.set(trecId(doc_id), grade);
    else qrels.set(id, new Map([[trecId(doc_id), grade]]));
  }
  return qrels;
}

/** Writes judgments in the TREC form, in their order. */
export function formatQrels(qrels: Qrels): string {
  const lines: string[] = [];
  for (const [query, judged] of qrels) {
    for (const [doc, grade] of judged) lines.push(`${trecId(query)} 0 ${trecId(doc)} ${grade}\n`);
  }
  return lines.join('');
}

/** Judgments of relevance: TREC's `query 0 document grade`, BEIR's table with a header, JSONL with BEIR's names. */
import { basename } from 'node:path';
import { columnsOf } from './columns';
import { readText } from './decode';
import { gradeOf, idFault, jsonId } from './ids';
import { jsonLine } from './jsonLine';
import { linesOf } from './lines';
import { encodingNote, type ImportItem, rejected } from './types';

type Parsed = { query_id: string; doc_id: string; grade: unknown } | string;

export async function* readQrels(path: string): AsyncIterable<ImportItem> {
  const file = basename(path);
  const decoded = await readText(path);
  if (!decoded.ok) {
    yield rejected(file, null, decoded.reason);
    return;
  }
  yield* encodingNote(file, decoded.encoding);
  const parse = path.endsWith('.jsonl') ? parseJson : parseFields;
  for (const { row, line } of linesOf(decoded.text)) {
    if (row === 1 && isHeader(line)) continue;
    const judged = judgment(parse(line));
    yield typeof judged === 'string' ? rejected(file, row, judged) : { ...judged, at: { file, row } };
  }
}

/** A checked judgment, or why it is none. */
export function judgment(parsed: Parsed): Extract<ImportItem, { type: 'judgment' }> | string {
  if (typeof parsed === 'string') return parsed;
  const { query_id, doc_id } = parsed;
  const grade = gradeOf(parsed.grade);
  const fault = idFault(query_id, 'the query id') ?? idFault(doc_id, 'the document id');
  if (fault) return fault;
  if (grade === undefined) return `the grade ${JSON.stringify(parsed.grade) ?? 'is missing and'} is no whole number`;
  return { type: 'judgment', query_id, doc_id, grade };
}

const isHeader = (line: string): boolean => /^"?query[-_]?id/i.test(line);

function parseFields(line: string): Parsed {
  const tabs = line.split('\t').map((field) => field.trim());
  const fields = tabs.length >= 3 ? tabs : line.trim().split(/\s+/);
  if (fields.length === 3) return { query_id: fields[0]!, doc_id: fields[1]!, grade: fields[2] };
  if (fields.length === 4) return { query_id: fields[0]!, doc_id: fields[2]!, grade: fields[3] };
  return `${fields.length} fields where 4 (TREC: query 0 document grade) or 3 (BEIR) are due`;
}

function parseJson(line: string): Parsed {
  const json = jsonLine(line);
  if (typeof json === 'string') return json;
  const columns = columnsOf(Object.keys(json), 'qrels');
  if (typeof columns === 'string' || columns.role !== 'qrels') return String(columns);
  return { query_id: jsonId(json[columns.query]), doc_id: jsonId(json[columns.doc]), grade: json[columns.grade] };
}

const TREC_QRELS = /^\S+\s+(?:Q0|0)\s+\S+\s+-?\d+(?:\.0*)?\s*$/;
const TABLE = /^[^\t]+\t(?:[^\t]+\t){1,2}-?\d+(?:\.0*)?\s*$/;
const TREC_RUN = /^\S+\s+(?:Q0|0)\s+\S+\s+\d+\s+-?[\d.]+(?:e[+-]?\d+)?\s+\S+\s*$/i;

/** What a file's first lines look like: judgments (TREC's or a table of tabs), a run, or neither. */
export function trecKind(text: string): 'qrels' | 'run' | undefined {
  // Of a longer file the last line seen is cut.
  const lines = [...linesOf(text.slice(0, 20_000))].map(({ line }) => line).slice(0, text.length > 20_000 ? -1 : undefined);
  const rows = lines.filter((line, i) => i > 0 || !isHeader(line)).slice(0, 20);
  if (rows.length === 0) return undefined;
  if (rows.every((line) => TREC_QRELS.test(line) || TABLE.test(line))) return 'qrels';
  return rows.every((line) => TREC_RUN.test(line)) ? 'run' : undefined;
}

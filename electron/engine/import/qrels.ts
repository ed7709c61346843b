/** Judgments of relevance: TREC's `query 0 document grade`, BEIR's table with a header, JSONL with BEIR's names. */
import { basename } from 'node:path';
import { readText } from './decode';
import { gradeOf, idFault } from './ids';
import { linesOf } from './lines';
import { type ImportItem, rejected } from './types';

type Parsed = { query_id: string; doc_id: string; grade: unknown } | string;

export async function* readQrels(path: string): AsyncIterable<ImportItem> {
  const file = basename(path);
  const decoded = await readText(path);
  if (!decoded.ok) {
    yield rejected(file, null, decoded.reason);
    return;
  }
  const parse = path.endsWith('.jsonl') ? parseJson : parseFields;
  for (const { row, line } of linesOf(decoded.text)) {
    if (row === 1 && isHeader(line)) continue;
    const parsed = parse(line);
    if (typeof parsed === 'string') {
      yield rejected(file, row, parsed);
      continue;
    }
    const { query_id, doc_id } = parsed;
    const grade = gradeOf(parsed.grade);
    const fault =
      idFault(query_id, 'the query id') ??
      idFault(doc_id, 'the document id') ??
      (grade === undefined ? `the grade "${parsed.grade}" is no whole number` : undefined);
    if (fault !== undefined || grade === undefined) yield rejected(file, row, fault ?? '');
    else yield { type: 'judgment', query_id, doc_id, grade };
  }
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
  try {
    const json = JSON.parse(line) as Record<string, unknown>;
    return { query_id: String(json['query-id'] ?? ''), doc_id: String(json['corpus-id'] ?? ''), grade: json.score };
  } catch {
    return 'the line is not JSON';
  }
}

/** Whether a file's first lines look like TREC qrels or BEIR's table of judgments. */
export function looksLikeQrels(text: string): boolean {
  const lines = [...linesOf(text.slice(0, 20_000))].slice(0, 20).map(({ line }) => line);
  const rows = lines.filter((line) => !isHeader(line));
  return (
    rows.length > 0 &&
    rows
      .slice(0, -1)
      .concat(rows.slice(0, 1))
      .every((line) => /^\S+\s+\S+\s+\S+\s+-?\d+(?:\.\d+)?\s*$/.test(line) || /^[^\t]+\t[^\t]+\t-?\d+(?:\.\d+)?\s*$/.test(line))
  );
}

/** Queries: BEIR's JSONL (`_id`, `text`) or AILA's `id||text`. */
import { basename } from 'node:path';
import { readText } from './decode';
import { idFault } from './ids';
import { linesOf } from './lines';
import { type ImportItem, rejected } from './types';

export async function* readQueries(path: string): AsyncIterable<ImportItem> {
  const file = basename(path);
  const decoded = await readText(path);
  if (!decoded.ok) {
    yield rejected(file, null, decoded.reason);
    return;
  }
  const parse = path.endsWith('.jsonl') ? parseJson : parseBars;
  for (const { row, line } of linesOf(decoded.text)) {
    const parsed = parse(line);
    const fault =
      typeof parsed === 'string'
        ? parsed
        : (idFault(parsed.query_id, 'the query id') ?? (parsed.text.trim() === '' ? 'the text is empty' : undefined));
    if (fault !== undefined || typeof parsed === 'string') yield rejected(file, row, fault ?? '');
    else yield { type: 'query', ...parsed };
  }
}

function parseJson(line: string): { query_id: string; text: string; source: string } | string {
  try {
    const json = JSON.parse(line) as { _id?: unknown; text?: unknown; metadata?: { source?: unknown } };
    if (typeof json.text !== 'string') return '"text" is missing';
    return { query_id: String(json._id ?? ''), text: json.text, source: String(json.metadata?.source ?? '') };
  } catch {
    return 'the line is not JSON';
  }
}

function parseBars(line: string): { query_id: string; text: string; source: string } | string {
  const bars = line.indexOf('||');
  if (bars < 0) return 'there is no "||" between id and text';
  return { query_id: line.slice(0, bars).trim(), text: line.slice(bars + 2).trim(), source: '' };
}

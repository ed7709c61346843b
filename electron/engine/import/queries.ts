/** Queries: BEIR's JSONL (`_id`, `text`) or AILA's `id||text`. */
import { basename } from 'node:path';
import { readText } from './decode';
import { idFault, jsonId } from './ids';
import { linesOf } from './lines';
import { encodingNote, type ImportItem, rejected } from './types';

export async function* readQueries(path: string): AsyncIterable<ImportItem> {
  const file = basename(path);
  const decoded = await readText(path);
  if (!decoded.ok) {
    yield rejected(file, null, decoded.reason);
    return;
  }
  yield* encodingNote(file, decoded.encoding);
  const parse = path.endsWith('.jsonl') ? parseJson : parseBars;
  for (const { row, line } of linesOf(decoded.text)) {
    const parsed = parse(line);
    const fault =
      typeof parsed === 'string'
        ? parsed
        : (idFault(parsed.query_id, 'the query id') ?? (parsed.text.trim() === '' ? 'the text is empty' : undefined));
    if (fault !== undefined || typeof parsed === 'string') yield rejected(file, row, fault ?? '');
    else yield { type: 'query', ...parsed, at: { file, row } };
  }
}

interface ParsedQuery {
  readonly query_id: string;
  readonly text: string;
  readonly source: string;
}

function parseJson(line: string): ParsedQuery | string {
  let json: { _id?: unknown; text?: unknown; metadata?: { source?: unknown } | null } | null;
  try {
    json = JSON.parse(line);
  } catch {
    return 'the line is not JSON';
  }
  if (typeof json?.text !== 'string') return '"text" is missing';
  const source = json.metadata?.source;
  return { query_id: jsonId(json._id), text: json.text, source: typeof source === 'string' ? source : '' };
}

function parseBars(line: string): ParsedQuery | string {
  const bars = line.indexOf('||');
  if (bars < 0) return 'there is no "||" between id and text';
  return { query_id: line.slice(0, bars).trim(), text: line.slice(bars + 2).trim(), source: '' };
}

/** CSV files as they are found: comma or semicolon, BOM or none, CRLF or LF, cells of any length. */
import { basename } from 'node:path';
import { parse } from 'csv-parse/sync';
import { readText } from './decode';

export interface CsvRow {
  /** Line of the file at which the row begins, from 1. */
  readonly row: number;
  readonly cells: Readonly<Record<string, string>>;
}

export interface Csv {
  readonly rows: readonly CsvRow[];
  readonly faults: readonly { readonly row: number | null; readonly reason: string }[];
}

/** Reads a table with a header. A row with too few or too many cells, or with a quote that never closes, is a fault of that row. */
export async function readCsv(path: string, required: readonly string[]): Promise<Csv> {
  const decoded = await readText(path);
  if (!decoded.ok) return { rows: [], faults: [{ row: null, reason: decoded.reason }] };
  const header = /^[^\r\n]*/.exec(decoded.text)![0];
  const delimiter = ['\t', ';', ','].sort((a, b) => header.split(b).length - header.split(a).length)[0]!;
  return parseCsv(decoded.text, delimiter, required, basename(path));
}

function parseCsv(text: string, delimiter: string, required: readonly string[], file: string): Csv {
  const faults: { row: number | null; reason: string }[] = [];
  const rows: CsvRow[] = [];
  let names: string[] | undefined;
  const take = (record: string[], row: number) => {
    if (!names) {
      names = record.map((name) => name.trim());
      const missing = required.filter((name) => !names!.includes(name));
      if (missing.length > 0) faults.push({ row: 1, reason: `${file} has no column ${missing.join(', ')} (found: ${names.join(', ')})` });
      return;
    }
    if (record.length !== names.length) faults.push({ row, reason: `${record.length} cells where ${names.length} are due` });
    else rows.push({ row, cells: Object.fromEntries(names.map((name, i) => [name, record[i]!])) });
  };
  let from = 0;
  let fromLine = 1;
  while (from < text.length) {
    let before = fromLine;
    try {
      parse(text.slice(from), {
        delimiter,
        relax_column_count: true,
        skip_empty_lines: true,
        on_record: (record: string[], { lines }: { lines: number }) => {
          take(record, before);
          before = fromLine + lines;
          return null;
        },
      });
      break;
    } catch (error) {
      // A quote is out of place: the row where it began is refused, and reading goes on at the next line.
      faults.push({
        row: before,
        reason: `a quotation mark is out of place (${error instanceof Error ? error.message.split('\n')[0] : error})`,
      });
      const next = endOfLine(text, from, before - fromLine);
      from = next;
      fromLine = before + 1;
    }
  }
  if (names && faults.some((fault) => fault.row === 1 && fault.reason.includes('has no column'))) return { rows: [], faults };
  return { rows, faults };
}

/** Offset just after the line `lines` lines below the one at `from`. */
function endOfLine(text: string, from: number, lines: number): number {
  let at = from;
  for (let i = 0; i <= lines; i++) {
    const end = text.indexOf('\n', at);
    if (end < 0) return text.length;
    at = end + 1;
  }
  return at;
}

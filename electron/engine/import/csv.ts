/** CSV files as they are found: comma, semicolon or tab, BOM or none, CRLF or LF, cells of any length. */
import { basename } from 'node:path';
import { parse } from 'csv-parse/sync';
import { type Encoding, readText } from './decode';

export interface CsvRow {
  /** Line of the file at which the row begins, from 1. */
  readonly row: number;
  readonly cells: Readonly<Record<string, string>>;
}

export interface Csv {
  /** Names of the columns; empty where they can't be read. */
  readonly header: readonly string[];
  readonly rows: readonly CsvRow[];
  readonly faults: readonly { readonly row: number | null; readonly reason: string }[];
  /** Undefined where the file could not be read at all. */
  readonly encoding: Encoding | undefined;
}

/** Reads a table with a header. A row with too few or too many cells, or with a quotation mark out of place, is a fault of that row. */
export async function readCsv(path: string, required: readonly string[]): Promise<Csv> {
  const decoded = await readText(path);
  if (!decoded.ok) return { header: [], rows: [], faults: [{ row: null, reason: decoded.reason }], encoding: undefined };
  const { rows, faults } = parseCsv(decoded.text);
  const missing = required.filter((name) => !rows.header.includes(name));
  const { header, body } = rows;
  if (missing.length === 0 || header.length === 0) return { header, rows: body, faults, encoding: decoded.encoding };
  const reason = `${basename(path)} has no column ${missing.join(', ')} (found: ${header.join(', ')})`;
  return { header, rows: [], faults: [{ row: 1, reason }], encoding: decoded.encoding };
}

/** The header is empty where it can't be read: then there are no rows either. */
export function parseCsv(text: string): { rows: { header: string[]; body: CsvRow[] }; faults: { row: number; reason: string }[] } {
  const declared = /^sep=(.)\r?\n/i.exec(text);
  const header: string[] = [];
  const body: CsvRow[] = [];
  const faults: { row: number; reason: string }[] = [];
  const take = (record: string[], row: number, ownLine: boolean) => {
    if (header.length === 0) header.push(...record.map((name) => name.trim()));
    else if (record.length === header.length) body.push({ row, cells: Object.fromEntries(header.map((name, i) => [name, record[i]!])) });
    else {
      const reason = `${record.length} cells where ${header.length} are due`;
      // Over several lines, a quotation mark may have swallowed good rows: they get their own chance.
      if (!ownLine) throw new Error(`${reason}; a quotation mark may be out of place`);
      faults.push({ row, reason });
    }
  };
  const bytes = Buffer.from(text);
  let place = { at: declared ? declared[0].length : 0, line: declared ? 2 : 1 };
  while (place.at < bytes.length) {
    const fault = readUntilFault(bytes, place, declared?.[1] ?? delimiterOf(text), take);
    if (!fault) break;
    faults.push({ row: fault.line, reason: fault.reason });
    if (header.length === 0) break;
    // The row where it began is refused, and reading goes on at the next line.
    const end = bytes.indexOf('\n', fault.at);
    place = { at: end < 0 ? bytes.length : end + 1, line: fault.line + 1 };
  }
  return { rows: { header, body }, faults };
}

interface Place {
  readonly at: number;
  readonly line: number;
}

/** Takes rows from a place on; returns where a row could not be read, and why. */
function readUntilFault(
  bytes: Buffer,
  from: Place,
  delimiter: string,
  take: (record: string[], row: number, ownLine: boolean) => void,
): (Place & { reason: string }) | undefined {
  let start = skipEmptyLines(bytes, from);
  try {
    parse(bytes.subarray(from.at), {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (record: string[], info: { bytes: number }) => {
        const end = from.at + info.bytes;
        const lines = countLines(bytes, start.at, end);
        take(record, start.line, lines <= 1);
        start = skipEmptyLines(bytes, { at: end, line: start.line + lines });
        return null;
      },
    });
    return undefined;
  } catch (error) {
    return { ...start, reason: faultOf(error) };
  }
}

function faultOf(error: unknown): string {
  switch ((error as { code?: string }).code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'a quotation mark is opened and never closed';
    case 'INVALID_OPENING_QUOTE':
      return 'a quotation mark stands inside a cell that does not begin with one';
    case 'CSV_INVALID_CLOSING_QUOTE':
      return 'a quotation mark is followed by more text instead of the end of the cell';
    default:
      return error instanceof Error ? error.message.split('\n')[0]! : String(error);
  }
}

const CR = 0x0d;
const LF = 0x0a;

/** Line ends between two places: CRLF, LF or a lone CR. */
function countLines(bytes: Buffer, from: number, to: number): number {
  let lines = 0;
  for (let i = from; i < to; i++) if (bytes[i] === LF || (bytes[i] === CR && bytes[i + 1] !== LF)) lines++;
  return lines;
}

function skipEmptyLines(bytes: Buffer, { at, line }: Place): Place {
  let end = at;
  while (bytes[end] === CR || bytes[end] === LF) end++;
  return { at: end, line: line + countLines(bytes, at, end) };
}

/** The most frequent one in the header, outside quotation marks; the court's own downloads use bars. */
function delimiterOf(text: string): string {
  const header = /^[^\r\n]*/.exec(text)![0].replace(/"[^"]*"/g, '');
  return ['\t', ';', '|', ','].sort((a, b) => header.split(b).length - header.split(a).length)[0]!;
}

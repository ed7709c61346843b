/** What the readers of TREC files share: rows, fields, ids and refusals. */
import { AppError } from '../../../shared/errors';

export interface Row {
  /** From 1, as an editor counts lines. */
  readonly row: number;
  readonly fields: readonly string[];
}

/**
 * An id as TREC files can hold it: fields are set apart by white space, so white space in
 * an id is percent-encoded (and `%` in such an id); other ids stay as they are. Ids are
 * compared in this form.
 */
export function trecId(id: string): string {
  if (id === '') throw new AppError('BAD_INPUT', 'An empty id can not be written to a TREC file.', 'Give the document or query an id.');
  return /\s/.test(id) ? id.replace(/[\s%]/g, encodeURIComponent) : id;
}

/**
 * The rows of a file that are not blank, split at tabs or spaces. Where a row has just
 * as many tab-separated fields as there should be, only tabs set fields apart, so that ids may hold spaces.
 */
export function* rowsOf(text: string, columns: number): Generator<Row> {
  let row = 0;
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)) {
    row++;
    if (line.trim() === '') continue;
    const tabbed = line.split('\t');
    yield { row, fields: tabbed.length === columns ? tabbed.map((field) => field.trim()) : line.trim().split(/\s+/) };
  }
}

export function refuse(file: string, row: number, reason: string, remedy: string): never {
  throw new AppError('BAD_INPUT', `${file}, row ${row}: ${reason}`, remedy, { file, row, reason });
}

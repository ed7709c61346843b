/** Judgments and queries that come more than once: the same again counts once and is told; where a later row says otherwise it is refused by its place. */
import { type ImportItem, type RowPlace, rejected } from './types';

interface Seen {
  readonly value: string;
  readonly at: RowPlace;
}

export async function* withoutConflicts(items: AsyncIterable<ImportItem>): AsyncIterable<ImportItem> {
  const seen = new Map<string, Seen>();
  const again = new Map<string, number>();
  for await (const item of items) {
    const said = (item.type === 'judgment' || item.type === 'query') && item.at ? saying(item) : undefined;
    if (!said) {
      yield item;
      continue;
    }
    const before = seen.get(said.key);
    if (before === undefined) {
      seen.set(said.key, { value: said.value, at: said.at });
      yield withoutPlace(item);
    } else if (before.value === said.value) again.set(said.at.file, (again.get(said.at.file) ?? 0) + 1);
    else yield rejected(said.at.file, said.at.row, said.otherwise(before));
  }
  for (const [file, rows] of again)
    yield { type: 'note', file, text: `${rows} ${rows === 1 ? 'row says' : 'rows say'} what an earlier one says` };
}

/** Where it stood is of no use to anyone after this. */
function withoutPlace(item: ImportItem): ImportItem {
  if (item.type !== 'judgment' && item.type !== 'query') return item;
  const { at, ...rest } = item;
  return rest;
}

function saying(item: Extract<ImportItem, { type: 'judgment' | 'query' }>) {
  const at = item.at!;
  const place = (before: Seen) => `row ${before.at.row}${before.at.file === at.file ? '' : ` of ${before.at.file}`}`;
  if (item.type === 'judgment') {
    const { query_id, doc_id, grade } = item;
    return {
      key: `j\n${query_id}\n${doc_id}`,
      value: String(grade),
      at,
      otherwise: (before: Seen) =>
        `document "${doc_id}" has grade ${grade} for query "${query_id}", but ${before.value} in ${place(before)}`,
    };
  }
  return {
    key: `q\n${item.query_id}`,
    value: item.text,
    at,
    otherwise: (before: Seen) => `query "${item.query_id}" has another text in ${place(before)}`,
  };
}

/** TREC run files: `qid Q0 docid rank score tag`. The rank column is not believed; scores rank. */
import type { Ranked, Run } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import { compareRanked } from '../../../shared/ties';
import { refuse, rowsOf, trecId } from './trecRows';

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const FORM = 'A row of a run is: query Q0 document rank score tag.';

/**
 * Reads a run; documents keep the order of the file within their query. The run's name is the first row's tag.
 * @param file its name, for messages.
 * @throws BAD_INPUT with file and row where a row has other than six fields, a score that is no finite number, or a document twice in a query.
 */
export function parseTrecRun(text: string, file: string): Run {
  const rankings = new Map<string, Ranked[]>();
  const seen = new Map<string, Map<string, number>>();
  let name: string | undefined;
  for (const { row, fields } of rowsOf(text, 6)) {
    if (fields.length !== 6) refuse(file, row, `it has ${fields.length} fields instead of 6.`, FORM);
    const [query, , doc, , figure, tag] = fields.map((field, i) => (i === 0 || i === 2 ? trecId(field) : field)) as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const score = NUMBER.test(figure) ? Number(figure) : Number.NaN;
    if (!Number.isFinite(score))
      refuse(file, row, `the score "${figure}" is no finite number.`, `${FORM} Scores use a decimal point, as in 0.25 or 1e-3.`);
    const rows = seen.get(query) ?? new Map<string, number>();
    seen.set(query, rows);
    const first = rows.get(doc);
    if (first !== undefined)
      refuse(file, row, `document "${doc}" was already ranked for query "${query}" in row ${first}.`, 'Keep one of the two rows.');
    rows.set(doc, row);
    const ranked = rankings.get(query);
    if (ranked) ranked.push({ doc_id: doc, score });
    else rankings.set(query, [{ doc_id: doc, score }]);
    name ??= tag;
  }
  if (name === undefined) throw new AppError('BAD_INPUT', `${file} holds no rows.`, FORM, { file });
  return { name, rankings };
}

/** Writes a run, each query's documents in the order of the tie rule, ranks from 1, scores in the shortest form that reads back the same. */
export function formatTrecRun({ name, rankings }: Run): string {
  const tag = name.trim().replace(/\s+/g, '_') || 'pepita';
  const lines: string[] = [];
  for (const [query, ranked] of rankings) {
    const id = trecId(query);
    const sorted = ranked.map(({ doc_id, score }) => ({ doc_id: trecId(doc_id), score })).sort(compareRanked);
    sorted.forEach(({ doc_id, score }, i) => {
      if (!Number.isFinite(score)) throw new AppError('INTERNAL', `The score of "${doc_id}" for query "${query}" is ${score}.`);
      lines.push(`${id} Q0 ${doc_id} ${i + 1} ${score} ${tag}\n`);
    });
  }
  return lines.join('');
}

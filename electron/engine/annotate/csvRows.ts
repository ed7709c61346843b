/** Judgments as rows of a spreadsheet and back: one row for each annotator and nugget. Pure. */
import {
  type AnnotatorJudgment,
  AnnotatorName,
  AnnotatorRole,
  Faithful,
  Importance,
  type JudgedNugget,
  Problem,
  SelfContained,
} from '../../../shared/annotation';
import type { Cell } from '../../../shared/table';
import { OffsetName, type Place } from './eventLines';
import type { GivenSpan, Read, Statement } from './statement';

export const CSV_HEAD = [
  ...['annotator', 'role', 'doc_id', 'nugget_id', 'version', 'extractor', 'profile', 'court', 'nugget'],
  ...['faithful', 'importance', 'self_contained', 'problems', 'note', 'edited_text'],
  ...['evidence', 'evidence_text', 'offsets', 'evidence_score', 'tags', 'judged_at'],
] as const;

/** Without these a row says nothing. */
export const CSV_REQUIRED = ['annotator', 'doc_id', 'faithful'] as const;

/** @param score of the nugget's own evidence, null where it is not there now */
export function csvRow(
  nugget: JudgedNugget,
  { annotator, role, at, values }: AnnotatorJudgment,
  { court, score, offsets, place }: { court: string; score: number | null; offsets: OffsetName; place: Place },
): Cell[] {
  const { evidence } = values;
  // An empty cell says nothing of the evidence; a dash says that there is none.
  const places = evidence === null ? '' : evidence.map(({ start, end }) => `${place(start)}:${place(end)}`).join(' ') || 'none';
  return [
    ...[annotator, role, nugget.doc_id, nugget.id, nugget.version, nugget.extractor, nugget.profile, court, nugget.text],
    ...[
      values.faithful ?? '',
      values.importance ?? '',
      values.self_contained ?? '',
      values.problems.join(' '),
      values.note,
      values.text ?? '',
    ],
    ...[
      places,
      evidence?.length ? JSON.stringify(evidence.map(({ quote }) => quote)) : '',
      offsets,
      score,
      JSON.stringify(values.tags),
      at,
    ],
  ];
}

export type Cells = Readonly<Record<string, string>>;

export function readCsvRow(cells: Cells, item: string): Read<Statement> {
  const cell = (name: (typeof CSV_HEAD)[number]) => unguarded(cells[name] ?? '').trim();
  const refuse = (reason: string) => ({ item, reason });
  const annotator = AnnotatorName.safeParse(cell('annotator'));
  if (!annotator.success) return refuse('"annotator" is empty or too long');
  const role = AnnotatorRole.safeParse(cell('role') || 'annotator');
  const offsets = OffsetName.safeParse(cell('offsets') || 'utf16');
  if (!role.success) return refuse(`"role" is "${cell('role')}", neither annotator nor adjudicator`);
  if (!offsets.success) return refuse(`"offsets" is "${cell('offsets')}", none of utf16, codepoints, utf8`);
  const values: Record<string, unknown> = {};
  for (const [name, form] of [
    ['faithful', Faithful],
    ['importance', Importance],
    ['self_contained', SelfContained],
  ] as const) {
    if (cell(name) === '') continue;
    const value = form.safeParse(cell(name));
    if (!value.success) return refuse(`"${name}" is "${cell(name)}", none of ${form.options.join(', ')}`);
    values[name] = value.data;
  }
  const problems = cell('problems')
    .split(/[\s,|]+/)
    .filter(Boolean);
  const wrong = problems.find((name) => !Problem.safeParse(name).success);
  if (wrong) return refuse(`"problems" names "${wrong}", none of ${Problem.options.join(', ')}`);
  if (problems.length > 0) values.problems = Problem.options.filter((name) => problems.includes(name));
  if (cell('note')) values.note = cell('note');
  if (cell('edited_text')) values.text = cell('edited_text');
  const evidence = readPlaces(cell('evidence'), cell('evidence_text'));
  if (typeof evidence === 'string') return refuse(evidence);
  if (evidence) values.evidence = evidence;
  const tags = readList(cell('tags'));
  if (typeof tags === 'string') return refuse(`"tags": ${tags}`);
  if (tags.length > 0) values.tags = tags;
  const at = cell('judged_at');
  if (at !== '' && Number.isNaN(Date.parse(at))) return refuse(`"judged_at" is no time: "${at}"`);
  return {
    said: {
      item,
      annotator: annotator.data,
      role: role.data,
      at: at === '' ? '' : new Date(at).toISOString(),
      doc_id: cell('doc_id'),
      version: cell('version'),
      nugget_id: cell('nugget_id'),
      text: unguarded(cells['nugget'] ?? ''),
      extractor: cell('extractor'),
      values,
      offsets: offsets.data,
    },
  };
}

function readPlaces(places: string, words: string): GivenSpan[] | string | undefined {
  if (places === '') return undefined;
  if (places === 'none') return [];
  const quotes = readList(words);
  if (typeof quotes === 'string') return `"evidence_text": ${quotes}`;
  const spans: GivenSpan[] = [];
  for (const [i, pair] of places.split(/[\s;]+/).entries()) {
    const match = /^(\d+)[:–-](\d+)$/.exec(pair);
    if (!match) return `"evidence" is no list of start:end: "${pair}"`;
    spans.push({ start: Number(match[1]), end: Number(match[2]), quote: quotes[i] });
  }
  return spans;
}

/** A JSON list of texts; the reason where it is none. */
function readList(cell: string): string[] | string {
  if (cell === '') return [];
  try {
    const list: unknown = JSON.parse(cell);
    if (Array.isArray(list) && list.every((one) => typeof one === 'string')) return list;
  } catch {
    // told below
  }
  return `no JSON list of texts: ${cell.slice(0, 60)}`;
}

/** The apostrophe that keeps a spreadsheet from taking a text for a formula (shared/table.ts) is no part of it. */
const unguarded = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r])/, '');

/**
 * Nuggets that were made elsewhere, one JSON object a line: `doc_id`, `text`; optional `quote` or `quotes` (words of the
 * document), `spans` ({start, end} or [start, end]) with `offsets` (their unit: utf16, codepoints, utf8), `system` or
 * `extractor` (who made it), `tier`, `context`, `cue`, `fields`, `failed_checks`. An export of nuggets is such a file.
 */
import { basename } from 'node:path';
import { z } from 'zod';
import { EvidenceKind, IMPORTED, ImportedId, NuggetFields, Tier } from '../../../shared/domain';
import { throwIfAborted } from '../../../shared/errors';
import { decodeText } from './decode';
import { idFault, jsonId } from './ids';
import { jsonLine } from './jsonLine';
import { byteLinesOf } from './lines';
import { type ImportItem, type ReaderOptions, rejected, type SourceNugget } from './types';

const MOST_CHARS = 20_000;

const Place = z.object({
  start: z.int().min(0),
  end: z.int().min(1),
  kind: EvidenceKind.optional(),
  score: z.number().min(0).max(1).optional(),
});
const Span = z.union([Place, z.tuple([z.int().min(0), z.int().min(1)]).transform(([start, end]) => ({ start, end }))]);
const Row = z.object({
  text: z.string(),
  quote: z.string().nullish(),
  quotes: z.array(z.string()).nullish(),
  spans: z.array(Span).nullish(),
  offsets: z.enum(['utf16', 'codepoints', 'utf8']).nullish(),
  system: z.string().nullish(),
  extractor: z.string().nullish(),
  tier: Tier.nullish(),
  context: z.string().nullish(),
  cue: z.number().nullish(),
  fields: NuggetFields.nullish(),
  failed_checks: z.array(z.string()).nullish(),
});

export async function* readNuggets(path: string, { system, signal, count }: ReaderOptions): AsyncIterable<ImportItem> {
  const file = basename(path);
  yield { type: 'format', format: 'nuggets' };
  for await (const { row, bytes, read } of byteLinesOf(path)) {
    throwIfAborted(signal);
    const { text: line, encoding } = decodeText(bytes);
    if (row === 1 && encoding.startsWith('utf-16')) {
      yield rejected(file, null, 'the file is in UTF-16: JSON lines are written in UTF-8, save it so');
      return;
    }
    if (line.trim() !== '') {
      const nugget = encoding === 'windows-1252' ? 'the line is not UTF-8' : parseNugget(line, system, file.replace(/\.jsonl$/i, ''));
      yield typeof nugget === 'string' ? rejected(file, row, nugget) : { type: 'nugget', file, row, nugget, raw: line };
    }
    count(path, read);
  }
}

/** @returns the reason where it is no nugget */
export function parseNugget(line: string, system: string | undefined, file: string): SourceNugget | string {
  const json = jsonLine(line);
  if (typeof json === 'string') return json;
  const doc_id = jsonId(json.doc_id);
  const parsed = Row.safeParse(json);
  if (!parsed.success) return describe(parsed.error);
  const { text, quote, quotes, spans, offsets, tier, context, cue, fields, failed_checks, ...by } = parsed.data;
  const source = ImportedId.safeParse(IMPORTED + (system ?? by.system ?? by.extractor ?? file).replace(IMPORTED, '').trim());
  const fault =
    idFault(doc_id, '"doc_id"') ??
    textFault(text) ??
    (spans?.length && !offsets ? '"spans" need "offsets", the unit that they count in: utf16, codepoints or utf8' : undefined) ??
    (spans?.some(({ start, end }) => end <= start) ? 'a span ends before it begins' : undefined) ??
    (source.success ? undefined : `the name of the system can't be used: ${source.error.issues[0]?.message}`);
  if (fault !== undefined || !source.success) return fault ?? '';
  return {
    source: source.data,
    doc_id,
    text,
    quotes: quotes ?? (typeof quote === 'string' ? [quote] : undefined),
    offsets: offsets ?? 'utf16',
    spans: spans ?? undefined,
    tier: tier ?? 'written',
    context: context ?? '',
    cue: cue ?? null,
    fields: fields ?? {},
    failed_checks: failed_checks ?? [],
  };
}

function textFault(text: string): string | undefined {
  if (text.trim() === '') return 'the text is empty';
  if (text.length > MOST_CHARS) return `the text has ${text.length} characters (at most ${MOST_CHARS}): is it a document?`;
  return text.includes('\0') || /\p{Surrogate}/u.test(text) ? 'the text holds NUL or half characters' : undefined;
}

const describe = (error: z.ZodError): string =>
  error.issues.map(({ path, message }) => `"${path.map(String).join('.')}": ${message}`).join('; ');

/** Whether the first row of a file in JSON lines is a nugget: it names its document, and has no id of a corpus. */
export async function isNuggetFile(path: string): Promise<boolean> {
  for await (const { bytes } of byteLinesOf(path)) {
    const line = decodeText(bytes).text;
    if (line.trim() === '') continue;
    try {
      const row = JSON.parse(line) as Record<string, unknown> | null;
      return jsonId(row?.doc_id) !== '' && typeof row?.text === 'string' && row._id === undefined;
    } catch {
      return false;
    }
  }
  return false;
}

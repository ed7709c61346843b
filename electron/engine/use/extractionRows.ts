/** What an extractor found in a document, as rows: nuggets, traces, and the line of the ledger. */
import type { Document, Extraction, Nugget, Summary, Trace } from '../../../shared/domain';
import type { AppError } from '../../../shared/errors';
import type { ExtractionResult, Extractor, TraceDraft } from '../ports';
import { sha256Hex } from '../text/hash';

/** Names everything that changes an extractor's output: a document is extracted again only when this changes. */
export function extractionKey({ id, version, model, profile, params }: Extractor): string {
  return sha256Hex(JSON.stringify([id, version, model.sha256, profile.sha256, params])).slice(0, 10);
}

/** Which extraction a row belongs to. */
export interface Stamp {
  readonly extractor: Extraction['extractor'];
  readonly key: string;
  /** How long it took. */
  readonly seconds: number;
  /** ISO time. */
  readonly at: string;
}

type Source = Pick<Document, 'collection' | 'doc_id' | 'sha256'>;

const traceId = (docId: string, key: string, n: number): string => `${docId}#${key}.t${n}`;

export function traceRows({ collection, doc_id }: Source, drafts: readonly TraceDraft[], { key, at }: Stamp): Trace[] {
  return drafts.map((draft, n) => ({ ...draft, id: traceId(doc_id, key, n), collection, doc_id, created_at: at }));
}

export function extractionRows(document: Source, result: ExtractionResult, stamp: Stamp) {
  const { collection, doc_id } = document;
  const { key, extractor } = stamp;
  const traces = traceRows(document, result.traces, stamp);
  const nuggets: Nugget[] = result.nuggets.map((nugget, ord) => ({
    id: `${doc_id}#${key}.${ord}`,
    collection,
    doc_id,
    ord,
    text: nugget.text,
    context: nugget.context,
    extractor,
    tier: nugget.tier,
    status: nugget.status,
    spans: [...nugget.spans],
    quotes: [...nugget.quotes],
    cue: nugget.cue,
    fields: nugget.fields,
    failed_checks: [...nugget.failed_checks],
    trace_id: traceId(doc_id, key, nugget.trace),
  }));
  const extraction: Extraction = {
    ...emptyLine(document, stamp),
    status: result.status,
    nuggets: nuggets.length,
    covered: result.covered,
    windows: traces.length,
    error_message: result.note,
  };
  return { nuggets, traces, extraction };
}

export function failedLine(document: Source, error: AppError, stamp: Stamp): Extraction {
  return { ...emptyLine(document, stamp), status: 'failed', error_code: error.code, error_message: error.message };
}

/** The row of a summary, which is its own line in the ledger. */
export function summaryRows(
  document: Source,
  profile: string,
  result: ExtractionResult,
  stamp: Stamp,
): { summary: Summary; traces: Trace[] } {
  const { collection, doc_id, sha256 } = document;
  const { key, extractor, seconds, at } = stamp;
  const traces = traceRows(document, result.traces, stamp);
  const fields = (result.summary?.fields ?? []).map(({ name, ranked, items }) => ({
    name,
    ranked,
    items: items.map(({ text, status, spans }) => ({ text, status, spans: [...spans] })),
  }));
  const summary: Summary = {
    id: `${doc_id}#${key}.s`,
    collection,
    doc_id,
    key,
    extractor,
    profile_id: profile,
    text_sha256: sha256,
    status: result.status,
    fields,
    covered: result.covered,
    windows: traces.length,
    seconds,
    error_code: '',
    error_message: result.note,
    at,
  };
  return { summary, traces };
}

const emptyLine = ({ collection, doc_id, sha256 }: Source, { key, extractor, seconds, at }: Stamp): Extraction => ({
  collection,
  doc_id,
  key,
  extractor,
  text_sha256: sha256,
  status: 'done',
  nuggets: 0,
  covered: 0,
  windows: 0,
  seconds,
  error_code: '',
  error_message: '',
  at,
});

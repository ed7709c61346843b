/** Documents that an extraction could not read, or not wholly: why, and what was answered. */
import type { Failure, Output, ParsedInput } from '../../../shared/contract';
import type { DocumentHead, Extraction } from '../../../shared/domain';
import type { Store } from '../ports';
import { requireCollection } from './require';

export async function listFailures(store: Store, input: ParsedInput<'failures'>): Promise<Output<'failures'>> {
  const { collection, offset, limit, doc_id, raw } = input;
  await requireCollection(store, collection);
  const lines = (await store.extractions(collection, doc_id)).filter(isFault);
  const heads = new Map((await store.documentHeads({ collection })).heads.map((head) => [head.doc_id, head]));
  const page = lines.slice(offset, offset + limit).filter((line) => heads.has(line.doc_id));
  const failures: Failure[] = [];
  for (const line of page) {
    const failure = toFailure(line, heads.get(line.doc_id)!);
    failures.push(raw ? { ...failure, windows: await windowsOf(store, failure) } : failure);
  }
  return { total: lines.length, failures };
}

/** Failed, partial, or good from before with a failure since. */
export const isFault = ({ status, error_code }: Extraction): boolean => status !== 'done' || error_code !== '';

function toFailure(line: Extraction, { title, chars }: DocumentHead): Failure {
  const { collection, doc_id, extractor, nuggets, covered, error_code, error_message, at } = line;
  // A failure over earlier nuggets leaves these in use: their line tells of it.
  const status = line.status === 'failed' || error_code !== '' ? 'failed' : 'partial';
  return {
    collection,
    doc_id,
    title,
    extractor,
    status,
    code: error_code,
    message: error_message,
    nuggets,
    covered,
    chars,
    at,
    windows: [],
  };
}

async function windowsOf(store: Store, { collection, doc_id, extractor, status }: Failure): Promise<Failure['windows']> {
  const traces = status === 'failed' ? await store.failedTraces(collection, doc_id) : await store.traces(collection, doc_id);
  return traces
    .filter((trace) => trace.extractor === extractor)
    .map(({ window, window_start: start, window_end: end, raw, stop_reason, attempts }) => ({
      window,
      start,
      end,
      raw,
      stop_reason,
      attempts,
    }));
}

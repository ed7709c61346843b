/** Why a document could not be read, kept. Nuggets and a summary that are there stay in use: their line only learns what went wrong since. */
import type { Document } from '../../../shared/domain';
import type { AppError } from '../../../shared/errors';
import type { ExtractionResult, Extractor, Store, TraceDraft } from '../ports';
import { failedLine, type Stamp, summaryRows, traceRows } from './extractionRows';

/** @param told what was answered before the fault */
export async function putFailure(
  store: Store,
  { makes, profile, id }: Pick<Extractor, 'makes' | 'profile' | 'id'>,
  document: Document,
  error: AppError,
  stamp: Stamp,
  told: readonly TraceDraft[],
): Promise<void> {
  const traces = traceRows(document, told, stamp);
  if (makes === 'nuggets') return store.putExtraction(failedLine(document, error, stamp), traces);
  const { collection, doc_id } = document;
  const fault = { error_code: error.code, error_message: error.message };
  const earlier = (await store.summaries(collection, doc_id)).find((summary) => summary.extractor === id);
  if (earlier && earlier.status !== 'failed')
    return store.putSummary({ ...earlier, ...fault }, await store.summaryTraces(collection, doc_id, id));
  const nothing: ExtractionResult = { nuggets: [], traces: [], status: 'done', covered: 0, note: '' };
  return store.putSummary({ ...summaryRows(document, profile.id, nothing, stamp).summary, status: 'failed', ...fault }, traces);
}

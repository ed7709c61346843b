/** Documents → nuggets with evidence. Each document is one commit; what the ledger says is done is not done again. */
import type { ExtractInput, ExtractOutput } from '../../../shared/contract';
import type { DocumentHead, Progress } from '../../../shared/domain';
import { throwIfAborted, toAppError } from '../../../shared/errors';
import type { Extractor } from '../ports';
import type { Emit, EngineContext } from './context';
import { type DocumentQueue, type DocumentRequests, documentQueue } from './documentQueue';
import { extractionKey, extractionRows, failedLine } from './extractionRows';
import { inLanes } from './lanes';
import { withUsage } from './progress';
import { readingProgress } from './readingProgress';
import { requireCollection } from './require';

/** Commits after which the tables are compacted. */
const COMPACT_EVERY = 100;
/** Cancelled, no room left, or no endpoint to ask. */
const STOPS: ReadonlySet<string> = new Set(['CANCELLED', 'DISK_FULL', 'ENDPOINT_OFF', 'ENDPOINT_FAILED']);

export interface ExtractOptions {
  readonly signal?: AbortSignal;
  readonly emit: Emit<Progress>;
  /** Documents that are to come next, also while it runs. */
  readonly requests?: DocumentRequests;
}

export async function extractCollection(context: EngineContext, input: ExtractInput, options: ExtractOptions): Promise<ExtractOutput> {
  const { store } = context;
  await requireCollection(store, input.collection);
  const extractor = await context.extractor(input, options.signal);
  const started = performance.now();
  try {
    const key = extractionKey(extractor);
    const queue = await documentQueue(store, input, { extractor: extractor.id, key }, options.requests);
    const out = emptyOutput(extractor, queue);
    const order = new Map<string, number>();
    const done = await readAll(context, extractor, key, queue, out, order, options);
    // Lanes end in any order; what is told is in the order of the queue.
    const byTurn = (a: { doc_id: string }, b: { doc_id: string }) => order.get(a.doc_id)! - order.get(b.doc_id)!;
    out.failed.sort(byTurn);
    out.partial.sort(byTurn);
    if (done > 0) await store.optimize();
    out.usage = extractor.usage?.() ?? null;
    out.seconds = (performance.now() - started) / 1000;
    return out;
  } finally {
    await extractor.dispose();
  }
}

/** Reads as many documents at once as the extractor can; commits are one after the other, each as soon as its document is read. */
async function readAll(
  context: EngineContext,
  extractor: Extractor,
  key: string,
  queue: DocumentQueue,
  out: ExtractOutput,
  order: Map<string, number>,
  options: ExtractOptions,
): Promise<number> {
  const { store, clock, spaces } = context;
  const progress = readingProgress(withUsage(options.emit, extractor), queue);
  const fault = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, fault.signal]) : fault.signal;
  let done = 0;

  const read = async ({ collection, doc_id }: DocumentHead): Promise<void> => {
    throwIfAborted(signal);
    order.set(doc_id, order.size);
    const document = await store.document(collection, doc_id);
    if (!document) return;
    const reading = progress.begin(document);
    const begun = performance.now();
    const stamp = () => ({
      extractor: extractor.id,
      key,
      seconds: (performance.now() - begun) / 1000,
      at: clock.now().toISOString(),
    });
    try {
      const result = await extractor.extract(document, { signal, onWindow: reading.window });
      const { nuggets, traces, extraction } = extractionRows(document, result, stamp());
      await store.commitExtraction(extraction, nuggets, traces);
      out.documents++;
      out.nuggets += nuggets.length;
      for (const nugget of nuggets) out.located[nugget.status]++;
      if (result.status === 'partial') out.partial.push({ doc_id, note: result.note });
      reading.end(result.traces);
    } catch (thrown) {
      const error = toAppError(thrown);
      // A fault of one document does not stop the others; one that each would meet does.
      if (STOPS.has(error.code)) throw error;
      await store.putExtraction(failedLine(document, error, stamp()));
      out.failed.push({ doc_id, code: error.code, message: error.message });
      reading.end([]);
    }
    spaces.forget(collection);
    if (++done % COMPACT_EVERY === 0) await store.optimize();
  };

  await inLanes(extractor.lanes, queue.next, read, () => fault.abort()).finally(progress.end);
  return done;
}

function emptyOutput(extractor: Extractor, { skipped }: DocumentQueue): ExtractOutput {
  return {
    documents: 0,
    skipped,
    nuggets: 0,
    located: { exact: 0, normalised: 0, fuzzy: 0, none: 0 },
    failed: [],
    partial: [],
    seconds: 0,
    extractor: extractor.id,
    usage: null,
  };
}

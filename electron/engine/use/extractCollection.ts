/** Documents → nuggets with evidence, or structured summaries. Each document is one commit; what the ledger says is done is not done again. */
import type { ExtractInput, ExtractOutput } from '../../../shared/contract';
import type { Document, Progress } from '../../../shared/domain';
import { throwIfAborted, toAppError } from '../../../shared/errors';
import { inLanes } from '../inLanes';
import type { TraceDraft } from '../ports';
import type { Emit, EngineContext } from './context';
import { type DocumentRequests, documentQueue, type Turn } from './documentQueue';
import { endsWork } from './endsWork';
import { extractionKey, extractionRows, summaryRows } from './extractionRows';
import { extractionTally } from './extractionTally';
import { withUsage } from './progress';
import { putFailure } from './putFailure';
import { readingLog } from './readingLog';
import { readingProgress } from './readingProgress';
import { requireCollection } from './require';
import { finishedTexts, type Rows, textKey } from './reuse';

/** Commits after which the tables are compacted. */
const COMPACT_EVERY = 100;

export interface ExtractOptions {
  readonly signal?: AbortSignal;
  readonly emit: Emit<Progress>;
  /** Documents that are to come next, also while it runs. */
  readonly requests?: DocumentRequests;
}

/** Reads as many documents at once as the extractor can; commits are one after the other, each as soon as its document is read. */
export async function extractCollection(context: EngineContext, input: ExtractInput, options: ExtractOptions): Promise<ExtractOutput> {
  const { store, clock, spaces } = context;
  const { collection } = input;
  await requireCollection(store, collection);
  const extractor = await context.extractor(input, options.signal);
  const started = performance.now();
  try {
    const how = { extractor: extractor.id, key: extractionKey(extractor), makes: extractor.makes };
    const queue = await documentQueue(store, input, how, options.requests);
    const finished = await finishedTexts(store, collection, how);
    const tally = extractionTally();
    const progress = readingProgress(withUsage(options.emit, extractor), queue);
    const fault = new AbortController();
    const signal = options.signal ? AbortSignal.any([options.signal, fault.signal]) : fault.signal;
    const texts = new Map<string, Promise<void>>();

    const read = async (document: Document, reading: ReturnType<typeof progress.begin>): Promise<void> => {
      const { doc_id } = document;
      const begun = performance.now();
      const stamp = () => ({ ...how, seconds: (performance.now() - begun) / 1000, at: clock.now().toISOString() });
      const answers = readingLog(store, document, { id: how.extractor, key: how.key, makes: how.makes });
      const told: TraceDraft[] = [];
      const onTrace = (trace: TraceDraft) => {
        told.push(trace);
        if (!answers.recalled) reading.trace(trace);
      };
      const onWindow = (done: number, windows: number) => reading.window(done, windows, answers.recalled);
      try {
        const result = await extractor.extract(document, { signal, onWindow, onTrace, answers });
        const rows =
          how.makes === 'nuggets'
            ? extractionRows(document, result, stamp())
            : summaryRows(document, extractor.profile.id, result, stamp());
        await commit('read', doc_id, rows);
        finished.add(document);
        await answers.drop();
      } catch (thrown) {
        const error = toAppError(thrown);
        // A fault of one document does not stop the others; one that each would meet does.
        if (endsWork(error)) throw error;
        // A fault of ours in what was answered would come again each time.
        if (error.code === 'INTERNAL') await answers.drop();
        await putFailure(store, extractor, document, error, stamp(), told);
        tally.set(doc_id, { state: 'failed', error });
        queue.ended(doc_id, false);
      }
    };
    const commit = async (state: 'read' | 'reused', docId: string, rows: Rows): Promise<void> => {
      if ('summary' in rows) {
        const { summary, traces } = rows;
        await store.putSummary(summary, traces);
        tally.set(docId, { state, line: summary, nuggets: [], summary });
      } else {
        const { extraction, nuggets, traces } = rows;
        await store.commitExtraction(extraction, nuggets, traces);
        tally.set(docId, { state, line: extraction, nuggets });
      }
      queue.ended(docId, true);
    };

    const work = async ({ head, again }: Turn): Promise<void> => {
      throwIfAborted(signal);
      const copy = again ? undefined : await finished.copyFor(head, clock.now().toISOString());
      if (copy) {
        await commit('reused', head.doc_id, copy);
        progress.reused(head);
      } else {
        const document = await store.document(collection, head.doc_id);
        if (!document) return;
        const reading = progress.begin(document);
        await read(document, reading);
        reading.end();
      }
      spaces.forget(collection);
      if (tally.ended % COMPACT_EVERY === 0) await store.optimize();
    };
    /** Documents with one text go one after the other, so that the second copies from the first. */
    const inTurn = (turn: Turn): Promise<void> => {
      tally.begin(turn.head.doc_id);
      const text = textKey(turn.head);
      const before = texts.get(text) ?? Promise.resolve();
      const mine = before.catch(() => {}).then(() => work(turn));
      texts.set(text, mine);
      return mine;
    };

    await inLanes(extractor.lanes, queue.next, inTurn, () => fault.abort()).finally(progress.end);
    if (tally.ended > 0) await store.optimize();
    return tally.output({
      skipped: queue.skipped,
      seconds: (performance.now() - started) / 1000,
      extractor: extractor.id,
      usage: extractor.usage?.() ?? null,
    });
  } finally {
    await extractor.dispose();
  }
}

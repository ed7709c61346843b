/** Documents → nuggets with evidence. Each document is one commit; what the ledger says is done is not done again. */
import type { z } from 'zod';
import type { ExtractInput, ExtractOutput } from '../../../shared/contract';
import type { Document, Extraction, Nugget, Progress, Trace } from '../../../shared/domain';
import { type AppError, throwIfAborted, toAppError } from '../../../shared/errors';
import type { ExtractionResult, Extractor, Store } from '../ports';
import { sha256Hex } from '../text/hash';
import type { Emit, EngineContext } from './context';
import { createProgress } from './progress';
import { requireCollection, unknownDocument } from './require';

/** Commits after which the tables are compacted. */
const COMPACT_EVERY = 100;

export async function extractCollection(
  context: EngineContext,
  input: z.output<typeof ExtractInput>,
  options: { signal?: AbortSignal; emit: Emit<Progress> },
): Promise<ExtractOutput> {
  const { store, clock, spaces } = context;
  const { collection } = input;
  await requireCollection(store, collection);
  const extractor = await context.extractor(input);
  const started = performance.now();
  try {
    const key = extractionKey(extractor);
    const { todo, skipped, ledger } = await pending(store, collection, key, extractor, input);
    const out: ExtractOutput = {
      documents: 0,
      skipped,
      nuggets: 0,
      located: { exact: 0, normalised: 0, fuzzy: 0, none: 0 },
      failed: [],
      partial: [],
      seconds: 0,
      extractor: extractor.id,
    };
    const progress = createProgress(options.emit, 'extract', 'document', todo.length);
    let done = 0;
    for (const docId of todo) {
      throwIfAborted(options.signal);
      const document = await store.document(collection, docId);
      if (!document) continue;
      progress.at(done, document.title);
      const begun = performance.now();
      try {
        const result = await extractor.extract(document, {
          ...(options.signal ? { signal: options.signal } : {}),
          // A long decision takes many windows: how far it is stands after its title.
          onWindow: (window, windows) => windows > 1 && progress.at(done, `${document.title} (${window}/${windows})`),
        });
        const seconds = (performance.now() - begun) / 1000;
        const { nuggets, traces, extraction } = toRows(document, extractor, key, result, seconds, clock.now().toISOString());
        await store.commitExtraction(extraction, nuggets, traces);
        out.documents++;
        out.nuggets += nuggets.length;
        for (const nugget of nuggets) out.located[nugget.status]++;
        if (result.status === 'partial') out.partial.push({ doc_id: docId, note: result.note });
      } catch (thrown) {
        const error = toAppError(thrown);
        // A fault of one document does not stop the others; a fault of the machine or a cancel does.
        if (error.code === 'CANCELLED' || error.code === 'DISK_FULL') throw error;
        const failure = failedLine(document, extractor, key, error, (performance.now() - begun) / 1000, clock.now().toISOString());
        const earlier = ledger.get(docId);
        // Nuggets of an earlier extraction stay in use; its line only learns what failed since.
        await store.putExtraction(
          earlier && earlier.status !== 'failed' ? { ...earlier, error_code: error.code, error_message: error.message } : failure,
        );
        out.failed.push({ doc_id: docId, code: error.code, message: error.message });
      }
      done++;
      spaces.forget(collection);
      progress.at(done, document.title);
      if (done % COMPACT_EVERY === 0) await store.optimize();
    }
    progress.end();
    if (done > 0) await store.optimize();
    out.seconds = (performance.now() - started) / 1000;
    return out;
  } finally {
    await extractor.dispose();
  }
}

/** Names everything that changes an extractor's output: a document is extracted again only when this changes. */
export function extractionKey({ id, version, model, profile, params }: Extractor): string {
  return sha256Hex(JSON.stringify([id, version, model.sha256, profile.sha256, params])).slice(0, 10);
}

async function pending(store: Store, collection: string, key: string, extractor: Extractor, input: z.output<typeof ExtractInput>) {
  const { heads } = await store.documentHeads({ collection });
  const wanted = input.docs ? new Set(input.docs) : undefined;
  if (wanted) {
    const known = new Set(heads.map((head) => head.doc_id));
    const unknown = [...wanted].filter((id) => !known.has(id));
    if (unknown.length > 0) throw await unknownDocument(store, collection, unknown[0]!);
  }
  const ledger = new Map(
    (await store.extractions(collection)).filter((line) => line.extractor === extractor.id).map((line) => [line.doc_id, line]),
  );
  const finished = (head: { doc_id: string; sha256: string }) => {
    const line = ledger.get(head.doc_id);
    return line !== undefined && line.key === key && line.status !== 'failed' && line.text_sha256 === head.sha256;
  };
  const chosen = heads.filter((head) => !wanted || wanted.has(head.doc_id));
  const open = chosen.filter((head) => !finished(head)).map((head) => head.doc_id);
  return { todo: input.limit ? open.slice(0, input.limit) : open, skipped: chosen.length - open.length, ledger };
}

function toRows(document: Document, extractor: Extractor, key: string, result: ExtractionResult, seconds: number, at: string) {
  const { collection, doc_id } = document;
  const traceId = (n: number) => `${doc_id}#${key}.t${n}`;
  const traces: Trace[] = result.traces.map((trace, n) => ({ ...trace, id: traceId(n), collection, doc_id, created_at: at }));
  const nuggets: Nugget[] = result.nuggets.map((nugget, ord) => ({
    id: `${doc_id}#${key}.${ord}`,
    collection,
    doc_id,
    ord,
    text: nugget.text,
    context: nugget.context,
    extractor: extractor.id,
    tier: nugget.tier,
    status: nugget.status,
    spans: [...nugget.spans],
    quotes: [...nugget.quotes],
    cue: nugget.cue,
    fields: nugget.fields,
    failed_checks: [...nugget.failed_checks],
    trace_id: traceId(nugget.trace),
  }));
  const extraction: Extraction = {
    ...line(document, extractor, key, seconds, at),
    status: result.status,
    nuggets: nuggets.length,
    covered: result.covered,
    windows: traces.length,
    error_message: result.note,
  };
  return { nuggets, traces, extraction };
}

function line(document: Document, extractor: Extractor, key: string, seconds: number, at: string): Extraction {
  return {
    collection: document.collection,
    doc_id: document.doc_id,
    key,
    extractor: extractor.id,
    text_sha256: document.sha256,
    status: 'done',
    nuggets: 0,
    covered: 0,
    windows: 0,
    seconds,
    error_code: '',
    error_message: '',
    at,
  };
}

function failedLine(document: Document, extractor: Extractor, key: string, error: AppError, seconds: number, at: string): Extraction {
  return { ...line(document, extractor, key, seconds, at), status: 'failed', error_code: error.code, error_message: error.message };
}

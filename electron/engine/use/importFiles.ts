/** Files → documents, passages, queries and judgments in a collection. What is refused is listed; the rest goes in. */
import { basename } from 'node:path';
import type { z } from 'zod';
import type { ImportInput, ImportOutput } from '../../../shared/contract';
import type { Document, Judgment, Passage, Progress, Query } from '../../../shared/domain';
import { AppError, throwIfAborted } from '../../../shared/errors';
import { readSources } from '../import/readSources';
import type { ImportItem } from '../import/types';
import { sha256Hex } from '../text/hash';
import { cutPassages } from '../text/passages';
import type { Emit, EngineContext } from './context';
import { importNuggets, type NuggetRow } from './importNuggets';
import { createProgress } from './progress';
import { requireCollection } from './require';
import { resolveSamplePaths } from './samplePath';

const BATCH_DOCUMENTS = 100;
const BATCH_CHARS = 4_000_000;

export async function importFiles(
  context: EngineContext,
  input: z.output<typeof ImportInput>,
  options: {
    signal?: AbortSignal;
    emit: Emit<Progress>;
    /** Of what is read, what goes in. */
    keep?: (item: ImportItem) => boolean;
  },
): Promise<ImportOutput> {
  const { store, clock, config, spaces } = context;
  const { collection } = input;
  // Nuggets alone make no collection: they belong to documents that are there.
  if (input.format === 'nuggets') await requireCollection(store, collection);
  else await store.addCollection(collection);
  const known = await knownDocuments(store, collection);
  const out: ImportOutput = {
    collection,
    format: input.format,
    added: 0,
    unchanged: 0,
    duplicates: [],
    rejected: [],
    queries: 0,
    judgments: 0,
    unjoined: [],
    notes: [],
    nuggets: null,
  };
  const progress = createProgress(options.emit, 'read', 'byte', null);
  const queries = new Map<string, Query>();
  const nuggets: NuggetRow[] = [];
  const judgments = new Map<string, Judgment>();
  let batch: Document[] = [];
  let batchChars = 0;

  const flush = async () => {
    if (batch.length === 0) return;
    const passages = batch.flatMap(passagesOf);
    // Passages first: a document is visible only when all that belongs to it is there.
    await store.putPassages(passages);
    await store.putDocuments(batch);
    out.added += batch.length;
    batch = [];
    batchChars = 0;
    spaces.forget(collection);
  };

  try {
    for await (const item of readSources(resolveSamplePaths(input.paths, config.resources), {
      format: input.format,
      ...(input.lang ? { lang: input.lang } : {}),
      ...(options.signal ? { signal: options.signal } : {}),
      ...(input.system === undefined ? {} : { system: input.system }),
      ...(input.split === undefined ? {} : { split: input.split }),
      onRead: (read, total, file) => progress.at(read, basename(file), { total }),
    })) {
      throwIfAborted(options.signal);
      if (options.keep?.(item) === false) continue;
      if (item.type === 'format') out.format = item.format;
      else if (item.type === 'rejected') out.rejected.push({ file: item.file, row: item.row, reason: item.reason });
      else if (item.type === 'note') out.notes.push({ file: item.file, text: item.text });
      else if (item.type === 'nugget') nuggets.push(item);
      else if (item.type === 'query') {
        queries.set(item.query_id, { collection, query_id: item.query_id, text: item.text, source: item.source });
      } else if (item.type === 'judgment') {
        judgments.set(`${item.query_id}\n${item.doc_id}`, { collection, query_id: item.query_id, doc_id: item.doc_id, grade: item.grade });
      } else if (item.type === 'document') {
        const sha256 = sha256Hex(item.doc.text);
        const { doc_id } = item.doc;
        const file = item.doc.source;
        const earlier = known.byId.get(doc_id);
        if (earlier !== undefined) {
          if (earlier.sha256 === sha256 && !earlier.fresh) out.unchanged++;
          else out.duplicates.push({ doc_id, of: doc_id, by: 'id', file });
          continue;
        }
        const twin = known.byContent.get(sha256);
        if (twin !== undefined) out.duplicates.push({ doc_id, of: twin, by: 'content', file });
        else known.byContent.set(sha256, doc_id);
        known.byId.set(doc_id, { sha256, fresh: true });
        batch.push({ ...item.doc, collection, sha256, words: countWords(item.doc.text), added_at: clock.now().toISOString() });
        batchChars += item.doc.text.length;
        if (batch.length >= BATCH_DOCUMENTS || batchChars >= BATCH_CHARS) await flush();
      }
    }
  } finally {
    // What was read before a cancel or a fault is kept.
    await flush();
    progress.end();
  }
  await store.putQueries([...queries.values()]);
  await store.putJudgments([...judgments.values()]);
  out.queries = queries.size;
  out.judgments = judgments.size;
  out.unjoined = await findUnjoined(store, collection, known.byId, [...judgments.values()]);
  if (nuggets.length > 0) out.nuggets = await importNuggets(context, collection, nuggets, options);
  if (nothingFound(out)) {
    throw new AppError(
      'BAD_INPUT',
      `Nothing to import in ${input.paths.join(', ')}.`,
      'Give a folder of TXT or MD files, a BEIR, JUÁ, JurisTCU or AILA folder, Parquet files, TREC qrels, or nuggets in JSON lines.',
    );
  }
  await store.optimize();
  spaces.forget(collection);
  return out;
}

function passagesOf(doc: Document): Passage[] {
  return cutPassages(doc.text).map(({ start, end }, ord) => ({
    id: `${doc.doc_id}#p${ord}`,
    collection: doc.collection,
    doc_id: doc.doc_id,
    ord,
    start,
    end,
  }));
}

async function knownDocuments(store: EngineContext['store'], collection: string) {
  const byId = new Map<string, { sha256: string; fresh: boolean }>();
  const byContent = new Map<string, string>();
  const { heads } = await store.documentHeads({ collection });
  for (const head of heads) {
    byId.set(head.doc_id, { sha256: head.sha256, fresh: false });
    if (!byContent.has(head.sha256)) byContent.set(head.sha256, head.doc_id);
  }
  return { byId, byContent };
}

async function findUnjoined(
  store: EngineContext['store'],
  collection: string,
  docs: ReadonlyMap<string, unknown>,
  judgments: readonly Judgment[],
) {
  const queryIds = new Set((await store.queries(collection)).map((query) => query.query_id));
  const counts = new Map<string, ImportOutput['unjoined'][number]>();
  const count = (kind: 'document' | 'query', id: string) => {
    const key = `${kind}\n${id}`;
    const entry = counts.get(key) ?? { kind, id, judgments: 0 };
    entry.judgments++;
    counts.set(key, entry);
  };
  for (const { doc_id, query_id } of judgments) {
    if (!docs.has(doc_id)) count('document', doc_id);
    if (!queryIds.has(query_id)) count('query', query_id);
  }
  return [...counts.values()];
}

const nothingFound = (out: ImportOutput) =>
  (out.nuggets ? 1 : 0) + out.added + out.unchanged + out.queries + out.judgments + out.duplicates.length + out.rejected.length === 0;

export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}

/** Which queries, documents and judgments of a data set's files a trial takes. The files are read once for that; no text is kept. */
import { AppError, throwIfAborted } from '../../../shared/errors';
import { drawSample, type Sample } from '../experiment/drawSample';
import { readSources } from '../import/readSources';
import type { ImportItem } from '../import/types';

export interface SampledSources extends Sample {
  /** Of all that there is. */
  readonly of: { readonly queries: number; readonly documents: number };
}

/** @throws BAD_INPUT where nothing is judged */
export async function sampleSources(
  path: string,
  { queries: n, seed }: { queries: number; seed: number },
  signal?: AbortSignal,
): Promise<SampledSources> {
  const documents = new Set<string>();
  const queries = new Set<string>();
  const judged = new Set<string>();
  const relevant = new Map<string, string[]>();
  for await (const item of readSources([path], { format: 'auto', ...(signal ? { signal } : {}) })) {
    throwIfAborted(signal);
    if (item.type === 'document') documents.add(item.doc.doc_id);
    else if (item.type === 'query') queries.add(item.query_id);
    else if (item.type === 'judgment') {
      judged.add(item.query_id);
      if (item.grade === 0) continue;
      const ids = relevant.get(item.query_id);
      if (ids) ids.push(item.doc_id);
      else relevant.set(item.query_id, [item.doc_id]);
    }
  }
  const there = [...judged].filter((id) => queries.has(id));
  if (there.length === 0)
    throw new AppError(
      'BAD_INPUT',
      `${path} holds no query that is judged.`,
      'A sample is drawn from judged queries: add queries and qrels.',
    );
  const sample = drawSample({ judged: there, documents: [...documents], relevant }, n, seed);
  return { ...sample, of: { queries: there.length, documents: documents.size } };
}

/** A relevant document that is not there stays, so that it is told as for the whole. */
export const isIn =
  ({ queries, documents }: Sample) =>
  (item: ImportItem): boolean => {
    if (item.type === 'document') return documents.has(item.doc.doc_id);
    if (item.type === 'query') return queries.has(item.query_id);
    if (item.type === 'judgment') return queries.has(item.query_id) && (item.grade > 0 || documents.has(item.doc_id));
    return true;
  };

/** What a ranking of a collection was made of, as one hash: it changes with any document, nugget, summary, query or judgment. */
import { createHash } from 'node:crypto';
import type { ExperimentOutput } from '../../../shared/contract';
import type { Store } from '../ports';
import { judgmentsOf } from './judgments';

export async function collectionState(store: Store, collection: string): Promise<ExperimentOutput['data']> {
  const [{ heads }, nuggets, summaries, queries, judgments] = await Promise.all([
    store.documentHeads({ collection }),
    store.nuggets(collection),
    store.summaries(collection),
    store.queries(collection),
    judgmentsOf(store, collection),
  ]);
  const hash = createHash('sha256');
  const add = (kind: string, lines: readonly (readonly unknown[])[]) => {
    hash.update(`${kind} ${lines.length}\n`);
    for (const line of lines.map((values) => JSON.stringify(values)).sort()) hash.update(`${line}\n`);
  };
  add(
    'documents',
    heads.map(({ doc_id, sha256 }) => [doc_id, sha256]),
  );
  add(
    'nuggets',
    nuggets.map(({ id, text, context }) => [id, text, context]),
  );
  add(
    'summaries',
    summaries.map(({ doc_id, extractor, fields }) => [doc_id, extractor, fields]),
  );
  add(
    'queries',
    queries.map(({ query_id, text }) => [query_id, text]),
  );
  add(
    'judgments',
    judgments.map(({ query_id, doc_id, grade }) => [query_id, doc_id, grade]),
  );
  return {
    documents: heads.length,
    nuggets: nuggets.length,
    queries: queries.length,
    judgments: judgments.length,
    sha256: hash.digest('hex'),
  };
}

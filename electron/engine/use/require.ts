/** Refuses what is not in the workspace, naming what is nearest. */
import type { Document } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import type { Store } from '../ports';
import { nearest } from './nearest';

const listed = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

export async function requireCollection(store: Store, collection: string): Promise<void> {
  const known = (await store.collections()).map(({ id }) => id);
  if (known.includes(collection)) return;
  const near = nearest(collection, known);
  throw new AppError(
    'NOT_FOUND',
    `There is no collection "${collection}".`,
    near.length > 0
      ? `Did you mean ${listed(near)}?`
      : known.length > 0
        ? `Known: ${listed(known)}.`
        : 'Import one first: pepita import PATH --collection ID.',
    { known },
  );
}

export async function requireDocument(store: Store, collection: string, docId: string): Promise<Document> {
  const document = await store.document(collection, docId);
  if (document) return document;
  await requireCollection(store, collection);
  throw await unknownDocument(store, collection, docId);
}

export async function unknownDocument(store: Store, collection: string, docId: string): Promise<AppError> {
  const { heads } = await store.documentHeads({ collection });
  const near = nearest(
    docId,
    heads.map((head) => head.doc_id),
  );
  return new AppError(
    'NOT_FOUND',
    `There is no document "${docId}" in collection "${collection}".`,
    near.length > 0 ? `Did you mean ${listed(near)}?` : `The collection holds ${heads.length} documents.`,
    { nearest: near },
  );
}

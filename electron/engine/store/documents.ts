/** Collections, their documents and passages. */
import { compareBytes } from '../../../shared/ties';
import type { Store } from '../ports';
import { fold } from '../text/fold';
import { both, equals } from './filter';
import * as row from './rows';
import { rowKey } from './schema';
import type { Tables } from './tables';
import type { WriteGate } from './writeGate';

/** A chunk of a scan: whichever is reached first. */
const CHUNK_CHARS = 8_000_000;
const CHUNK_DOCUMENTS = 500;

type Part = Pick<
  Store,
  | 'collections'
  | 'addCollection'
  | 'documentHeads'
  | 'document'
  | 'documents'
  | 'scanDocuments'
  | 'putDocuments'
  | 'passages'
  | 'putPassages'
>;

export function openDocuments(tables: Tables, { write }: WriteGate, now: () => string): Part {
  const part: Part = {
    async collections() {
      const found = await tables.read('collections', undefined);
      return found.map((r) => ({ id: String(r.id), created_at: String(r.created_at) })).sort((a, b) => compareBytes(a.id, b.id));
    },
    addCollection: (id) =>
      write(async () => {
        if ((await tables.count('collections', equals('key', id))) === 0)
          await tables.upsert('collections', [{ key: id, id, created_at: now() }]);
      }),

    async documentHeads({ collection, offset = 0, limit, find }) {
      const all = (await tables.read('documents', equals('collection', collection), row.HEAD_COLUMNS)).map(row.toHead);
      const needle = fold(find?.trim() ?? '');
      const heads = needle === '' ? all : all.filter((head) => fold(head.doc_id).includes(needle) || fold(head.title).includes(needle));
      heads.sort((a, b) => compareBytes(a.doc_id, b.doc_id));
      return { total: heads.length, heads: heads.slice(offset, limit === undefined ? undefined : offset + limit) };
    },
    async document(collection, docId) {
      return (await part.documents(collection, [docId]))[0];
    },
    async documents(collection, docIds) {
      const keys = [...new Set(docIds)].map((id) => rowKey(collection, id));
      const found = await tables.readIn('documents', undefined, 'key', keys, row.DOCUMENT_COLUMNS);
      const byId = new Map(found.map(row.toDocument).map((document) => [document.doc_id, document]));
      return [...new Set(docIds)].map((id) => byId.get(id)).filter((document) => document !== undefined);
    },
    async *scanDocuments(collection) {
      const { heads } = await part.documentHeads({ collection });
      for (let from = 0; from < heads.length; ) {
        let to = from;
        let chars = 0;
        do chars += heads[to++]!.chars;
        while (to < heads.length && to - from < CHUNK_DOCUMENTS && chars + heads[to]!.chars <= CHUNK_CHARS);
        yield await part.documents(
          collection,
          heads.slice(from, to).map((head) => head.doc_id),
        );
        from = to;
      }
    },
    putDocuments: (docs) => write(() => tables.upsert('documents', docs.map(row.documentRow))),

    async passages(collection, docId) {
      const where = both(equals('collection', collection), docId === undefined ? undefined : equals('doc_id', docId));
      const found = (await tables.read('passages', where)).map(row.toPassage);
      return found.sort((a, b) => compareBytes(a.doc_id, b.doc_id) || a.ord - b.ord);
    },
    putPassages: (passages) => write(() => tables.upsert('passages', passages.map(row.passageRow))),
  };
  return part;
}

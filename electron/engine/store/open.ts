/** The workspace on disk as the engine's Store. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '@lancedb/lancedb';
import type { Document, Extraction, Nugget } from '../../../shared/domain';
import { AppError } from '../../../shared/errors';
import { compareBytes } from '../../../shared/ties';
import type { Clock, Store, VectorSpace } from '../ports';
import { openFacts } from './facts';
import { both, equals, isIn } from './filter';
import { takeLock } from './lock';
import { MIGRATIONS, type Migration, migrate, readSchemaVersion } from './migrations';
import * as row from './rows';
import { rowKey, type TableName } from './schema';
import { serialise } from './serialise';
import { sweepOrphans } from './sweep';
import { openTables } from './tables';
import { openVectors } from './vectors';

const CHUNK_CHARS = 8_000_000;
const CHUNK_DOCUMENTS = 500;
/** Old versions stay this long, for readers that still hold one. */
const KEEP_VERSIONS_MS = 10 * 60_000;

export interface StoreOptions {
  readonly mode: 'write' | 'read';
  readonly clock?: Clock;
  readonly migrations?: readonly Migration[];
}

/**
 * Opens a workspace folder; in write mode it is made where it is not there and locked against other writers.
 * In read mode nothing is written, and what a writer commits is seen at the next read.
 * @throws WORKSPACE_TAKEN, WORKSPACE_TOO_NEW
 */
export async function openStore(dir: string, options: StoreOptions): Promise<Store> {
  const migrations = options.migrations ?? MIGRATIONS;
  const newest = Math.max(0, ...migrations.map((migration) => migration.version));
  const now = () => (options.clock?.now() ?? new Date()).toISOString();
  const readonly = options.mode === 'read';
  let release = () => {};
  if (readonly) {
    const found = await readSchemaVersion(dir, newest);
    if (found > 0 && found < newest) {
      throw new AppError(
        'WORKSPACE_TOO_NEW',
        `The workspace ${dir} is of an older schema (${found} of ${newest}).`,
        'Open it once with the workbench, or with a command that writes: it is brought up to date.',
      );
    }
  } else {
    await readSchemaVersion(dir, newest);
    mkdirSync(join(dir, 'tables'), { recursive: true });
    release = takeLock(dir);
  }
  try {
    // A folder that is not there is an empty workspace to a reader, and stays not there.
    const db = await connect(readonly && !existsSync(join(dir, 'tables')) ? 'memory://' : join(dir, 'tables'), {
      readConsistencyInterval: 0,
    });
    const tables = openTables(db);
    if (!readonly) {
      await migrate(db, dir, migrations, now());
      await sweepOrphans(tables);
    }
    return createStore(dir, readonly, tables, openVectors(db, tables), now, async () => {
      db.close();
      release();
    });
  } catch (error) {
    release();
    throw error;
  }
}

function createStore(
  dir: string,
  readonly: boolean,
  tables: ReturnType<typeof openTables>,
  vectors: ReturnType<typeof openVectors>,
  now: () => string,
  end: () => Promise<void>,
): Store {
  const facts = openFacts(dir);
  const inTurn = serialise();
  const write = <T>(work: () => Promise<T>): Promise<T> => {
    if (readonly) throw new AppError('WORKSPACE_TAKEN', `The workspace ${dir} is open for reading only.`, 'Close the other Pepita first.');
    return inTurn(work);
  };
  const of = (collection: string) => equals('collection', collection);
  const read = async <T>(
    name: TableName,
    where: string,
    parse: (r: Record<string, unknown>) => T,
    columns?: readonly string[],
  ): Promise<T[]> => (await tables.read(name, where, columns)).map(parse);

  const extractions = (collection: string) => read('extractions', of(collection), row.toExtraction);

  const store: Store = {
    readonly,
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
      const all = await read('documents', of(collection), row.toHead, row.HEAD_COLUMNS);
      const needle = find?.trim().toLowerCase();
      const heads = needle ? all.filter((head) => `${head.doc_id}\n${head.title}`.toLowerCase().includes(needle)) : all;
      heads.sort((a, b) => compareBytes(a.doc_id, b.doc_id));
      return { total: heads.length, heads: heads.slice(offset, limit === undefined ? undefined : offset + limit) };
    },
    async document(collection, docId) {
      return (await read('documents', equals('key', rowKey(collection, docId)), row.toDocument, row.DOCUMENT_COLUMNS))[0];
    },
    documents: (collection, docIds) =>
      read(
        'documents',
        isIn(
          'key',
          docIds.map((id) => rowKey(collection, id)),
        ),
        row.toDocument,
        row.DOCUMENT_COLUMNS,
      ),
    async *scanDocuments(collection) {
      const { heads } = await store.documentHeads({ collection });
      for (let from = 0; from < heads.length; ) {
        let to = from;
        for (
          let chars = 0;
          to < heads.length && to - from < CHUNK_DOCUMENTS && (to === from || chars + heads[to]!.chars <= CHUNK_CHARS);
          to++
        )
          chars += heads[to]!.chars;
        const chunk = await store.documents(
          collection,
          heads.slice(from, to).map((head) => head.doc_id),
        );
        yield chunk.sort((a, b) => compareBytes(a.doc_id, b.doc_id));
        from = to;
      }
    },
    putDocuments: (docs: readonly Document[]) => write(() => tables.upsert('documents', docs.map(row.documentRow))),

    async passages(collection, docId) {
      const found = await read('passages', both(of(collection), docId === undefined ? undefined : equals('doc_id', docId)), row.toPassage);
      return found.sort((a, b) => compareBytes(a.doc_id, b.doc_id) || a.ord - b.ord);
    },
    putPassages: (passages) => write(() => tables.upsert('passages', passages.map(row.passageRow))),

    async nuggets(collection, where = {}) {
      const current = currentKeys(await extractions(collection));
      const rows = await tables.read(
        'nuggets',
        both(
          of(collection),
          where.docId === undefined ? undefined : equals('doc_id', where.docId),
          where.extractor === undefined ? undefined : equals('extractor', where.extractor),
          where.ids === undefined ? undefined : isIn('id', where.ids),
        ),
      );
      const visible = rows.filter((r) => current.get(rowKey(String(r.doc_id), String(r.extractor))) === r.extraction).map(row.toNugget);
      return visible.sort(byDocumentThenPlace);
    },
    commitExtraction: (extraction, nuggets, traces) =>
      write(async () => {
        const ownKey = both(of(extraction.collection), equals('doc_id', extraction.doc_id), equals('extraction', extraction.key));
        const others = both(
          of(extraction.collection),
          equals('doc_id', extraction.doc_id),
          equals('extractor', extraction.extractor),
          `extraction <> '${extraction.key}'`,
        );
        const earlier = (
          await read('extractions', equals('key', rowKey(extraction.collection, extraction.doc_id, extraction.extractor)), row.toExtraction)
        )[0];
        // The same key again (a retry): what it left goes first. Otherwise nothing of this key is there.
        if (earlier?.key === extraction.key) {
          await tables.remove('nuggets', ownKey);
          await tables.remove('traces', ownKey);
        }
        await tables.add(
          'nuggets',
          nuggets.map((nugget) => row.nuggetRow(nugget, extraction.key)),
        );
        await tables.add(
          'traces',
          traces.map((trace) => row.traceRow(trace, extraction.key)),
        );
        // From this line on the nuggets are seen, and those of an earlier key are not.
        await tables.upsert('extractions', [row.extractionRow(extraction)]);
        if (earlier && earlier.key !== extraction.key) {
          await tables.remove('nuggets', others);
          await tables.remove('traces', others);
        }
      }),
    putExtraction: (extraction) => write(() => tables.upsert('extractions', [row.extractionRow(extraction)])),
    extractions,
    async traces(collection, docId) {
      const current = currentKeys(await extractions(collection));
      const rows = await tables.read('traces', both(of(collection), equals('doc_id', docId)));
      return rows
        .filter((r) => current.get(rowKey(String(r.doc_id), String(r.extractor))) === r.extraction)
        .map(row.toTrace)
        .sort((a, b) => compareBytes(a.extractor, b.extractor) || a.window - b.window);
    },

    async queries(collection) {
      return (await read('queries', of(collection), row.toQuery)).sort((a, b) => compareIds(a.query_id, b.query_id));
    },
    putQueries: (queries) => write(() => tables.upsert('queries', queries.map(row.queryRow))),
    async judgments(collection) {
      const found = await read('judgments', of(collection), row.toJudgment);
      return found.sort((a, b) => compareIds(a.query_id, b.query_id) || compareBytes(a.doc_id, b.doc_id));
    },
    putJudgments: (judgments) => write(() => tables.upsert('judgments', judgments.map(row.judgmentRow))),

    async runs(collection) {
      const found = await tables.read('runs', of(collection), ['id', 'collection', 'name', 'config', 'created_at']);
      return found
        .map((r) => ({
          id: String(r.id),
          collection,
          name: String(r.name),
          config: String(r.config),
          created_at: String(r.created_at),
        }))
        .sort((a, b) => compareBytes(a.created_at, b.created_at) || compareBytes(a.id, b.id));
    },
    putRun: (run) => write(() => tables.upsert('runs', [{ ...run, key: rowKey(run.collection, run.id) }])),

    knownVectors: (space, keys) => vectors.known(space, keys),
    putVectors: (space, rows) =>
      write(async () => {
        await vectors.put(space, rows);
        await rememberSpace(space);
      }),
    vectors: (space, keys) => vectors.get(space, keys),
    async vectorSpaces() {
      return ((await facts.get('vector_spaces')) as VectorSpace[] | undefined) ?? [];
    },

    getFact: facts.get,
    putFact: (key, value) => write(() => facts.put(key, value)),

    optimize: () =>
      write(async () => {
        for (const name of await tables.names()) {
          await (await tables.open(name))?.optimize({ cleanupOlderThan: new Date(Date.now() - KEEP_VERSIONS_MS) });
        }
      }),
    async close() {
      // What is being written is finished first.
      await inTurn(async () => {});
      await end();
    },
  };

  async function rememberSpace(space: VectorSpace): Promise<void> {
    const known = await store.vectorSpaces();
    if (!known.some((other) => other.sha256 === space.sha256 && other.dimensions === space.dimensions))
      await facts.put('vector_spaces', [...known, space]);
  }
  return store;
}

/** (document, extractor) → the key whose nuggets are valid. */
function currentKeys(lines: readonly Extraction[]): Map<string, string> {
  return new Map(lines.map((line) => [rowKey(line.doc_id, line.extractor), line.key]));
}

const byDocumentThenPlace = (a: Nugget, b: Nugget): number =>
  compareBytes(a.doc_id, b.doc_id) || compareBytes(a.extractor, b.extractor) || a.ord - b.ord;

/** `q2` before `q10`; otherwise by bytes. */
function compareIds(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true }) || compareBytes(a, b);
}

/** Queries, judgments and the runs that were made here. */
import { compareBytes } from '../../../shared/ties';
import type { Store } from '../ports';
import { equals } from './filter';
import * as row from './rows';
import { putRunHits, readRunHits, removeRunHits } from './runHits';
import { rowKey } from './schema';
import type { Tables } from './tables';
import type { WriteGate } from './writeGate';

type Part = Pick<Store, 'queries' | 'putQueries' | 'judgments' | 'putJudgments' | 'runs' | 'run' | 'putRun' | 'removeRun' | 'runHits'>;

export function openEvaluation(tables: Tables, { write }: WriteGate): Part {
  const of = (collection: string) => equals('collection', collection);
  return {
    async queries(collection) {
      const found = (await tables.read('queries', of(collection))).map(row.toQuery);
      return found.sort((a, b) => compareIds(a.query_id, b.query_id));
    },
    putQueries: (queries) => write(() => tables.upsert('queries', queries.map(row.queryRow))),
    async judgments(collection) {
      const found = (await tables.read('judgments', of(collection))).map(row.toJudgment);
      return found.sort((a, b) => compareIds(a.query_id, b.query_id) || compareBytes(a.doc_id, b.doc_id));
    },
    putJudgments: (judgments) => write(() => tables.upsert('judgments', judgments.map(row.judgmentRow))),
    async runs(collection) {
      const found = await tables.read('runs', of(collection), ['id', 'name', 'config', 'created_at']);
      return found
        .map((r) => ({ id: String(r.id), collection, name: String(r.name), config: String(r.config), created_at: String(r.created_at) }))
        .sort((a, b) => compareBytes(a.created_at, b.created_at) || compareBytes(a.id, b.id));
    },
    async run(collection, id) {
      const [found] = await tables.read('runs', equals('key', rowKey(collection, id)));
      return (
        found && {
          id,
          collection,
          name: String(found.name),
          config: String(found.config),
          created_at: String(found.created_at),
          trec: String(found.trec),
        }
      );
    },
    // The run itself comes last and goes first: hits without one are never shown, and are swept.
    putRun: (run, hits) =>
      write(async () => {
        if (hits) await putRunHits(tables, run, hits);
        await tables.upsert('runs', [{ ...run, key: rowKey(run.collection, run.id) }]);
      }),
    removeRun: (collection, id) =>
      write(async () => {
        await tables.remove('runs', equals('key', rowKey(collection, id)));
        await removeRunHits(tables, collection, id);
      }),
    runHits: (collection, id, queryId) => readRunHits(tables, collection, id, queryId),
  };
}

const collator = new Intl.Collator('en', { numeric: true });

/** `q2` before `q10`; otherwise by bytes. */
const compareIds = (a: string, b: string): number => collator.compare(a, b) || compareBytes(a, b);

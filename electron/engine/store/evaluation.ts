/** Queries, judgments and the runs that were made here. */
import { compareBytes } from '../../../shared/ties';
import type { Store } from '../ports';
import { equals } from './filter';
import * as row from './rows';
import { rowKey } from './schema';
import type { Tables } from './tables';
import type { WriteGate } from './writeGate';

type Part = Pick<Store, 'queries' | 'putQueries' | 'judgments' | 'putJudgments' | 'runs' | 'putRun'>;

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
    putRun: (run) => write(() => tables.upsert('runs', [{ ...run, key: rowKey(run.collection, run.id) }])),
  };
}

const collator = new Intl.Collator('en', { numeric: true });

/** `q2` before `q10`; otherwise by bytes. */
const compareIds = (a: string, b: string): number => collator.compare(a, b) || compareBytes(a, b);

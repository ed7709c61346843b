/** What was made of queries: their formulations, and rankings that a model read anew. */
import type { Formulation } from '../../../shared/formulation';
import { compareBytes } from '../../../shared/ties';
import type { Store } from '../ports';
import { equals } from './filter';
import * as row from './rows';
import { rowKey } from './schema';
import type { Tables } from './tables';
import type { WriteGate } from './writeGate';

type Part = Pick<Store, 'formulations' | 'putFormulation' | 'rerankings' | 'putReranking'>;

export function openQuestions(tables: Tables, { write }: WriteGate): Part {
  const order = (a: Formulation, b: Formulation) =>
    compareBytes(a.text_sha256, b.text_sha256) || compareBytes(a.at, b.at) || compareBytes(a.key, b.key);
  return {
    async formulations(collection) {
      return (await tables.read('formulations', equals('collection', collection))).map(row.toFormulation).sort(order);
    },
    putFormulation: (formulation) => write(() => tables.upsert('formulations', [row.formulationRow(formulation)])),
    async rerankings(collection, keys) {
      const found = await tables.readIn(
        'rerankings',
        undefined,
        'key',
        keys.map((key) => rowKey(collection, key)),
      );
      return found.map(row.toReranking).sort((a, b) => compareBytes(a.key, b.key));
    },
    putReranking: (reranking) => write(() => tables.upsert('rerankings', [row.rerankingRow(reranking)])),
  };
}

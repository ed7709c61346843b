/** An experiment over a transport: looked at, made, listed, shown, removed; a run kept and removed. After the suite's import. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../shared/rpc/client';

const SOURCE = `version: 1
name: Words alone
collection: c
measures: [ndcg@10]
runs:
  - { name: words, unit: document, ranker: bm25 }
`;

export function experimentCases(open: () => Client): void {
  describe('experiments and runs', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pepita-contract-experiment-'));
    beforeAll(async () => {
      const [queries, qrels] = [join(folder, 'queries.jsonl'), join(folder, 'qrels.tsv')];
      writeFileSync(queries, JSON.stringify({ _id: 'e1', text: 'citação' }));
      writeFileSync(qrels, 'query-id\tcorpus-id\tscore\ne1\temoji\t1\n');
      await open().call('import', { collection: 'c', paths: [queries, qrels] });
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    it('an outcome is made, found again and removed; the file that made it stays', async () => {
      const client = open();
      const faulty = await client.call('checkExperiment', { source: SOURCE.replace('bm25', 'bm26') });
      expect(faulty.faults.map(({ line }) => line)).toEqual([6]);
      const stages: string[] = [];
      const made = await client.call('experiment', { source: SOURCE }, { onEvent: ({ stage }) => stages.push(stage) });
      // The one document that holds the word is the one that is relevant.
      expect(made.runs.map(({ name, means }) => [name, means['ndcg@10']])).toEqual([['words', 1]]);
      expect(stages).toContain('search');
      const { experiments } = await client.call('experiments', {});
      expect(experiments).toMatchObject([{ name: 'Words alone', collection: 'c', runs: 1 }]);
      const { id, file } = experiments[0]!;
      expect(await client.call('showExperiment', { id })).toMatchObject({ source: SOURCE, outcome: { name: 'Words alone' } });
      expect(await client.call('removeExperiment', { id })).toMatchObject({ id, runs: 1 });
      expect((await client.call('experiments', {})).experiments).toEqual([]);
      expect([readFileSync(file, 'utf8'), existsSync(join(dirname(file), 'outcome.json'))]).toEqual([SOURCE, false]);
      for (const gone of [id, '..'])
        await expect(client.call('removeExperiment', { id: gone })).rejects.toMatchObject({
          code: 'NOT_FOUND',
          remedy: expect.stringMatching(/./),
        });
    });

    it('a kept run is removed once', async () => {
      const client = open();
      const { run_id } = await client.call('run', { collection: 'c', unit: 'document', ranker: 'bm25', name: 'kept' });
      const kept = async () =>
        (await client.call('runs', { collection: 'c' })).runs.filter(({ name }) => name === 'kept').map(({ id }) => id);
      expect(await kept()).toEqual([run_id]);
      const remove = () => client.call('removeRun', { collection: 'c', run_id: run_id! });
      expect([await remove(), await kept(), await remove()]).toEqual([{ removed: true }, [], { removed: false }]);
    });
  });
}

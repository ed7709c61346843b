import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../electron/engine';
import { engineConfig } from '../../electron/hosts/engineConfig';
import { type Client, createClient } from '../../shared/rpc/client';
import { createMemoryPorts } from '../../shared/rpc/port';
import { tempFolder } from './encoderKit';

let engine: Engine;
let client: Client;
const dir = tempFolder();

beforeAll(async () => {
  engine = await createEngine(engineConfig(process.cwd(), join(dir, 'workspace'), 'write'));
  const [near, far] = createMemoryPorts();
  engine.serve(far);
  client = createClient(near);
});
afterAll(() => engine.close());

describe('Parquet in a workspace', () => {
  it('is imported, lists what does not join, and a second time changes nothing', async () => {
    const hub = { collection: 'hub', paths: ['test/fixtures/parquet/hub'] };
    const out = await client.call('import', hub);
    expect(out).toMatchObject({ format: 'parquet', added: 4, queries: 2, judgments: 3, unjoined: [] });
    expect(out.rejected.length).toBe(5);
    expect(await client.call('import', { ...hub, split: 'all' })).toMatchObject({ added: 0, unchanged: 4, judgments: 4 });
    writeFileSync(join(dir, 'more.txt'), 'q1 0 nowhere 1\nq9 0 d4 2\n');
    const more = await client.call('import', { collection: 'hub', paths: [join(dir, 'more.txt')] });
    expect(more.unjoined).toEqual([
      { kind: 'document', id: 'nowhere', judgments: 1 },
      { kind: 'query', id: 'q9', judgments: 1 },
    ]);
  });

  it('evaluate and compare list queries and documents that do not join', async () => {
    const run = (name: string, rows: string) => {
      writeFileSync(join(dir, name), rows);
      return join(dir, name);
    };
    const a = run('a.run', "q1 Q0 d4 1 2 a\nq1 Q0 nix 2 1 a\nq2 Q0 D'Ávila%202 1 2 a\nq2 Q0 nix 2 1 a\nq7 Q0 d4 1 1 a\n");
    const b = run('b.run', 'q1 Q0 d4 1 2 b\n');
    const unknown = [{ run: 'a', doc_id: 'nix', queries: 2 }];
    const out = await client.call('evaluate', { runs: [a], collection: 'hub' });
    expect(out).toMatchObject({ queries: 3, ignored: [{ run: 'a', query_id: 'q7' }], missing: [{ run: 'a', query_id: 'q9' }], unknown });
    expect((await client.call('compareRuns', { runs: [a, b], collection: 'hub' })).unknown).toEqual(unknown);
  });
});

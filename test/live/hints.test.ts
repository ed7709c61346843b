/** Hints by a real GGUF: the model is loaded for the first and held for the others, and says the same. */
import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createEngine } from '../../electron/engine';
import { openChatModel } from '../../electron/engine/llama/openChatModel';
import { engineConfig } from '../../electron/hosts/engineConfig';
import { createClient } from '../../shared/rpc/client';
import { createMemoryPorts } from '../../shared/rpc/port';

const MODEL = '.cache/models/SmolLM2-135M-Instruct.Q4_1.gguf';
const here = existsSync(MODEL);
if (!here) console.warn(`Skipped: ${MODEL} is not there. Fetch it with: node test/live/fetch-models.mjs`);

const text = `The plaintiff was employed as a clerk for eleven years and was dismissed without a hearing on the fourth of May.

No order of dismissal can be passed against a permanent employee unless a reasonable opportunity of being heard has been given.`;
const nuggets = [
  { text: 'A permanent employee can only be dismissed after a hearing.', quote: text.split('\n\n')[1] },
  { text: 'A clerk of eleven years was dismissed without a hearing.', quote: text.split('\n\n')[0] },
];

it.skipIf(!here)('one load for many hints; each says what it says by itself', { timeout: 600_000 }, async () => {
  const dir = await mkdtemp(join(tmpdir(), 'pepita-hints-'));
  let loads = 0;
  const engine = await createEngine(engineConfig(process.cwd(), join(dir, 'workspace'), 'write'), {
    openChat(file) {
      loads++;
      return openChatModel(file);
    },
  });
  const [near, far] = createMemoryPorts();
  engine.serve(far);
  const client = createClient(near);
  const collection = 'c';
  writeFileSync(join(dir, 'd.txt'), text);
  writeFileSync(join(dir, 'n.jsonl'), nuggets.map((nugget) => JSON.stringify({ doc_id: 'd', ...nugget })).join('\n'));
  await client.call('import', { collection, paths: [join(dir, 'd.txt')], lang: 'en' });
  await client.call('import', { collection, paths: [join(dir, 'n.jsonl')], format: 'nuggets' });
  const ids = (await client.call('show', { collection, doc_id: 'd' })).nuggets.map(({ id }) => id);
  const hint = (i: number) => client.call('hint', { collection, doc_id: 'd', nugget_id: ids[i]!, model: MODEL });
  const first = await hint(0);
  const others = [await hint(1), ...(await Promise.all([hint(0), hint(1)]))];
  expect(loads).toBe(1);
  expect(others[1]).toEqual(first);
  expect(others[2]).toEqual(others[0]);
  await engine.close();
  await rm(dir, { recursive: true });
});

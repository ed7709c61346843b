/** Many tests of significance are long reckoning in the engine's own thread: other calls are answered meanwhile, and it can be stopped. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../electron/engine';
import { evaluateRun } from '../../electron/engine/compare/evaluate';
import { comparePairs } from '../../electron/engine/compare/pairwise';
import { parseMeasure } from '../../electron/engine/compare/parseMeasure';
import { parseQrels } from '../../electron/engine/compare/trecQrels';
import { parseTrecRun } from '../../electron/engine/compare/trecRun';
import { atOnce } from '../../electron/engine/pieces';
import { engineConfig } from '../../electron/hosts/engineConfig';
import type { Progress } from '../../shared/domain';
import { type Client, createClient } from '../../shared/rpc/client';
import { createMemoryPorts } from '../../shared/rpc/port';
import { tempFolder } from './encoderKit';

const QUERIES = 40;
const measures = ['ndcg@10', 'mrr@10'];
const dir = tempFolder();
let engine: Engine;
let client: Client;
const qrels = Array.from({ length: QUERIES }, (_, q) => `q${q} 0 d0 1\n`).join('');
/** The relevant document at a rank that differs from run to run. */
const runs = Array.from({ length: 4 }, (_, r) =>
  Array.from({ length: QUERIES }, (_, q) => {
    const at = (q * (2 * r + 3)) % 7;
    return Array.from({ length: 7 }, (_, place) => `q${q} Q0 ${place === at ? 'd0' : `x${place}`} ${place + 1} ${10 - place} r${r}\n`).join(
      '',
    );
  }).join(''),
);
const input = { runs: runs.map((_, r) => join(dir, `r${r}.run`)), qrels: join(dir, 'qrels.txt'), measures, baseline: 'r0' };

beforeAll(async () => {
  for (const [r, text] of runs.entries()) writeFileSync(input.runs[r]!, text);
  writeFileSync(input.qrels, qrels);
  engine = await createEngine(engineConfig(process.cwd(), join(dir, 'workspace'), 'write'));
  const [near, far] = createMemoryPorts();
  engine.serve(far);
  client = createClient(near);
});
afterAll(() => engine.close());

it('answers other calls meanwhile, tells how far it is, and gives the figures of a reckoning in one go', async () => {
  const heard: Progress[] = [];
  let over = false;
  const comparing = client.call('compareRuns', input, { onEvent: (event) => heard.push(event) }).finally(() => {
    over = true;
  });
  let answered = 0;
  while (!over) {
    await client.call('info', {});
    if (!over) answered++;
  }
  const out = await comparing;
  // Three pairs by two measures are six tests of 100,000 draws each: dozens of turns.
  expect(answered).toBeGreaterThan(5);
  expect(heard.at(-1)).toMatchObject({ stage: 'test', done: 6, total: 6 });
  const judged = parseQrels(qrels, 'qrels');
  const evaluations = runs.map((text, r) =>
    evaluateRun(parseTrecRun(text, `r${r}`), judged, measures.map(parseMeasure), { convention: 'trec_eval' }),
  );
  expect(out.pairs).toEqual(atOnce(comparePairs(evaluations, measures, { baseline: 'r0' })));
  expect(out.pairs.some(({ randomisation: { p } }) => p! > 0 && p! < 1)).toBe(true);
});

it('can be stopped', async () => {
  const aborter = new AbortController();
  const comparing = client.call('compareRuns', input, { signal: aborter.signal, onEvent: () => aborter.abort() });
  await expect(comparing).rejects.toMatchObject({ code: 'CANCELLED' });
});

/**
 * Our side, as a process of its own: nuggets → ranked documents, exactly, over a workspace. Each line {query} is answered
 * with {seconds, documents, first, bytes}.
 * Arguments: the engine's bundle (URL), the workspace, queries.f32, threads, the product's models folder, how: read | gather.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const [bundle, dir, queriesFile, threads, models, how] = process.argv.slice(2);
const { aggregate, createSearchSpaces, denseHits, openDotScorer, openStore, spaceOf } = await import(bundle);
const DIMS = 384;
const CANDIDATES = 10_000;
const store = await openStore(dir, { mode: 'read' });
// "gather": as if nothing had been laid out.
const spaces = createSearchSpaces(how === 'gather' ? { ...store, laidOut: async () => undefined } : store);
const [space, scorer] = await Promise.all([
  spaces.vectors('big', 'nugget', 'any', spaceOf(DIMS)),
  openDotScorer(join(models, 'dot', 'model.onnx'), { threads: Number(threads) }),
]);
const bytes = readFileSync(queriesFile);
const queries = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
for await (const line of createInterface({ input: process.stdin })) {
  const { query } = JSON.parse(line);
  const started = performance.now();
  const [hits] = await denseHits(space, queries.slice(query * DIMS, (query + 1) * DIMS), scorer, { candidates: CANDIDATES });
  const ranked = aggregate('max', [hits], space);
  const seconds = (performance.now() - started) / 1000;
  const first = ranked.slice(0, 10).map(({ doc_id }) => doc_id);
  console.log(JSON.stringify({ seconds, documents: ranked.length, first, bytes: process.resourceUsage().maxRSS * 1024 }));
}
process.exit(0);

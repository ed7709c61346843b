/**
 * A real GGUF as an encoder, added as a user adds it. The model is a language model that was never trained to give
 * vectors: structure, determinism and llama.cpp's own vectors are asserted, never meaning.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../electron/engine';
import { readEncoderManifest } from '../../electron/engine/embed/manifest';
import { openGgufEncoder } from '../../electron/engine/use/ggufEncoder';
import { engineConfig } from '../../electron/hosts/engineConfig';
import { type Client, createClient } from '../../shared/rpc/client';
import { createMemoryPorts } from '../../shared/rpc/port';

const MODEL = resolve('.cache/models/SmolLM2-135M-Instruct.Q4_1.gguf');
const here = existsSync(MODEL);
if (!here) console.warn(`Skipped: ${MODEL} is not there. Fetch it with: node test/live/fetch-models.mjs`);
const venv = '.cache/bench/venv/bin/python';
const python = process.env.PEPITA_PYTHON ?? (existsSync(venv) ? venv : 'python3');
const hasServer = spawnSync(python, ['-c', 'import xllamacpp']).status === 0;
if (!hasServer) console.warn(`Skipped: the comparison with llama.cpp's server, which ${python} lacks (npm run bench -- extract makes it).`);

/** llama.cpp's own server over the same file: texts in, vectors out. */
const SERVER = `
import json, os, sys
from urllib.request import Request, urlopen
out = os.fdopen(os.dup(1), 'w'); os.dup2(2, 1)
import xllamacpp
params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.embedding = True
params.pooling_type = xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_LAST
params.n_ctx = params.n_batch = params.n_ubatch = 1024
params.n_parallel = 1
params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
server = xllamacpp.Server(params)
body = json.dumps({'input': json.load(sys.stdin)}).encode()
with urlopen(Request(server.listening_address + '/v1/embeddings', body, {'Content-Type': 'application/json'})) as reply:
    json.dump([item['embedding'] for item in json.loads(reply.read())['data']], out)
out.flush(); os._exit(0)
`;

const TEXTS = [
  'No order of dismissal can be passed against a permanent employee unless a hearing has been given.',
  'A prescrição intercorrente exige a inércia do credor por prazo superior ao do direito material.',
  'Naïve café — R$ 1.234,56 ⚖️ 漢字',
];
const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => Array.from(a).reduce((sum, x, i) => sum + x * b[i]!, 0);

describe.skipIf(!here)('a GGUF as an encoder', () => {
  let work: string;
  let engine: Engine;
  let client: Client;
  const choices = { id: 'smol', max_tokens: 64, query_prefix: 'query: ' };
  const folder = () => join(work, 'workspace', 'models', 'smol');

  beforeAll(async () => {
    work = mkdtempSync(join(tmpdir(), 'pepita-live-gguf-'));
    // On a busy machine two threads wait for each other at every step.
    engine = await createEngine({ ...engineConfig(process.cwd(), join(work, 'workspace'), 'write', {}), threads: 1 });
    const [near, far] = createMemoryPorts();
    engine.serve(far);
    client = createClient(near);
  });
  afterAll(async () => {
    await engine?.close();
    rmSync(work, { recursive: true, force: true });
  });

  it('is understood from its header, tried, and written down with a link to the file', async () => {
    const seen = await client.call('inspectEncoder', { dir: MODEL, choices });
    expect(seen).toMatchObject({
      graph: { outputs: [{ name: 'embedding', dims: [1, 576] }] },
      tokenizer: { kind: 'gpt2', vocabulary: 49152 },
    });
    expect(seen.proposal.find(({ field }) => field === 'pooling')).toMatchObject({
      value: 'last',
      from: expect.stringContaining('says nothing'),
    });
    const out = await client.call('addEncoder', { dir: MODEL, choices });
    expect(out).toMatchObject({ id: 'smol', linked: folder(), batch_rows: 1 });
    expect(out.notes.join()).toContain('never trained to give vectors');
    expect(out.checks.find(({ name }) => name === 'long text')!.found).toMatch(/^64 tokens read, \d+ of 1000020 characters$/);
    expect(JSON.parse(readFileSync(join(folder(), 'manifest.json'), 'utf8'))).toMatchObject({
      dimensions: 576,
      pooling: 'last',
      prefixes: { query: 'query: ', passage: '' },
      files: [{ path: 'SmolLM2-135M-Instruct.Q4_1.gguf', sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53' }],
    });
    expect(await client.call('addEncoder', { dir: MODEL, choices }).catch((error) => error)).toMatchObject({ code: 'USAGE' });
    const { encoders, llms } = await client.call('models', {});
    expect(llms.filter(({ path }) => path.startsWith(folder()))).toEqual([]);
    const entry = encoders.find(({ id }) => id === 'smol');
    expect(entry).toMatchObject({ ready: true, bytes: 98362432, encoder: { dimensions: 576, max_tokens: 64, pooling: 'last' } });
    expect(entry!.encoder!.identity).toMatch(/^[0-9a-f]{64}$/);
  });

  it('gives unit vectors that don’t depend on their neighbours, the role or the run; a long text is cut and told of', async () => {
    const manifest = await readEncoderManifest(folder());
    const encoder = await openGgufEncoder(folder(), manifest, 1);
    const rows = async (texts: readonly string[], role: 'query' | 'passage' = 'passage') => {
      const { vectors, ...counts } = await encoder.embed(texts, role);
      return { rows: texts.map((_, i) => vectors.subarray(i * 576, (i + 1) * 576)), ...counts };
    };
    const together = await rows([...TEXTS, TEXTS[0]!]);
    for (const row of together.rows) expect(dot(row, row)).toBeCloseTo(1, 5);
    expect(together.rows[3]).toEqual(together.rows[0]);
    expect((await rows([TEXTS[1]!])).rows[0]).toEqual(together.rows[1]);
    expect([...together.used_chars]).toEqual([...TEXTS, TEXTS[0]!].map((text) => text.length));
    const asQuery = await rows([TEXTS[0]!], 'query');
    expect(asQuery.rows[0]).toEqual((await rows([`query: ${TEXTS[0]}`])).rows[0]);
    const long = TEXTS[0]!.repeat(20);
    const cut = await rows([long]);
    expect(cut.tokens[0]).toBeLessThanOrEqual(64);
    expect(cut.used_chars[0]).toBeGreaterThan(100);
    expect(cut.used_chars[0]).toBeLessThan(long.length);
    expect((await rows([long.slice(0, cut.used_chars[0])])).rows[0]).toEqual(cut.rows[0]);
    await encoder.dispose();
  });

  it.skipIf(!hasServer)('gives the vectors of llama.cpp’s server over the same file', async () => {
    const encoder = await openGgufEncoder(folder(), await readEncoderManifest(folder()), 1);
    const { vectors } = await encoder.embed(TEXTS, 'passage');
    await encoder.dispose();
    const { stdout } = spawnSync(python, ['-c', SERVER, MODEL], { input: JSON.stringify(TEXTS), maxBuffer: 1e8 });
    const theirs = JSON.parse(stdout.toString()) as number[][];
    const cosines = theirs.map((theirs, i) => {
      const ours = vectors.subarray(i * 576, (i + 1) * 576);
      return dot(ours, theirs) / Math.sqrt(dot(theirs, theirs));
    });
    console.log(`cosine to llama.cpp's server: ${cosines.map((cosine) => cosine.toFixed(6)).join(', ')}`);
    for (const cosine of cosines) expect(cosine).toBeGreaterThanOrEqual(0.999);
  });

  it('indexes a collection beside the other encoders, in a table of its own, and searches it', async () => {
    const texts = join(work, 'texts');
    mkdirSync(texts);
    for (const [i, text] of TEXTS.entries()) writeFileSync(join(texts, `${i}.txt`), text);
    await client.call('import', { collection: 'c', paths: [texts], lang: 'pt' });
    for (const encoder of ['smol', undefined]) await client.call('index', { collection: 'c', encoder });
    const search = { query: TEXTS[1]!, collection: 'c', unit: 'document', ranker: 'dense' } as const;
    const found = await client.call('search', { ...search, encoder: 'smol' });
    expect(found.results).toHaveLength(3);
    expect(found.config).toMatchObject({ encoder: 'smol' });
    expect((await client.call('search', search)).results[0]!.doc_id).toBe('1');
  });
});

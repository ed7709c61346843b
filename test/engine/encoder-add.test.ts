/** Any folder becomes an encoder, and vectors of two encoders never meet: through the engine, as the command line does it. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../electron/engine';
import { engineConfig } from '../../electron/hosts/engineConfig';
import type { Input } from '../../shared/contract';
import { type Client, createClient } from '../../shared/rpc/client';
import { createMemoryPorts } from '../../shared/rpc/port';
import { encoderFolder, tempFolder, vocabularyOf } from './encoderKit';
import { tableOf } from './onnxKit';

let engine: Engine;
let client: Client;
let workspace: string;

beforeAll(async () => {
  workspace = join(tempFolder(), 'workspace');
  const config = engineConfig(process.cwd(), workspace, 'write', { HF_HUB_CACHE: join(workspace, 'none') });
  engine = await createEngine({ ...config, threads: 1 });
  const [one, other] = createMemoryPorts();
  engine.serve(other);
  client = createClient(one);
});
afterAll(() => engine.close());

const add = (dir: string, more: Partial<Input<'addEncoder'>> = {}) => client.call('addEncoder', { dir, ...more });
const refused = (dir: string, more: Partial<Input<'addEncoder'>> = {}) => add(dir, more).catch((error) => error);
const manifestOf = (dir: string) => JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8'));
const valuesOf = (proposal: readonly { field: string; value: unknown }[]) =>
  Object.fromEntries(proposal.map(({ field, value }) => [field, value]));
const unsureOf = (proposal: readonly { field: string; sure: boolean }[]) => proposal.filter(({ sure }) => !sure).map(({ field }) => field);

describe('adding an encoder', () => {
  it('reads what is published beside the graph, tries it, writes the manifest and makes it findable', async () => {
    const dir = encoderFolder({
      path: 'onnx/model.onnx',
      external: 'model.onnx_data',
      inputs: ['input_ids', 'attention_mask', 'token_type_ids'],
      beside: {
        'config.json': { _name_or_path: 'someone/tiny-encoder', max_position_embeddings: 64, pad_token_id: 0 },
        'sentence_bert_config.json': { max_seq_length: 32 },
        '1_Pooling/config.json': { pooling_mode_cls_token: true, pooling_mode_mean_tokens: false },
        'config_sentence_transformers.json': { prompts: { query: 'query: ', document: 'de: ' } },
      },
    });
    writeFileSync(join(dir, 'onnx/model.onnx_data'), Buffer.from(tableOf(vocabularyOf('WordPiece'), 4).buffer));
    const seen = await client.call('inspectEncoder', { dir });
    expect(seen).toMatchObject({
      graph: { path: 'onnx/model.onnx', outputs: [{ name: 'last_hidden_state', dims: [1, expect.any(Number), 4] }] },
      tokenizer: { kind: 'WordPiece' },
      has_manifest: false,
    });
    expect(unsureOf(seen.proposal)).toEqual(['licence']);
    const out = await add(dir, { choices: { id: 'tiny-cls', licence: 'MIT' } });
    expect(manifestOf(dir)).toMatchObject({
      id: 'tiny-cls',
      name: 'someone/tiny-encoder',
      files: ['onnx/model.onnx', 'onnx/model.onnx_data', 'tokenizer.json'].map((path) => ({
        path,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      })),
      dimensions: 4,
      max_tokens: 32,
      pooling: 'cls',
      prefixes: { query: 'query: ', passage: 'de: ' },
      output: 'last_hidden_state',
      licence: 'MIT',
      batch_rows: 32,
    });
    expect(out.linked).toBe(join(workspace, 'models', 'tiny-cls'));
    expect(out.checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['vector', 'meaning (pt)', 'meaning (en)', 'empty text', 'unknown characters', 'emoji', 'long text', 'batch']),
    );
    expect((await client.call('models', {})).encoders.find(({ id }) => id === 'tiny-cls')).toMatchObject({
      ready: true,
      encoder: { dimensions: 4, max_tokens: 32, pooling: 'cls', long_texts: 'truncate', identity: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  });

  it('a manifest that is there stays, unless it is forced; an id that is taken is refused', async () => {
    const dir = encoderFolder();
    writeFileSync(join(dir, 'manifest.json'), '{}');
    expect(await refused(dir)).toMatchObject({ code: 'USAGE', remedy: expect.stringContaining('--force') });
    expect(readFileSync(join(dir, 'manifest.json'), 'utf8')).toBe('{}');
    expect(await refused(dir, { force: true, choices: { id: 'e5-small-pten' } })).toMatchObject({
      code: 'USAGE',
      remedy: expect.stringContaining('--id'),
    });
    await add(dir, { force: true, choices: { id: 'forced' } });
    expect(manifestOf(dir)).toMatchObject({ id: 'forced', pooling: 'mean', max_tokens: 512 });
  });

  it('what is guessed is said; flags stand over files', async () => {
    const dir = encoderFolder({ tokenizer: 'BPE', dims: 8 });
    const out = await add(dir, { choices: { id: 'tiny-bpe', pooling: 'last', dimensions: 2, long_texts: 'window' } });
    expect(unsureOf(out.proposal)).toEqual(['max_tokens', 'query_prefix', 'passage_prefix', 'licence']);
    expect(valuesOf(out.proposal)).toMatchObject({ pooling: 'last', dimensions: 2, licence: 'unknown' });
    expect(manifestOf(dir)).toMatchObject({ dimensions: 2, graph_dimensions: 8, long_texts: 'window', window_overlap: 32 });
    expect(await refused(encoderFolder(), { choices: { dimensions: 5 } })).toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('4 dimensions'),
    });
    expect(await refused(encoderFolder(), { choices: { pooling: 'in-graph' } })).toMatchObject({ code: 'USAGE' });
  });

  it('a graph whose texts depend on their neighbours is run one text at a time, and it is said', async () => {
    const dir = encoderFolder({ kind: 'batch' });
    const out = await add(dir, { choices: { id: 'tiny-batch' } });
    expect(manifestOf(dir).batch_rows).toBe(1);
    expect(out.checks.find(({ name }) => name === 'batch')?.found).toContain('batch_rows 1');
  });

  it('where a check fails nothing is written', async () => {
    for (const [dir, message] of [
      [encoderFolder({ kind: 'nan' }), 'no finite vector'],
      [encoderFolder({ inputs: ['input_ids', 'position_ids'] }), '"position_ids"'],
      [encoderFolder({ vocabulary: 5 }), 'does not run'],
      [encoderFolder({ external: 'model.onnx_data' }), 'model.onnx_data'],
      [encoderFolder({ external: '../model.onnx_data' }), 'outside its folder'],
    ] as const) {
      expect((await refused(dir)).message).toContain(message);
      expect(existsSync(join(dir, 'manifest.json'))).toBe(false);
    }
    const two = encoderFolder({ path: 'a.onnx' });
    encoderFolder({ path: 'b.onnx' }, two);
    expect(await refused(two)).toMatchObject({ code: 'BAD_INPUT', remedy: expect.stringContaining('a.onnx, b.onnx') });
    expect(await refused(join(two, 'none'))).toMatchObject({ code: 'NOT_FOUND' });
    const empty = tempFolder();
    expect(await refused(empty)).toMatchObject({ code: 'BAD_INPUT', message: expect.stringContaining('.onnx') });
  });

  it('a folder in the models that is no encoder yet is listed with what to do', async () => {
    const dir = join(workspace, 'models', 'unfinished');
    mkdirSync(dir, { recursive: true });
    encoderFolder({}, dir);
    expect((await client.call('models', {})).encoders.find(({ id }) => id === 'unfinished')).toMatchObject({
      ready: false,
      reason: expect.stringContaining('pepita models add'),
      encoder: null,
    });
    rmSync(dir, { recursive: true });
  });
});

describe('vectors are never mixed', () => {
  const search = (encoder: string) => client.call('search', { collection: 'c', query: 'juiz', unit: 'document', encoder });
  const indexed = async () => (await client.call('collections', {})).collections[0]?.indexed;
  const doctor = async () => (await client.call('doctor', {})).checks.find(({ name }) => name === 'indexes');
  let mean: string;

  beforeAll(async () => {
    const texts = tempFolder();
    writeFileSync(join(texts, 'a.txt'), 'O juiz decidiu o recurso.');
    writeFileSync(join(texts, 'b.txt'), 'A turma negou o pedido.');
    await client.call('import', { collection: 'c', paths: [texts], lang: 'pt' });
    mean = encoderFolder();
    await add(mean, { choices: { id: 'tiny-mean' } });
    await add(encoderFolder({ dims: 6 }), { choices: { id: 'tiny-other', pooling: 'last' } });
  });

  it('two encoders stand side by side, each ranking names its own', async () => {
    const first = await client.call('index', { collection: 'c', encoder: 'tiny-mean' });
    const second = await client.call('index', { collection: 'c', encoder: 'tiny-other' });
    expect([first.encoder.dimensions, second.encoder.dimensions]).toEqual([4, 6]);
    expect(first.encoder.identity).not.toBe(second.encoder.identity);
    for (const { encoder } of [first, second]) {
      const { config } = await search(encoder.id);
      expect(config).toMatchObject({ encoder: encoder.id, encoder_sha256: encoder.sha256, encoder_identity: encoder.identity });
      expect(encoder.sha256).toBe(manifestOf(join(workspace, 'models', encoder.id)).files[0].sha256);
    }
    expect(await indexed()).toEqual([
      { encoder: 'tiny-mean', current: true, state: 'current' },
      { encoder: 'tiny-other', current: true, state: 'current' },
    ]);
    expect(await doctor()).toMatchObject({ ok: true });
  });

  it.each([
    ['pooling', { pooling: 'cls' }],
    ['prefix', { query_prefix: 'de: ' }],
    ['length', { max_tokens: 12 }],
    ['dimensions', { dimensions: 3 }],
    ['long texts', { long_texts: 'window' }],
  ] as const)('another %s is another encoder: the search says so, the index is made again', async (_, choices) => {
    await add(mean, { force: true, choices: { id: 'tiny-mean', ...choices } });
    expect(await search('tiny-mean').catch((error) => error)).toMatchObject({
      code: 'NOT_INDEXED',
      message: expect.stringContaining('has changed since "c" was indexed'),
      remedy: expect.stringContaining('pepita index --collection c --encoder tiny-mean'),
    });
    expect(await indexed()).toContainEqual({ encoder: 'tiny-mean', current: false, state: 'changed' });
    expect(await indexed()).toContainEqual({ encoder: 'tiny-other', current: true, state: 'current' });
    expect(await doctor()).toMatchObject({
      ok: false,
      found: expect.stringContaining('tiny-mean'),
      remedy: expect.stringContaining('pepita index'),
    });
    expect((await client.call('index', { collection: 'c', encoder: 'tiny-mean' })).embedded).toBeGreaterThan(0);
    expect((await search('tiny-mean')).results).toHaveLength(2);
    expect(await indexed()).toContainEqual({ encoder: 'tiny-mean', current: true, state: 'current' });
  });

  it('an earlier setting that comes back finds its vectors again', async () => {
    await add(mean, { force: true, choices: { id: 'tiny-mean' } });
    expect((await client.call('index', { collection: 'c', encoder: 'tiny-mean' })).embedded).toBe(0);
  });

  it('an encoder that went away is said to be missing', async () => {
    rmSync(join(workspace, 'models', 'tiny-other'));
    expect(await indexed()).toContainEqual({ encoder: 'tiny-other', current: false, state: 'missing' });
  });
});

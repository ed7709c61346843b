/** Which GGUF is taken as the language model, where none is named and where one is: an encoder never. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../electron/engine';
import { engineConfig } from '../../electron/hosts/engineConfig';
import { type Client, createClient } from '../../shared/rpc/client';
import { createMemoryPorts } from '../../shared/rpc/port';
import { gguf } from './ggufKit';
import { tempFolder } from './storeKit';

const ENCODERS = {
  // An embedding model that is built like a language model, under a name that tells nothing.
  'jua-4b.gguf': gguf('qwen3', { 'qwen3.pooling_type': 3 }),
  'ordena.gguf': gguf('qwen3', { 'qwen3.pooling_type': 4 }),
  'vetores.gguf': gguf('gemma3', { 'gemma3.attention.causal': false }),
  'plain.gguf': gguf('nomic-bert'),
  'bge-m3.gguf': gguf('bert'),
};

let engine: Engine;
let client: Client;
let models: string;

beforeEach(async () => {
  const workspace = join(tempFolder(), 'workspace');
  models = join(workspace, 'models');
  mkdirSync(models, { recursive: true });
  engine = await createEngine(engineConfig(process.cwd(), workspace, 'write', { HF_HUB_CACHE: join(workspace, 'none'), HOME: workspace }));
  const [near, far] = createMemoryPorts();
  engine.serve(far);
  client = createClient(near);
  await client.call('import', { collection: 'c', paths: ['resources/sample/decisions/pt-tj-01.txt'] });
});
afterEach(() => engine.close());

const put = (files: Readonly<Record<string, Buffer>>) => {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(models, name), content);
};
const extract = (choice: object = {}) =>
  client.call('extract', { collection: 'c', extractor: 'llama', ...choice }).catch((error) => error as { code: string; message: string });
const listed = async () => (await client.call('models', {})).llms.filter(({ path }) => path.startsWith(models)).map(({ name }) => name);

describe('the language model that is taken', () => {
  it('where only encoders are there, none is, and that is said', async () => {
    put(ENCODERS);
    expect(await listed()).toEqual([]);
    expect(await extract()).toMatchObject({ code: 'MODEL_MISSING', message: expect.stringContaining('No language model') });
  });

  it('is the only one that can write, whatever lies beside it', async () => {
    put({ ...ENCODERS, 'half.gguf': gguf('llama').subarray(0, 200), 'zz-chat.gguf': gguf('llama', { 'llama.pooling_type': 0 }) });
    expect(await listed()).toEqual(['half.gguf', 'Small']);
    // It is the one that is loaded; that its only tensor makes no model is another matter.
    expect(await extract()).toMatchObject({ code: 'MODEL_FAILED', message: expect.stringMatching(/^zz-chat\.gguf does not load/) });
    put({ 'other.gguf': gguf('qwen3') });
    expect(await extract()).toMatchObject({ code: 'USAGE', message: expect.stringMatching(/^2 language models/) });
  });

  it.each(Object.keys(ENCODERS))('%s, named by path or by name, is refused with what it is and what to do', async (name) => {
    put({ ...ENCODERS, 'zz-chat.gguf': gguf('llama') });
    for (const model of [join(models, name), name.replace('.gguf', '')])
      expect(await extract({ model })).toMatchObject({
        code: 'MODEL_FAILED',
        message: expect.stringMatching(new RegExp(`^${name} is an encoder \\(.+\\): it gives vectors and writes no text\\.$`)),
        remedy: expect.stringContaining('pepita models add'),
      });
  });
});
